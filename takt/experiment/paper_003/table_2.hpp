// Table 2 of 003: three formulations with the trapezoidal rule (TR) and with SDIRK, the Iltis down
// the stairs. The paper's car and road are not public (ERRATA 003.8): steps, iterations and ratios
// are compared in kind.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "takt/experiment/report.hpp"
#include "takt/experiment/stairs.hpp"

namespace takt::experiment::paper_003 {

struct PrintedRow2 {  // Athlon XP 1600+; "---" where the paper has none
  std::string_view step, cpu, iterations, realtime;  // s; s; -; -
};

struct Table2Row {
  PrintedRow2 printed;
  double step;  // s, ours: that of the row, in the last one the largest stable one; 0: none found
  stairs::Ride ride;
};

struct Table2Method {
  std::string_view name, method;
  bool trapezoidal;
  std::vector<Table2Row> rows;  // 1 ms, 10 ms, the largest stable
  double safe;                  // s, the largest whole millisecond up to which every one is stable
  stairs::Ride at_safe;
};

std::vector<Table2Method> table_2();
Report report_table_2();

double iterations_per_step(const Summary&);

}  // namespace takt::experiment::paper_003
