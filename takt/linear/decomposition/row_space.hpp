// Finds which rows of a dense matrix depend linearly on others, and its null space.
#pragma once

#include <memory>
#include <vector>

#include "takt/base/types.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear {

// The rows are scaled to unit length, because G can mix lengths and angles. Then G' P = Q R with
// pivoting. If two rows could replace each other, the earlier one counts as independent.
class RowSpace {
 public:
  static constexpr double round_off = dependent_pivot;  // default relative tolerance of the rank

  explicit RowSpace(const Matrix& G, double tolerance = round_off);

  Index rank() const noexcept { return rank_; }
  std::vector<Index> dependent() const;              // ascending
  std::vector<Index> behind(Index dependent) const;  // the independent rows that it depends on
  void to_null_space(Vector& x) const;               // projects x onto G x = 0
  Matrix null_space() const;                         // orthonormal columns

 private:
  Index rows_ = 0, cols_ = 0, rank_ = 0;
  std::shared_ptr<const Eigen::ColPivHouseholderQR<Matrix>> qr_;
};

// The columns of A in the order of their pivots, and how many of them are independent.
struct Pivots {
  std::vector<int> order;
  Index rank = 0;
};
Pivots pivots(const Matrix& A, double tolerance);

// The X that minimises |A X - B|, by the same decomposition; the columns of A must be independent.
Matrix solve_by_pivots(const Matrix& A, const Matrix& B);

}  // namespace takt::linear
