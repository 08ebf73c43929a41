// The Schur complement S = G A^-1 B' of a saddle-point system, and y = S^-1 r by proximal sweeps
// (saddle.hpp): S may be singular because rows of G are redundant.
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/linear/dense_factor.hpp"
#include "takt/linear/saddle.hpp"

namespace takt::linear {

inline DenseFactor::Kind kind_for(Symmetry symmetry) noexcept {
  return symmetry == Symmetry::definite ? DenseFactor::Kind::ldlt : DenseFactor::Kind::lu;
}

// rho for m rows. If all rows of G are zero, rho = 1 keeps S_rho regular and the multipliers become
// zero.
inline double regularisation(double trace, Index m) noexcept {
  return trace != 0 ? Saddle::relative_rho * std::abs(trace) / static_cast<double>(m) : 1.0;
}

// y <- S^-1 r, in: r = y. `solve` divides by S_rho, r and t are work space.
template <class Solve>
inline void proximal_sweeps(Index m, const double* S, double* r, double* t, double* y,
                            Solve solve) noexcept {
  for (Index i = 0; i < m; ++i) r[i] = y[i];
  solve(y);
  for (int k = 1; k < Saddle::sweeps; ++k) {
    for (Index i = 0; i < m; ++i) t[i] = r[i];
    for (Index j = 0; j < m; ++j) {
      const double yj = y[j];
      for (Index i = 0; i < m; ++i) t[i] -= S[j * m + i] * yj;
    }
    solve(t);
    for (Index i = 0; i < m; ++i) y[i] += t[i];
  }
}

// The same without S: one sweep (S + rho) y+ = r + rho y is one solve with [A B'; G -rho I] and the
// right side (b, c - rho y), because eliminating x gives exactly that Schur complement. b and work
// are work space of the size of (x, y).
template <class Factor>
inline void proximal_sweeps(Factor& whole, double rho, Vector& b, Vector& work, Vector& x,
                            Vector& y) noexcept {
  b.head(x.size()) = x;
  b.tail(y.size()) = y;
  y.setZero();
  for (int k = 0; k < Saddle::sweeps; ++k) {
    work = b;
    work.tail(y.size()) -= rho * y;
    whole.solve(work);
    y = work.tail(y.size());
  }
  x = work.head(x.size());
}

class SchurComplement {  // of a size known at run time
 public:
  SchurComplement(Index m, Symmetry symmetry)
      : S_(Matrix::Zero(m, m)), r_(Vector::Zero(m)), t_(Vector::Zero(m)) {
    S_rho_.analyse(m, kind_for(symmetry));
  }
  Matrix& S() noexcept { return S_; }  // fill, then factorise()
  Status factorise() noexcept {
    const Index m = S_.rows();
    double trace = 0;
    for (Index i = 0; i < m; ++i) trace += S_(i, i);
    const double rho = regularisation(trace, m);
    std::copy_n(S_.data(), m * m, S_rho_.values());
    for (Index i = 0; i < m; ++i) S_rho_.values()[i * m + i] += rho;
    return S_rho_.factorise();
  }
  void solve(Vector& y) noexcept {  // y <- S^-1 y
    proximal_sweeps(S_.rows(), S_.data(), r_.data(), t_.data(), y.data(),
                    [&](double* x) { S_rho_.solve(x, 1); });
  }

 private:
  Matrix S_;
  DenseFactor S_rho_;  // S + rho I
  Vector r_, t_;
};

}  // namespace takt::linear
