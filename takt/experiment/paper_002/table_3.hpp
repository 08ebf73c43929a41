// Table 3 of 002: a passenger car performing periodic line changes.
//
// A car is a star: the body's rows touch every column, so that grouping alone cannot help (ERRATA
// 002.11). The paper's percent is of #Je (ERRATA 002.9).
#pragma once

#include "takt/experiment/paper_002/start_steps.hpp"
#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_002 {

struct Table3Printed {
  double cpu, jacobians, percent;
};

struct Table3Row {
  std::string jacobian;
  const Table3Printed* printed;  // null: not in the paper
  Counts ours;
  double cpu = 0;  // s with forces that take 80 us
};

Campaign car(int starts);
std::vector<Table3Row> table_3(int starts, int timed);
Report report_table_3();

}  // namespace takt::experiment::paper_002
