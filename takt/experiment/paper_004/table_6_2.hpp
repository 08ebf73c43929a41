// Table 6.2 of 004: drifts of the two-link arm whose end has a given height (Case II).
#pragma once

#include "takt/experiment/paper_004/fixed_step.hpp"

namespace takt::experiment::paper_004 {

std::vector<DriftRow> table_6_2();
Report report_table_6_2();

}  // namespace takt::experiment::paper_004
