// Figures 3 to 5 of 002 (Arnold, Fuchs, Fuehrer): the sparsity pattern of the matrix of the train
// carriage, the groups of columns that are differenced together, and the compressed pattern with
// one column per group.
#pragma once

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

Report report_figure_3();
Report report_figure_4();
Report report_figure_5();

}  // namespace takt::reproduce::paper_002
