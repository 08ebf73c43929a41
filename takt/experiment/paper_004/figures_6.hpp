// Figures 6.2, 6.3 and 6.4 of 004: the motions themselves.
#pragma once

#include <vector>

#include "takt/experiment/report.hpp"
#include "takt/experiment/runs.hpp"

namespace takt::experiment::paper_004 {

struct Path {                          // of the free end of the two-link arm
  std::vector<double> t, x, y, force;  // force: |lambda|
  double off;                          // largest distance from the constraint, at step ends
};
Path figure_6_2();  // Case I, on the parabola y = x^2 - beta
Path figure_6_3();  // Case II, at the height y = sin^2(t/2)

struct Squeezer {
  std::vector<double> t;
  std::vector<Vector> q;
  std::vector<std::string> names;
  double drift, energy_change;
  double reference_error;  // of q at 0.03 s, against benchmarks.md 1.2 [C]
};
Squeezer figure_6_4();

Report report_figure_6_2();
Report report_figure_6_3();
Report report_figure_6_4();

}  // namespace takt::experiment::paper_004
