// The table of a study in memory, for its page.
#pragma once

#include <string>
#include <vector>

#include "study/run/shard.hpp"

namespace takt::study {

struct ValueColumn {
  std::string name;
  bool metric = false;             // else a parameter, an input, a method or a step
  std::vector<std::string> words;  // of a column of words, in the order of their first case
  std::vector<double> values;      // of each case; the number of the word; NaN where there is none
};

struct TableValues {
  std::vector<ValueColumn> columns;  // without case, status, t_end, error
  std::vector<std::string> status, error;

  bool ok(std::size_t i) const { return status[i] == "ok"; }
  std::size_t cases() const noexcept { return status.size(); }
};

TableValues read_values(const CaseTable&, const Shards&);

}  // namespace takt::study
