// Saddle-point systems by block elimination: A is factorised first, dense or front by front, then
// the dense Schur complement.
#include <algorithm>

#include "takt/base/stage_clock.hpp"
#include "takt/linear/dense_factor.hpp"
#include "takt/linear/entries.hpp"
#include "takt/linear/saddle_kinds.hpp"
#include "takt/linear/schur_complement.hpp"
#include "takt/linear/tangent.hpp"

namespace takt::linear {
namespace {

void copy_dense(const Patterned& A, double* out) noexcept {
  const Pattern& p = A.pattern();
  if (p.full) {
    std::copy_n(A.values().data(), A.values().size(), out);
    return;
  }
  std::fill_n(out, p.rows * p.cols, 0.0);
  each_entry(p, [&](int i, int j, int k) { out[j * p.rows + i] = A.values()[k]; });
}

class DenseUpper {  // solves with A as a dense matrix
 public:
  DenseUpper(Index n, Symmetry symmetry) { factor_.analyse(n, kind_for(symmetry)); }
  Status factorise(const Patterned& A) noexcept {
    copy_dense(A, factor_.values());
    return factor_.factorise();
  }
  void solve(double* x, Index columns) noexcept { factor_.solve(x, columns); }

 private:
  DenseFactor factor_;
};

class FrontsUpper {  // solves with a sparse A front by front (elimination.hpp)
 public:
  explicit FrontsUpper(const SharedPattern& A)
      : n_(A->cols), tangent_(std::make_unique<Tangent>(std::vector{A}, nullptr, nullptr, nullptr,
                                                        Storage::automatic, *own_)) {}
  Status factorise(const Patterned& A) noexcept {
    tangent_->set_zero();
    tangent_->add(0, 1, A);
    return tangent_->factorise();
  }
  void solve(double* x, Index columns) noexcept {
    for (Index j = 0; j < columns; ++j) tangent_->solve(x + j * n_);
  }

 private:
  Index n_;
  // A separate counter: the solves for the columns of the Schur complement are not counted as
  // solves of the saddle-point system.
  std::unique_ptr<Counters> own_ = std::make_unique<Counters>();
  std::unique_ptr<Tangent> tangent_;
};

// Block elimination: A, then the Schur complement S + rho I.
template <class Upper> class BlockSaddle final : public Saddle {
 public:
  BlockSaddle(Upper upper, Index n, Index m, Symmetry symmetry, Counters& counters)
      : n_(n), m_(m), counters_(counters), A_(std::move(upper)), B_(m, n), G_(m, n), X_(n, m),
        complement_(m, symmetry) {}

  Status factorise(const Patterned* A, const Patterned& B, const Patterned& G) noexcept override {
    const StageScope timed(Stage::factorise);
    status_ = Status::ok;
    identity_ = A == nullptr;
    if (!identity_) {
      status_ = A_.factorise(*A);
      ++counters_.factorisations;
      if (status_ != Status::ok) return status_;
    }
    if (m_ == 0) return status_;
    copy_dense(G, G_.data());
    const Matrix* upper = &G_;
    if (&B != &G) {
      copy_dense(B, B_.data());
      upper = &B_;
    }
    for (Index j = 0; j < m_; ++j)
      for (Index i = 0; i < n_; ++i) X_(i, j) = (*upper)(j, i);
    if (!identity_) A_.solve(X_.data(), m_);
    Matrix& S = complement_.S();
    for (Index j = 0; j < m_; ++j) {
      for (Index i = 0; i < m_; ++i) S(i, j) = 0;
      for (Index k = 0; k < n_; ++k) {
        const double x = X_(k, j);
        for (Index i = 0; i < m_; ++i) S(i, j) += G_(i, k) * x;
      }
    }
    ++counters_.factorisations;
    return status_ = complement_.factorise();
  }

  void solve(Vector& x, Vector& y) noexcept override {
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    if (!identity_) A_.solve(x.data(), 1);
    if (m_ == 0) return;
    for (Index i = 0; i < m_; ++i) y[i] = -y[i];
    for (Index k = 0; k < n_; ++k) {
      const double xk = x[k];
      for (Index i = 0; i < m_; ++i) y[i] += G_(i, k) * xk;
    }
    complement_.solve(y);
    for (Index j = 0; j < m_; ++j) {
      const double yj = y[j];
      for (Index i = 0; i < n_; ++i) x[i] -= X_(i, j) * yj;
    }
  }

  void solve_upper(Vector& x) noexcept override {
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    if (!identity_) A_.solve(x.data(), 1);
  }

  void multipliers(Vector& y) noexcept override {
    const StageScope timed(Stage::solve);
    ++counters_.solves;
    if (m_ > 0) complement_.solve(y);
  }

  void least_norm(Vector& y, Vector& x) noexcept override {
    multipliers(y);
    for (Index i = 0; i < n_; ++i) x[i] = 0;
    for (Index j = 0; j < m_; ++j) {
      const double yj = y[j];
      for (Index i = 0; i < n_; ++i) x[i] += X_(i, j) * yj;
    }
  }

 private:
  Index n_, m_;
  Counters& counters_;
  bool identity_ = false;
  Upper A_;
  Matrix B_, G_, X_;  // X = A^-1 B'
  SchurComplement complement_;
};

}  // namespace

std::unique_ptr<Saddle> make_dense_saddle(Index n, Index m, Symmetry symmetry, Counters& counters) {
  return std::make_unique<BlockSaddle<DenseUpper>>(DenseUpper(n, symmetry), n, m, symmetry,
                                                   counters);
}

std::unique_ptr<Saddle> make_fronts_saddle(const SharedPattern& A, Index m, Symmetry symmetry,
                                           Counters& counters) {
  return std::make_unique<BlockSaddle<FrontsUpper>>(FrontsUpper(A), A->cols, m, symmetry, counters);
}

}  // namespace takt::linear
