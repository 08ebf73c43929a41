// The two figures 9 of 001 (Dopico et al., energy conserving methods and projection; the second is
// called 10 here): the Iltis drives down stairs with h = 10 ms in natural coordinates; projections
// compared with energy conservation, and both together.
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"
#include "apps/reproduce/stairs.hpp"

namespace takt::reproduce::paper_001 {

struct Driven {
  std::string_view name, method;
  double step;  // s
  stairs::Ride ride;
  double before, all;  // m, RMS distance to the reference up to the first stair and up to 8 s
};

inline constexpr double driven_step = 0.01;  // s
inline constexpr std::string_view trapezoidal_with_projections = "natural:ali3+trapezoidal+tangent",
                                  conserving_alone = "natural:conserving+midpoint",
                                  conserving_with_projections =
                                      "natural:conserving+midpoint+tangent",
                                  conserving_with_loads_at_ends =
                                      "natural:conserving(loads=ends)+midpoint+tangent";

Driven drive(std::string_view name, std::string_view method, double step = driven_step);
Report report_figure_9();
Report report_figure_10();

}  // namespace takt::reproduce::paper_001
