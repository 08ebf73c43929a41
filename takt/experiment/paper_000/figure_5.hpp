// Figure 5 of 000: drift of the car axle over time, h = 10 ms.
#pragma once

#include <string_view>
#include <vector>

#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_000 {

struct Figure5Curve {
  std::string_view method;
  bool stabilised;
  std::vector<double> t, drift;            // |g| to 3 s, at every step
  double over_3_s, over_60_s, over_600_s;  // largest; infinite when the run blew up
  double t_end;                            // where the longest run ended
  double growth() const { return over_60_s / over_3_s; }
};

// Of a linear-implicit Euler method.
std::vector<Figure5Curve> figure_5(std::string_view integrator);
std::vector<Figure5Curve> figure_5();
Report report_figure_5();

}  // namespace takt::experiment::paper_000
