#include "takt/realtime/steps_of_period.hpp"

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::realtime {

int steps_of_period(double period, double step) {
  constexpr double most = 65535;  // recordings store it in 16 bits
  const double n = std::round(period / step);
  if (n < 1 || std::abs(n * step - period) > 1e-9 * period)
    throw Error("a period of " + number(period) + " s is no whole number of steps of " +
                    number(step) + " s",
                "--period", "choose a period that is a multiple of --step", Fault::usage);
  if (n > most)
    throw Error("a period of " + number(period) + " s has more than 65535 steps", "--period",
                "choose a longer --step or a shorter --period", Fault::usage);
  return static_cast<int>(n);
}

}  // namespace takt::realtime
