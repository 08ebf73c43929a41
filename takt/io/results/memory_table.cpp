#include "takt/io/results/memory_table.hpp"

#include <algorithm>

namespace takt::io {

MemoryTable::MemoryTable(Columns columns)
    : columns_(std::move(columns)), width_(columns_.names().size()) {}

void MemoryTable::take(const Sample& sample) {
  const std::int64_t at = rows_ % rows_a_block;
  if (at == 0) blocks_.push_back(std::make_unique_for_overwrite<double[]>(rows_a_block * width_));
  columns_.fill(sample, {blocks_.back().get() + at * static_cast<std::int64_t>(width_), width_});
  ++rows_;
}

std::vector<double> MemoryTable::move_columns() {
  std::vector<double> all(static_cast<std::size_t>(rows_) * width_);
  // A few rows at a time, so that what is read stays in the cache while it is written column by column.
  constexpr std::int64_t few = 64;
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const std::int64_t first = static_cast<std::int64_t>(b) * rows_a_block;
    const std::int64_t here = std::min(rows_a_block, rows_ - first);
    for (std::int64_t from = 0; from < here; from += few) {
      const std::int64_t to = std::min(from + few, here);
      for (std::size_t k = 0; k < width_; ++k) {
        double* column = all.data() + k * static_cast<std::size_t>(rows_) + first;
        const double* row = blocks_[b].get() + k;
        for (std::int64_t i = from; i < to; ++i) column[i] = row[i * width_];
      }
    }
    blocks_[b].reset();
  }
  blocks_.clear();
  rows_ = 0;
  return all;
}

}  // namespace takt::io
