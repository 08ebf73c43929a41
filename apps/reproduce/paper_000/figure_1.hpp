// Figure 1 of 000 (Burgermeister, Arnold, Esterl): stability domains of explicit and
// linear-implicit Euler on x'' = -a x - b x'.
//
// One step is linear in (x, x'), so two steps from the unit states give its matrix exactly; the
// domain is where the spectral radius of that matrix is at most 1. For the step h:
//   exact, J2        all a, b >= 0
//   J1               h^2 a <= 2 h b + 4
//   J3               h b <= 2,  h^2 a <= 4 - 2 h b
//   explicit Euler   2 h b - 4 <= h^2 a <= h b   (not in the paper: Jury's criterion)
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

enum class Row { explicit_euler, exact, J1, J2, J3 };
inline constexpr Row rows[] = {Row::explicit_euler, Row::exact, Row::J1, Row::J2, Row::J3};
std::string_view name(Row) noexcept;

double spectral_radius(Row, double a, double b);  // of one step, h = 1

// The inequalities for h = 1: distance of (a, b) from the boundary, positive inside the domain.
double margin(Row, double a, double b) noexcept;

struct Figure1Row {
  Row row;
  // Grid points; those within 1e-6 of a boundary; those that contradict margin().
  int points, on_boundary, wrong;
};
std::vector<Figure1Row> figure_1();

// The boundary in the upper half of the plane of h times the eigenvalues, found by bisection with
// the integrators themselves. An infinite imaginary part means that the domain is not bounded
// there.
struct BoundaryPoint {
  Row row;
  double real, imaginary;
};
std::vector<BoundaryPoint> figure_1_boundaries();

Report report_figure_1();

}  // namespace takt::reproduce::paper_000
