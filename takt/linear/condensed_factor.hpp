// Dense LU of a square matrix after the elimination of unknowns that are not coupled to each other.
//
//   [D R; B A] [x; y] = [b; c]:   S = A - B D^-1 R,   S y = c - B D^-1 b,   x = D^-1 (b - R y)
//
// Terms used: D is diagonal. In a residual form its unknowns are the positions: an equation
// F_q = q' - v + ... contains no position but its own. So half of the unknowns are eliminated
// before the dense factorisation starts. The result depends on the last values only, bit for bit,
// because no pivot choice is kept from earlier values.
#pragma once

#include "takt/linear/block_data.hpp"
#include "takt/linear/patterned.hpp"

namespace takt::linear {

class CondensedFactor {
 public:
  // Returns false if too few unknowns can be eliminated this way, if the matrix is small, or if the
  // rest is too sparse for a dense matrix.
  bool analyse(const Pattern&);
  // Copies the values, given in the order of the pattern. Returns false if D is too small compared
  // with R: then do not use this factor.
  bool takes(const Vector& values) noexcept;
  Status factorise() noexcept;  // the values given to takes()
  void solve(Vector& x) noexcept;

 private:
  struct Entry {  // an entry of R
    int row, col;
  };
  const block::Kernels* kernels_ = nullptr;
  int rest_ = 0, gone_ = 0;      // padded sizes of y and of the eliminated x
  List<int> gone_at_, rest_at_;  // indices of these unknowns in the argument of solve()
  List<int> place_;              // index of each value in memory_
  List<Entry> entries_;
  List<double> memory_;  // A, B, D, R one after the other
  double *A_ = nullptr, *B_ = nullptr, *D_ = nullptr, *R_ = nullptr;
  List<double> scale_, x_, y_;
  List<int> pivot_;
};

}  // namespace takt::linear
