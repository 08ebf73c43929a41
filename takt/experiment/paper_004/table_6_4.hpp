// Table 6.4 of 004: drifts of the squeezing mechanism under DOPRI5 with error control.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_004 {

struct Table64Row {
  std::string_view stabilisation;
  std::string_view printed_tries, printed_position, printed_velocity;  // as the paper prints them
  std::int64_t tries;                                                  // ours; NSTEP
  double position, velocity;
  int wrong;  // coordinates at the end, mod 2 pi, whose leading digit is not that of a tight run
};

std::vector<Table64Row> table_6_4();
Report report_table_6_4();

}  // namespace takt::experiment::paper_004
