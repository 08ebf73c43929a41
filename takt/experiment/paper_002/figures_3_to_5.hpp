// Figures 3 to 5 of 002: where the matrix of the train carriage can differ from zero, which of its
// columns are differenced together, and what is left when each group is one column.
#pragma once

#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_002 {

Report report_figure_3();
Report report_figure_4();
Report report_figure_5();

}  // namespace takt::experiment::paper_002
