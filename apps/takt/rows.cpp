#include "rows.hpp"

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::app {

void require_rows(const Destinations& to, const std::string& every, const std::string& record) {
  if (!to.out.empty() || !to.recording.empty()) return;
  for (const auto& [word, option, does] :
       {std::tuple{&record, "--record", "adds columns to result files"},
        std::tuple{&every, "--every", "says which rows result files get"}})
    if (!word->empty() && (to.report.empty() || word == &record))
      throw Error(std::string(option) + " " + does + ", and there is none", option,
                  "add --out FILE.csv, or leave it out", Fault::usage);
}

void require_on_grid(double every, double grid, const std::string& what) {
  constexpr double round_off = 1e-6;  // of times as users write them
  const double times = every / grid, below = std::floor(times);
  if (!(every > 0) || std::abs(times - std::round(times)) <= round_off * std::max(1.0, times))
    return;
  const std::string one = io::seconds_in_words(grid);
  throw Error("--every " + io::seconds_in_words(every) +
                  (below < 1 ? " is shorter than a " + what + " of " + one
                             : " lies between two " + what + "s of " + one),
              "--every",
              "write a multiple of the " + what + ": " +
                  (below < 1 ? "" : io::seconds_in_words(below * grid) + " or ") +
                  io::seconds_in_words((below + 1) * grid),
              Fault::usage);
}

}  // namespace takt::app
