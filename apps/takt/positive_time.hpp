// Reads the value of an option that is a time: --step, --until, --every.
#pragma once

#include <string>

namespace takt::app {

// Throws Error, Fault::usage: not a time, or not positive.
double positive_time(const std::string& text, const std::string& option);

}  // namespace takt::app
