// The study to which 003 (Dopico et al., IRK real time) refers (its [Cuadrado et al. 2004b]):
// dissipative structural integrators instead of the trapezoidal rule, hybrid formulation, the Iltis
// driving down stairs.
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"
#include "apps/reproduce/stairs.hpp"

namespace takt::reproduce::paper_003 {

inline constexpr std::string_view structural_integrators[] = {
    "trapezoidal", "newmark(xi=0.05)",           "newmark(xi=0.1)",
    "hht",         "generalized_alpha(rho=0.8)", "generalized_alpha(rho=0.5)"};

struct StructuralRun {
  double step;
  stairs::Ride ride;
  double before, all;  // m, RMS distance to the reference up to the first stair and up to 8 s
};

struct StructuralRow {
  std::string_view integrator;
  std::vector<StructuralRun> runs;  // 5 ms, 10 ms
};

std::vector<StructuralRow> structural();
Report report_structural();

}  // namespace takt::reproduce::paper_003
