// Distributions of durations for people and for programs: quantiles, and bars over classes 1, 2, 5, 10, ....
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "takt/io/style.hpp"
#include "takt/simulate/histogram.hpp"

namespace takt::realtime {

struct Distribution {
  std::string name;
  const Histogram* histogram;
};

// A line of quantiles each.
std::string quantiles_text(const std::vector<Distribution>&, const io::Style&);
// Side by side; the length of a bar is the logarithm of a count, so that a single one is seen.
std::string distribution_text(const std::vector<Distribution>&, const io::Style&);
// min, mean, p50, p99, p9999, max in us, and the classes that are not empty.
nlohmann::ordered_json distribution_json(const Histogram&);

std::string microseconds(double ns);  // 3 digits, without a unit

}  // namespace takt::realtime
