// Table 6.1 of 004: drifts of the two-link arm whose end slides along a parabola (Case I).
#pragma once

#include "takt/experiment/paper_004/fixed_step.hpp"

namespace takt::experiment::paper_004 {

std::vector<DriftRow> table_6_1();
Report report_table_6_1();

}  // namespace takt::experiment::paper_004
