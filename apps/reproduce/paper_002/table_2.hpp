// Table 2 of 002 (Arnold, Fuchs, Fuehrer): a chain of pendulums, its matrix by differences and by
// the updates (24) and (26).
//
// The counts are chaotic (ERRATA 002.7). On this chain (26) is no better than (24), because the
// motion of the support hardly changes dF/dy (ERRATA 002.8); a chain that is excited more strongly
// shows the difference.
#pragma once

#include "apps/reproduce/paper_002/chain.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

struct Table2Printed {
  double cpu, jacobians, updates, percent;
};

struct Table2Row {
  int pendulums;
  std::string jacobian;
  const Table2Printed* printed;  // null: not in the paper
  Counts ours;
};

std::vector<Table2Row> table_2(int starts);
// On demand, (24), (26)a and (26)b, on the chain that is excited more strongly.
std::vector<Table2Row> table_2_strong(int starts);
// The same on rods whose support is a rheonomic joint of a model file.
std::vector<Table2Row> table_2_rods(int starts);
Report report_table_2();

}  // namespace takt::reproduce::paper_002
