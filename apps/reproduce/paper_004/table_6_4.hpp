// Table 6.4 of 004 (Ascher, Chin, Petzold, Reich 1994): drifts of the squeezing mechanism with
// DOPRI5 and error control.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_004 {

struct Table64Row {
  std::string_view stabilisation;
  std::string_view printed_tries, printed_position, printed_velocity;  // as printed in the paper
  std::int64_t tries;                                                  // ours; the paper's NSTEP
  double position, velocity;
  // Coordinates at the end, mod 2 pi, whose leading digit differs from that of a tight run.
  int wrong;
};

std::vector<Table64Row> table_6_4();
Report report_table_6_4();

}  // namespace takt::reproduce::paper_004
