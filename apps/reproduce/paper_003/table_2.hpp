// Table 2 of 003 (Dopico et al., IRK real time): three formulations with the trapezoidal rule (TR)
// and with SDIRK, the Iltis driving down stairs. Car and road of the paper are not public (ERRATA
// 003.8): steps, iterations and ratios are compared in their tendency, not in their values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"
#include "apps/reproduce/stairs.hpp"

namespace takt::reproduce::paper_003 {

struct PrintedRow2 {  // Athlon XP 1600+; "---" if the paper has no value
  std::string_view step, cpu, iterations, realtime;  // s; s; -; -
};

struct Table2Row {
  PrintedRow2 printed;
  // s, our step: that of the row; in the last row the largest stable one; 0: none found.
  double step;
  stairs::Ride ride;
};

struct Table2Method {
  std::string_view name, method, unprojected;  // without projections; empty: there are none
  bool trapezoidal;
  std::vector<Table2Row> rows;  // 1 ms, 10 ms, the largest stable
  double safe;                  // s: the largest whole millisecond up to which all are stable
  stairs::Ride at_safe;
};

std::vector<Table2Method> table_2();
Report report_table_2();

double iterations_per_step(const Summary&);

}  // namespace takt::reproduce::paper_003
