// The table of a study as HDF5: one dataset for each column of the CSV file, numbers as doubles (NaN where the cell
// is empty), words as texts of fixed length. The same rows give the same bytes: no times are stored.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/run/shard.hpp"

namespace takt::study {

// Which columns are numbers, and how long the words of the others are.
class TableShape {
 public:
  explicit TableShape(std::vector<std::string> names);
  void look(std::string_view row);
  const std::vector<std::string>& names() const noexcept { return names_; }
  bool is_number(std::size_t column) const noexcept { return number_[column]; }
  std::size_t longest(std::size_t column) const noexcept { return longest_[column]; }

 private:
  std::vector<std::string> names_;
  std::vector<bool> number_;
  std::vector<std::size_t> longest_;
  std::vector<std::string> cells_;
};

// The cells of a row, without the quotes around them.
void cells_of(std::string_view row, std::vector<std::string>& cells);

void write_table_hdf5(const std::string& path, const Study&, const TableShape&, const Shards&);

}  // namespace takt::study
