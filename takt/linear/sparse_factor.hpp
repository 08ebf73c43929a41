// Sparse LU of one square matrix with a fixed ordering, by KLU. After the first factorisation it
// only refactorises: fixed operation count, no heap. Pivots stay on the diagonal, which must not
// vanish; pivots off the diagonal could become zero as the values change.
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

  // The pattern is square and may be full. If an order is given, columns and rows are eliminated in
  // this order; otherwise KLU chooses one.
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
