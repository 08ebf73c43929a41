// Figure 2.1 of 004 (Ascher, Chin, Petzold, Reich 1994): the error of the solution over the
// parameter gamma of a stabilisation.
//
//   Baumgarte   g'' + 2 gamma g' + gamma^2 g = 0              (2.3)
//   invariant   z' = f(z) - gamma F h(z)                      (4.3), explicit, and (5.2), implicit
#pragma once

#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_004 {

struct Figure21Point {
  double gamma;
  double baumgarte, invariant, implicit;  // largest error of q at the samples; infinite: blew up
};

struct Figure21 {
  double step;
  double unstabilised;  // the error for gamma = 0
  std::vector<Figure21Point> points;
};

Figure21 figure_2_1();
Report report_figure_2_1();

}  // namespace takt::reproduce::paper_004
