// Sparse LU of one square matrix with a frozen ordering (KLU): analysed once, afterwards only
// refactorised: fixed operation count, no heap. Pivots stay on the diagonal, which must not vanish:
// others might, as the values change.
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

  // Square; a full pattern is allowed. With an order, columns and rows are eliminated in it.
  void analyse(const Pattern&, std::vector<int> order = {});
  Status factorise(const Vector& values) noexcept;  // values in the order of the pattern
  void solve(Vector& x) noexcept;                   // in place

 private:
  struct Klu;
  std::vector<int> columns_, rows_;
  Vector values_;
  std::unique_ptr<Klu> klu_;
};

}  // namespace takt::linear
