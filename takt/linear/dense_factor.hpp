// Dense factorisation of one square matrix. Memory is allocated once, in analyse().
//
// Mechanisms are small: for a few unknowns, plain loops whose length the compiler knows take half
// the time of a general library call (bench/linear). Eigen's blocked decompositions would be faster
// from about fifty unknowns on, but they allocate memory; large systems are sparse anyway.
#pragma once

#include "takt/base/list.hpp"
#include "takt/base/types.hpp"

namespace takt::linear {

class DenseFactor {
 public:
  // ldlt: for symmetric positive definite matrices; lu: for general ones
  enum class Kind : std::uint8_t { ldlt, lu };

  void analyse(Index n, Kind kind);
  double* values() noexcept { return work_.data(); }  // n x n, column-major: fill, then factorise()
  Status factorise() noexcept;
  void solve(double* x, Index columns) const noexcept;  // in place, columns of length n
  Index size() const noexcept { return n_; }

  using FactoriseKernel = bool (*)(double* A, int* pivot, Index n);
  using SolveKernel = void (*)(const double* A, const int* pivot, Index n, double* x,
                               Index columns);

 private:
  Index n_ = 0;
  Matrix work_;
  List<int> pivot_;
  FactoriseKernel factorise_ = nullptr;
  SolveKernel solve_ = nullptr;
};

}  // namespace takt::linear
