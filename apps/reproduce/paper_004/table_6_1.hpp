// Table 6.1 of 004 (Ascher, Chin, Petzold, Reich 1994): drifts of the two-link arm whose end slides
// along a parabola (Case I).
#pragma once

#include "apps/reproduce/paper_004/fixed_step.hpp"

namespace takt::reproduce::paper_004 {

std::vector<DriftRow> table_6_1();
Report report_table_6_1();

}  // namespace takt::reproduce::paper_004
