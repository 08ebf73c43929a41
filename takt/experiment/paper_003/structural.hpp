// The study 003 refers to (its [Cuadrado et al. 2004b]): dissipative structural integrators in place
// of the trapezoidal rule, hybrid formulation, the Iltis down the stairs.
#pragma once

#include <string_view>
#include <vector>

#include "takt/experiment/report.hpp"
#include "takt/experiment/stairs.hpp"

namespace takt::experiment::paper_003 {

inline constexpr std::string_view structural_integrators[] = {
    "trapezoidal", "newmark(xi=0.05)",           "newmark(xi=0.1)",
    "hht",         "generalized_alpha(rho=0.8)", "generalized_alpha(rho=0.5)"};

struct StructuralRun {
  double step;
  stairs::Ride ride;
  double before, all;  // m, RMS distance to the reference up to the first stair and to 8 s
};

struct StructuralRow {
  std::string_view integrator;
  std::vector<StructuralRun> runs;  // 5 ms, 10 ms
};

std::vector<StructuralRow> structural();
Report report_structural();

}  // namespace takt::experiment::paper_003
