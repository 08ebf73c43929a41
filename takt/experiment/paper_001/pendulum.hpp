// Section 5.1 of 001: the spherical compound pendulum, h = 25 ms, alpha = 1e7, for 5 s.
#pragma once

#include <string_view>

#include "takt/experiment/runs.hpp"

namespace takt::experiment::paper_001 {

inline constexpr double step = 0.025, until = 5;  // s

inline constexpr std::string_view unprojected = "ali3(alpha=1e7)+trapezoidal(until=1e-12)",
                                  projected = "ali3(alpha=1e7)+trapezoidal(until=1e-12)+tangent",
                                  conserving = "conserving(alpha=1e7)+midpoint(until=1e-12)",
                                  both = "conserving(alpha=1e7)+midpoint(until=1e-12)+tangent";

enum class Rows { lin, cross };  // constraint sets of the model: one motion

struct Swing {
  Summary summary;
  Trace trace;  // at every step
};
Swing swing(std::string_view method, double to = until, Rows = Rows::lin);

// Of a swing of 5 s against a tight solution at the same times.
struct Deviation {
  double energy;          // J, at the end against the start
  double largest_energy;  // J, the largest change on the way
  double tip;             // m, the largest distance of the end of the rod
  double lag;             // s, over the last 0.8 s: how much later the end is where it should be
};
Deviation deviation(const Swing&);

}  // namespace takt::experiment::paper_001
