// Figure 10 of 000: position defect between truck and trailer, by a spring and by a constraint.
#pragma once

#include "takt/experiment/paper_000/truck.hpp"
#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_000 {

struct Figure10 {
  std::vector<Coupling>
      couplings;    // spring; constraint with lambda=mass and lambda=matrix; modules
  double by_force;  // spring: mean of defect c / force
  std::vector<double> steps, with_matrix, with_mass;  // s and largest defects to 10 s
  struct Parameters {
    double V, P;
    std::string what;
    bool matrix_lasts, mass_lasts;  // to 10 s, at 1 ms
  };
  std::vector<Parameters> baumgarte;
  double long_run;  // largest defect of the second half to that of the first, over 1200 s
};

Figure10 figure_10();
Report report_figure_10();

}  // namespace takt::experiment::paper_000
