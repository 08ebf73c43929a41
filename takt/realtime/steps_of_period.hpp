// The number of steps of a period. Throws Error if it is not whole, or too large for recordings.
#pragma once

namespace takt::realtime {

int steps_of_period(double period, double step);

}  // namespace takt::realtime
