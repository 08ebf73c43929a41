// Which rows of a dense matrix depend on others, and what none of them sees.
#pragma once

#include <memory>
#include <vector>

#include "takt/base/types.hpp"

namespace takt::linear {

// Rows made unit vectors, because lengths and angles stand side by side, then G' P = Q R with
// pivoting. Of rows that could replace each other the earlier one counts as independent.
class RowSpace {
 public:
  static constexpr double round_off = 1e-9;  // relative, of the rank

  explicit RowSpace(const Matrix& G, double tolerance = round_off);

  Index rank() const noexcept { return rank_; }
  std::vector<Index> dependent() const;              // ascending
  std::vector<Index> behind(Index dependent) const;  // independent rows that imply this one
  void to_null_space(Vector& x) const;               // x <- its part with G x = 0
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

// X with least |A X - B| by the same decomposition, where the columns of A are independent.
Matrix solve_by_pivots(const Matrix& A, const Matrix& B);

}  // namespace takt::linear
