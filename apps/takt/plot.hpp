// A small plot made of text: curves over logarithmic axes.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "takt/io/terminal/style.hpp"

namespace takt::app {

struct Curve {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

// Empty if fewer than two points can be shown.
std::string log_log_plot(const std::vector<Curve>&, std::string_view x, std::string_view y,
                         const io::Style&);

}  // namespace takt::app
