// Figure 10 of 000 (Burgermeister, Arnold, Esterl): position error of the coupling between truck
// and trailer, with a spring and with a constraint.
#pragma once

#include "apps/reproduce/paper_000/truck.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct Figure10 {
  // Spring; constraint with lambda=mass and with lambda=matrix; modules.
  std::vector<Coupling> couplings;
  double by_force;  // spring: mean of c times defect over force
  // Step sizes in s, and the largest defects up to 10 s.
  std::vector<double> steps, with_matrix, with_mass;
  struct Parameters {
    double V, P;
    std::string what;
    bool matrix_lasts, mass_lasts;  // up to 10 s, with h = 1 ms
  };
  std::vector<Parameters> baumgarte;
  double long_run;  // over 1200 s: largest defect in the second half divided by that in the first
};

Figure10 figure_10();
Report report_figure_10();

}  // namespace takt::reproduce::paper_000
