// Table 1 of 002: a train carriage passing an S-shaped line change, the corrector's matrix by
// differences of columns or of groups of columns, and kept by partitioned updates.
#pragma once

#include "takt/experiment/paper_002/train.hpp"
#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_002 {

struct Table1Printed {
  double cpu, calls, corrector, jacobians, percent;
};

struct Table1Row {
  TrainFormalism formalism;
  std::string jacobian;
  const Table1Printed* printed;  // null: not in the paper
  Counts ours, expensive;        // forces as they are; forces that take 80 us
  // Calls that a written Jacobian costs: with forces that take 80 us, and as they are.
  double written = 0, written_if_cheap = 0;
  // #fc, a written Jacobian counted by what it costs.
  double calls() const { return ours.calls.median + written * ours.jacobians.median; }
  double calls_if_cheap() const {
    return ours.calls.median + written_if_cheap * ours.jacobians.median;
  }
};

inline constexpr std::string_view standard = "dense+on_demand", both = "grouped+partitioned",
                                  both_by_estimate = "grouped(pattern=estimated)+partitioned",
                                  written_down = "analytic+partitioned";

// Counts over `starts` first steps, processor times over `timed` ones.
std::vector<Table1Row> table_1(int starts, int timed);
Report report_table_1();

}  // namespace takt::experiment::paper_002
