// Figure 6 of 000 (Burgermeister, Arnold, Esterl): largest drift of the car axle over the step
// size.
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct Figure6Curve {
  std::string_view method;
  std::vector<double> steps;               // s
  std::vector<double> position, velocity;  // largest |g| and |g'| up to 3 s
  std::vector<double> bound;               // g_lim of section 3.4, if it applies
  double order = 0;                        // of the position drift, by least squares
};

std::vector<Figure6Curve> figure_6();
Report report_figure_6();

}  // namespace takt::reproduce::paper_000
