// The table of a study from its shards: one row for each case, in their order. It depends on the study alone:
// whatever computed the shards, its bytes are the same.
//
//   case, parameters, inputs, method, step, status, t_end, metrics, error
#pragma once

#include <string>
#include <vector>

#include "study/run/case_runner.hpp"
#include "study/run/shard.hpp"

namespace takt::study {

std::vector<std::string> table_columns(const CaseTable&);
std::string row_of(const CaseTable&, const Case&, const Outcome&);

struct Written {
  std::string csv, hdf5;
};
// Writes folder/table.csv and folder/table.h5. Both appear when they are complete. Throws Error: cases are
// missing, or a file cannot be written.
Written merge(const CaseTable&, const Shards&, const std::string& folder);

}  // namespace takt::study
