// Table 2 of 002: the chain of pendulums, its matrix by differences and by the updates (24), (26).
//
// The counts are chaotic (ERRATA 002.7), and on this chain (26) is no better than (24), because the
// support hardly moves dF/dy (ERRATA 002.8): a chain that is shaken harder tells them apart.
#pragma once

#include "takt/experiment/paper_002/chain.hpp"
#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_002 {

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
// On demand, (24), (26)a and (26)b, on the chain that is shaken harder.
std::vector<Table2Row> table_2_strong(int starts);
Report report_table_2();

}  // namespace takt::experiment::paper_002
