// Figure 8 of 000 (Burgermeister, Arnold, Esterl): global error of the car axle over the step size.
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct Figure8Curve {
  std::string_view method;
  std::vector<double> steps, error;  // largest error of q over 3 s, at samples 10 ms apart
  std::vector<double> longer;        // the same over 30 s
};

std::vector<Figure8Curve> figure_8();
Report report_figure_8();

}  // namespace takt::reproduce::paper_000
