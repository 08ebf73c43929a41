// Table 3 of 002 (Arnold, Fuchs, Fuehrer): a passenger car that performs periodic line changes.
//
// The topology of a car is a star: the rows of the car body have entries in every column, so that
// grouping alone cannot help (ERRATA 002.11). The percentages of the paper refer to #Je (ERRATA
// 002.9).
#pragma once

#include "apps/reproduce/paper_002/start_steps.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

struct Table3Printed {
  double cpu, jacobians, percent;
};

struct Table3Row {
  std::string jacobian;
  const Table3Printed* printed;  // null: not in the paper
  Counts ours;
  double cpu = 0;  // s, with forces that take 80 us
};

Campaign car(int starts);
std::vector<Table3Row> table_3(int starts, int timed);
Report report_table_3();

}  // namespace takt::reproduce::paper_002
