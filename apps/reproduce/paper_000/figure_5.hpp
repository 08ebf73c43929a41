// Figure 5 of 000 (Burgermeister, Arnold, Esterl): drift of the car axle over time, h = 10 ms.
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct Figure5Curve {
  std::string_view method;
  bool stabilised;
  std::vector<double> t, drift;            // |g| up to 3 s, after every step
  double over_3_s, over_60_s, over_600_s;  // largest drift; infinite if the run blew up
  double t_end;                            // s: end of the longest run
  double growth() const { return over_60_s / over_3_s; }
};

// With the given linear-implicit Euler method.
std::vector<Figure5Curve> figure_5(std::string_view integrator);
std::vector<Figure5Curve> figure_5();
Report report_figure_5();

}  // namespace takt::reproduce::paper_000
