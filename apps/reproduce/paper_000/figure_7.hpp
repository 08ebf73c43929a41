// Figure 7 of 000 (Burgermeister, Arnold, Esterl): explicit and partitioned linear-implicit Euler
// on the car axle.
//
// The axle is undamped, so explicit Euler is unstable for every step: vibrations grow like exp(h
// w^2 t / 2), w^2 = 2000/s^2 (ERRATA 000.8). With short steps it only takes longer to see it.
#pragma once

#include <string>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct Figure7Row {
  std::string integrator, stabilisation;
  double step, until;  // s
  double energy;       // largest change of energy divided by that of the exact motion; or infinite
  bool stable() const { return energy <= 2; }
};

std::vector<Figure7Row> figure_7();
Report report_figure_7();

}  // namespace takt::reproduce::paper_000
