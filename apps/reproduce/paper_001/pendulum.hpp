// Section 5.1 of 001 (Dopico et al., energy conserving methods and projection): the spherical
// compound pendulum, h = 25 ms, alpha = 1e7, for 5 s.
#pragma once

#include <string_view>

#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_001 {

inline constexpr double step = 0.025, until = 5;  // s

inline constexpr std::string_view unprojected = "ali3(alpha=1e7)+trapezoidal(until=1e-12)",
                                  projected = "ali3(alpha=1e7)+trapezoidal(until=1e-12)+tangent",
                                  conserving = "conserving(alpha=1e7)+midpoint(until=1e-12)",
                                  both = "conserving(alpha=1e7)+midpoint(until=1e-12)+tangent";

enum class Rows { lin, cross };  // two sets of constraints for the same motion

struct Swing {
  Summary summary;
  Trace trace;  // at every step
};
Swing swing(std::string_view method, double to = until, Rows = Rows::lin);

// Differences between a swing of 5 s and a tight solution at the same times.
struct Deviation {
  double energy;          // J, at the end compared with the start
  double largest_energy;  // J, the largest change at any time
  double tip;             // m, the largest distance between the ends of the rods
  double lag;             // s, over the last 0.8 s: delay with which the end of the rod follows
};
Deviation deviation(const Swing&);

}  // namespace takt::reproduce::paper_001
