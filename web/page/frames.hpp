// Collects exact rows over time in bounded memory: every row, or every second, fourth, ... row, and
// always the first and the last one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace takt::web {

class Frames {
 public:
  Frames(std::size_t columns, std::size_t most);  // `most`: the number of rows kept, at least 4

  void add(std::span<const double> row);

  std::int64_t seen() const noexcept { return seen_; }
  std::size_t rows() const noexcept;
  std::vector<double> column(std::size_t) const;

 private:
  bool last_is_kept() const noexcept { return seen_ > 0 && (seen_ - 1) % every_ == 0; }

  std::size_t columns_, most_;
  std::vector<double> cells_, last_;
  std::int64_t seen_ = 0, every_ = 1;
};

}  // namespace takt::web
