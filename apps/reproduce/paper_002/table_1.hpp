// Table 1 of 002 (Arnold, Fuchs, Fuehrer): a train carriage passes an S-shaped line change. The
// matrix of the corrector is computed by differences of columns or of groups of columns, and kept
// by partitioned updates.
#pragma once

#include "apps/reproduce/paper_002/train.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

struct Table1Printed {
  double cpu, calls, corrector, jacobians, percent;
};

struct Table1Row {
  TrainFormalism formalism;
  std::string jacobian;
  const Table1Printed* printed;  // null: not in the paper
  Counts ours, expensive;        // with the normal forces, and with forces that take 80 us
  // Function calls that one analytic Jacobian costs: with forces that take 80 us, and with normal
  // ones.
  double written = 0, written_if_cheap = 0;
  // #fc, where an analytic Jacobian counts as the calls that it costs.
  double calls() const { return ours.calls.median + written * ours.jacobians.median; }
  double calls_if_cheap() const {
    return ours.calls.median + written_if_cheap * ours.jacobians.median;
  }
};

inline constexpr std::string_view standard = "dense+on_demand", both = "grouped+partitioned",
                                  both_by_estimate = "grouped(pattern=estimated)+partitioned",
                                  written_down = "analytic+partitioned";

// Counts are over `starts` first steps, processor times over `timed` ones.
std::vector<Table1Row> table_1(int starts, int timed);
Report report_table_1();

}  // namespace takt::reproduce::paper_002
