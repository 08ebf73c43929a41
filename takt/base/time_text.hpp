// Times in messages: "2 ms", "--step 500us", and steps that people would choose.
#pragma once

#include <string>

namespace takt {

// "2 ms" for 0.002, in s, ms or us, with at most this number of digits.
std::string time_text(double seconds, int digits = 3);

// The same as one word for the command line: "2ms".
std::string time_word(double seconds, int digits = 3);

// The next shorter of 1, 2 and 5 times a power of ten.
double round_step(double step);

// The step that divides the period into whole steps, not longer than `longest`, and has few digits. If
// there is none up to a fourth of that, it has many.
double step_within(double period, double longest);

}  // namespace takt
