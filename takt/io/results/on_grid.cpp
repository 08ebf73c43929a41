#include "takt/io/results/on_grid.hpp"

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::io {

void require_on_grid(double every, double grid, const std::string& what) {
  constexpr double round_off = 1e-6;  // of times as users write them
  const double times = every / grid, below = std::floor(times);
  if (!(every > 0) || std::abs(times - std::round(times)) <= round_off * std::max(1.0, times))
    return;
  const std::string one = seconds_in_words(grid);
  throw Error("--every " + seconds_in_words(every) +
                  (below < 1 ? " is shorter than a " + what + " of " + one
                             : " lies between two " + what + "s of " + one),
              "--every",
              "write a multiple of the " + what + ": " +
                  (below < 1 ? "" : seconds_in_words(below * grid) + " or ") +
                  seconds_in_words((below + 1) * grid),
              Fault::usage);
}

}  // namespace takt::io
