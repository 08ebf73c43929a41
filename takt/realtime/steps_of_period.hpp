// How many steps a period has. Throws Error: no whole number of them, or more than recordings count.
#pragma once

namespace takt::realtime {

int steps_of_period(double period, double step);

}  // namespace takt::realtime
