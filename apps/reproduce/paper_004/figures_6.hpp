// Figures 6.2, 6.3 and 6.4 of 004 (Ascher, Chin, Petzold, Reich 1994): the motions of its examples.
#pragma once

#include <vector>

#include "apps/reproduce/report.hpp"
#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_004 {

struct Path {                          // of the free end of the two-link arm
  std::vector<double> t, x, y, force;  // force: |lambda|
  double off;                          // largest distance from the constraint, at the ends of steps
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

}  // namespace takt::reproduce::paper_004
