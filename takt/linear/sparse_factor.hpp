// Sparse LU of one square matrix with a frozen ordering (KLU): analysed once, pivots chosen at the
// first factorisation, afterwards only refactorised: fixed operation count, no heap.
#pragma once

#include <vector>

#include "takt/linear/patterned.hpp"

namespace takt::linear {

class SparseFactor {
 public:
  SparseFactor();
  ~SparseFactor();
  SparseFactor(const SparseFactor&) = delete;
  SparseFactor& operator=(const SparseFactor&) = delete;

  void analyse(const Pattern&);                     // square; a full pattern is allowed
  Status factorise(const Vector& values) noexcept;  // values in the order of the pattern
  void solve(Vector& x) noexcept;                   // in place

 private:
  struct Klu;
  std::vector<int> columns_, rows_;
  Vector values_;
  std::unique_ptr<Klu> klu_;
};

}  // namespace takt::linear
