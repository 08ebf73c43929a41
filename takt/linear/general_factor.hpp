// LU of one general square matrix: condensed, dense or sparse, whichever is faster for its size and
// pattern.
#pragma once

#include <vector>

#include "takt/linear/condensed_factor.hpp"
#include "takt/linear/dense_factor.hpp"
#include "takt/linear/pivoted_factor.hpp"

namespace takt::linear {

class GeneralFactor {
 public:
  void analyse(const Pattern&);
  void keep_pivots(bool keep) noexcept { sparse_.keep_pivots(keep); }
  // Values in the order of the pattern. Pivots of the sparse factor outlive their values: a factor
  // that shall give the same bits elsewhere must be told the values they were chosen for.
  Status factorise(const Vector& values) noexcept;
  bool chose_pivots() const noexcept { return is_sparse_ && sparse_.chose_pivots(); }
  Status choose_pivots(const Vector& values) noexcept;
  void solve(Vector& x) noexcept;  // in place
  bool is_sparse() const noexcept { return is_sparse_; }

 private:
  bool is_sparse_ = false;
  bool may_condense_ = false, condensed_now_ = false;
  std::vector<int> place_;  // of each value in the dense matrix
  CondensedFactor condensed_;
  DenseFactor dense_;  // also where the pivots of the condensed one are no good
  PivotedFactor sparse_;
};

}  // namespace takt::linear
