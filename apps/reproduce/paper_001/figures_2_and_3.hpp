// Figures 2 and 3 of 001 (Dopico et al., energy conserving methods and projection): the index-3
// augmented Lagrangian with the trapezoidal rule and no projection. The velocity constraints drift
// off and the energy grows without control.
//
// The paper stops at 5 s; here the run continues to 8 s, where the instability is obvious.
#pragma once

#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_001 {

struct Unprojected {
  std::vector<double> t, velocity, energy;  // |Phi_dot| and J, after every step
  // s: where the energy error exceeds the energy that turns the rod over, or a step fails; else
  // infinite.
  double blow_up;
  bool failed;                        // because a step failed
  double change_by_then;              // J, the largest change up to that time
  double change_before, change_late;  // J, largest change up to 2 s and in (4, 5] s
  double drift_early, drift_late;     // largest |Phi_dot| up to 2 s and in (4, 5] s
  bool positions_hold;                // |Phi| is at round-off to 5 s
};

Unprojected figures_2_and_3();
Report report_figure_2();
Report report_figure_3();

}  // namespace takt::reproduce::paper_001
