// Shows distributions of durations as text and as JSON: quantiles, and bars over classes with the
// limits 1, 2, 5, 10, ....
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "takt/io/terminal/style.hpp"
#include "takt/simulate/histogram.hpp"

namespace takt::realtime {

struct Distribution {
  std::string name;
  const Histogram* histogram;
};

// One line of quantiles for each distribution.
std::string quantiles_text(const std::vector<Distribution>&, const io::Style&);
// Bars side by side; the length of a bar is the logarithm of a count, so that a single one is
// visible.
std::string distribution_text(const std::vector<Distribution>&, const io::Style&);
// min, mean, p50, p99, p9999, max in us, and the classes that are not empty.
nlohmann::ordered_json distribution_json(const Histogram&);

std::string microseconds(double ns);  // 3 digits, without a unit

}  // namespace takt::realtime
