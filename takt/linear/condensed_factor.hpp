// Dense LU of a square matrix after unknowns that do not see each other were eliminated.
//
//   [D R; B A] [x; y] = [b; c]:   S = A - B D^-1 R,   S y = c - B D^-1 b,   x = D^-1 (b - R y)
//
// Terms used: D diagonal. In a residual form those are the positions: F_q = q' - v + ... holds no
// other position than its own, and half of the unknowns are gone before anything is factorised.
// Nothing but the values given last decides on the bits: there are no pivots to remember.
#pragma once

#include <vector>

#include "takt/linear/block_data.hpp"
#include "takt/linear/patterned.hpp"

namespace takt::linear {

class CondensedFactor {
 public:
  // False: too few unknowns can be eliminated so, or what is left is too sparse to be stored full.
  bool analyse(const Pattern&);
  // Values in the order of the pattern. False: D is small against R, and the factor not to be used.
  bool takes(const Vector& values) noexcept;
  Status factorise() noexcept;  // of the values taken
  void solve(Vector& x) noexcept;

 private:
  struct Entry {  // of R
    int row, col;
  };
  const block::Kernels* kernels_ = nullptr;
  int rest_ = 0, gone_ = 0;             // sizes, padded
  std::vector<int> gone_at_, rest_at_;  // places of the unknowns in x
  std::vector<int> place_;              // of each value in memory_
  std::vector<Entry> entries_;
  std::vector<double> memory_;  // A, B, D, R
  double *A_ = nullptr, *B_ = nullptr, *D_ = nullptr, *R_ = nullptr;
  std::vector<double> scale_, x_, y_;
  std::vector<int> pivot_;
};

}  // namespace takt::linear
