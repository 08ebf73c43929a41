// Table 6.2 of 004 (Ascher, Chin, Petzold, Reich 1994): drifts of the two-link arm whose end has a
// prescribed height (Case II).
#pragma once

#include "apps/reproduce/paper_004/fixed_step.hpp"

namespace takt::reproduce::paper_004 {

std::vector<DriftRow> table_6_2();
Report report_table_6_2();

}  // namespace takt::reproduce::paper_004
