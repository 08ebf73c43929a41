// Figures 2 and 3 of 001: the index-3 augmented Lagrangian with the trapezoidal rule alone. Velocity
// constraints drift off and the energy grows in an uncontrolled manner.
//
// The paper stops at 5 s; here the run goes on to 8 s, where it no longer needs a trained eye.
#pragma once

#include <vector>

#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_001 {

struct Unprojected {
  std::vector<double> t, velocity, energy;  // |Phi_dot| and J, at every step
  double blow_up;         // s, where energy is off by more than turning the rod over, or a step
                          // fails; infinite when neither happens
  bool failed;            // a step did
  double change_by_then;  // J, the largest change up to there
  double change_before, change_late;  // J, largest change up to 2 s and in (4, 5] s
  double drift_early, drift_late;     // largest |Phi_dot| up to 2 s and in (4, 5] s
  bool positions_hold;                // |Phi| is at round-off to 5 s
};

Unprojected figures_2_and_3();
Report report_figure_2();
Report report_figure_3();

}  // namespace takt::experiment::paper_001
