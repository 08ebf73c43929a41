// Figure 11 of 000 (Burgermeister, Arnold, Esterl): coupling force between truck and trailer, with
// a spring and with a constraint.
#pragma once

#include "apps/reproduce/paper_000/truck.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct Figure11 {
  Coupling spring, stiff_spring, constraint;
};

Figure11 figure_11(double until = course);
Report report_figure_11();

}  // namespace takt::reproduce::paper_000
