// Figure 7 of 002 (Arnold, Fuchs, Fuehrer): the times at which the matrix of a chain of 16
// pendulums is computed by differences, and by the update (26), during the excitation of its
// support.
#pragma once

#include "apps/reproduce/paper_002/chain.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

struct Figure7 {
  MatrixTimes standard, extended;  // on demand, (26)a
};
Figure7 figure_7();
Report report_figure_7();

}  // namespace takt::reproduce::paper_002
