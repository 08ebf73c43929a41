// Table 6.3 of 004 (Ascher, Chin, Petzold, Reich 1994): drifts of Case II with DOPRI5 and error
// control.
//
// Case II is chaotic (ERRATA 004.8): a run to 100 s depends on rounding errors, so each row is run
// from several first steps and shown as a spread. Up to 10 s single runs can still be compared.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_004 {

struct Spread {
  double least, median, most;
  // The factor by which `x` is outside; 1 if it is inside.
  double away(double x) const { return x < least ? least / x : x > most ? x / most : 1; }
};

struct Table63Row {
  double omega;
  std::string_view stabilisation;
  std::string_view printed_tries, printed_position, printed_velocity;  // as printed in the paper
  // ours; tries is the paper's NSTEP.
  Spread tries, position, velocity;
};

struct Table63Short {  // to 10 s, omega = 0.5
  std::string_view stabilisation;
  std::int64_t tries;
  double position, velocity;
};

std::vector<Table63Row> table_6_3();
std::vector<Table63Short> table_6_3_short();
Report report_table_6_3();

}  // namespace takt::reproduce::paper_004
