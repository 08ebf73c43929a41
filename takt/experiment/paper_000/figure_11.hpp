// Figure 11 of 000: coupling forces between truck and trailer, by a spring and by a constraint.
#pragma once

#include "takt/experiment/paper_000/truck.hpp"
#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_000 {

struct Figure11 {
  Coupling spring, stiff_spring, constraint;
};

Figure11 figure_11(double until = course);
Report report_figure_11();

}  // namespace takt::experiment::paper_000
