// Table 6.3 of 004: drifts of Case II under DOPRI5 with error control.
//
// Case II is chaotic (ERRATA 004.8): a run to 100 s depends on every rounding, so each row is run
// from several first steps and shown as a spread. Up to 10 s runs can still be compared one by one.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_004 {

struct Spread {
  double least, median, most;
  // How far `x` is outside, as a factor; 1 inside.
  double away(double x) const { return x < least ? least / x : x > most ? x / most : 1; }
};

struct Table63Row {
  double omega;
  std::string_view stabilisation;
  std::string_view printed_tries, printed_position, printed_velocity;  // as the paper prints them
  Spread tries, position, velocity;                                    // ours; tries is NSTEP
};

struct Table63Short {  // to 10 s, omega = 0.5
  std::string_view stabilisation;
  std::int64_t tries;
  double position, velocity;
};

std::vector<Table63Row> table_6_3();
std::vector<Table63Short> table_6_3_short();
Report report_table_6_3();

}  // namespace takt::experiment::paper_004
