// Collects rows of numbers over time in bounded memory, without losing an extreme of any column.
//
// Up to a number of rows all are kept. Beyond, two rows stand for a bucket of 4, 8, 16, ... rows, the
// same number in each: in every column the smallest and the largest value of the bucket, in the order they
// came. (In the column of the time, these are the first and the last.) When the memory is full,
// neighbouring buckets become one, and the width doubles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace takt::web {

class Series {
 public:
  // `most`: the number of rows kept, at least 4; made a multiple of 4.
  Series(std::size_t columns, std::size_t most);

  void add(std::span<const double> row);

  std::int64_t seen() const noexcept { return seen_; }  // rows that were added
  bool thinned() const noexcept { return width_ > 2; }
  std::size_t rows() const noexcept;
  std::vector<double> column(std::size_t) const;

 private:
  void halve();

  std::size_t columns_, most_;
  std::vector<double> cells_;  // row by row
  std::int64_t seen_ = 0;
  std::int64_t width_ = 2;   // rows for which two stand
  std::int64_t filled_ = 0;  // of them in the last bucket
};

}  // namespace takt::web
