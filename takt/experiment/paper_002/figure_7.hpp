// Figure 7 of 002: when the chain of 16 pendulums makes its matrix by differences, and when by the
// update (26), over the excitation of its support.
#pragma once

#include "takt/experiment/paper_002/chain.hpp"
#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_002 {

struct Figure7 {
  MatrixTimes standard, extended;  // on demand, (26)a
};
Figure7 figure_7();
Report report_figure_7();

}  // namespace takt::experiment::paper_002
