// Results in memory: a sink that keeps the rows of a run and gives them as columns.
#pragma once

#include <memory>
#include <vector>

#include "takt/io/results/columns.hpp"

namespace takt::io {

class MemoryTable final : public Sink {
 public:
  explicit MemoryTable(Columns);

  void take(const Sample&) override;
  std::int64_t rows() const noexcept { return rows_; }
  const Columns& columns() const noexcept { return columns_; }

  // All columns, one after the other, rows() numbers each. The table is empty then.
  std::vector<double> move_columns();

 private:
  static constexpr std::int64_t rows_a_block = 4096;

  Columns columns_;
  std::size_t width_;
  std::int64_t rows_ = 0;
  std::vector<std::unique_ptr<double[]>> blocks_;  // of rows: growing copies nothing
};

}  // namespace takt::io
