// LU of one general square matrix. Uses the condensed, dense or sparse factorisation, whichever is
// fastest for the size and pattern of the matrix.
#pragma once

#include "takt/linear/condensed_factor.hpp"
#include "takt/linear/dense_factor.hpp"
#include "takt/linear/sparse_factor.hpp"

namespace takt::linear {

class GeneralFactor {
 public:
  void analyse(const Pattern&);
  void keep_pivots(bool keep) noexcept { sparse_.keep_pivots(keep); }
  // Values in the order of the pattern. The sparse factor keeps the pivots chosen for earlier
  // values. A second factor that has to give the same bits needs choose_pivots() with those earlier
  // values.
  Status factorise(const Vector& values) noexcept;
  bool chose_pivots() const noexcept { return is_sparse_ && sparse_.chose_pivots(); }
  Status choose_pivots(const Vector& values) noexcept;
  void solve(Vector& x) noexcept;  // in place
  bool is_sparse() const noexcept { return is_sparse_; }

 private:
  bool is_sparse_ = false;
  bool may_condense_ = false, condensed_now_ = false;
  List<int> place_;  // index of each value in the dense matrix
  CondensedFactor condensed_;
  DenseFactor dense_;  // also used when the condensed factor rejects the values
  SparseFactor sparse_{SparseFactor::Pivots::searched};
};

}  // namespace takt::linear
