// The chain of mathematical pendulums of 002 (Arnold, Fuchs, Fuehrer), section 4.2.1.
#pragma once

#include "apps/reproduce/paper_002/start_steps.hpp"

namespace takt::reproduce::paper_002 {

inline constexpr double chain_omega = 0.31415926535897931;  // rad/s, 2 pi 0.05 (ERRATA 002.6)
inline constexpr double chain_first_step = 0.2;             // s

Campaign chain(int pendulums, int starts);
// Excited so strongly that dF/dy depends on the motion of the support (ERRATA 002.8).
Campaign strong_chain(int starts);
// The model file `shaken-rods`: three rods on a support that is a rheonomic joint.
Campaign shaken_rods(int starts);

// The times at which a run computed the iteration matrix, by differences or by an update.
struct MatrixTimes {
  std::vector<double> differences, updates;  // ends of steps in s; twice if a step computed two
  bool finished = false;
};
MatrixTimes matrix_times(const Campaign&, std::string_view jacobian, double first_step);

}  // namespace takt::reproduce::paper_002
