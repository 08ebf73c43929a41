#include "takt/formulation/independent.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace takt {
namespace {

constexpr double no_pivot = 1e-9;    // of the first: the row depends on those before it
constexpr double last_good = 1e-7;   // a partition nearer to singular than this is given up

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

void fill(const linear::Patterned& A, Matrix& out) noexcept {
  const linear::Pattern& p = A.pattern();
  if (p.full) {
    std::copy(A.values().data(), A.values().data() + A.values().size(), out.data());
    return;
  }
  out.setZero();
  for (Index j = 0; j < p.cols; ++j)
    for (int k = p.col_start[at(j)]; k < p.col_start[at(j + 1)]; ++k)
      out(p.row[at(k)], j) = A.values()[k];
}

}  // namespace

Independent::Independent(Index n, Index ng, Basis basis)
    : n_(n), ng_(ng), basis_(basis), W_(Matrix::Zero(ng, n)), G_(W_), row_(at(ng)), col_(at(n)),
      y_(Vector::Zero(ng)) {}

void Independent::count(const linear::Patterned& G) {
  rank_ = eliminate(G);
  const Index f = freedom();
  GD_ = Matrix::Zero(rank_, rank_);
  X_ = Matrix::Zero(rank_, f);
  TR_ = Matrix::Zero(n_, f);
  if (basis_ == Basis::tangent) {
    N_ = Matrix::Zero(n_, f);
    D_ = Matrix::Zero(n_, rank_);
  }
  factor_.analyse(rank_, linear::DenseFactor::Kind::lu);
  transposed_.analyse(rank_, linear::DenseFactor::Kind::lu);
}

Index Independent::eliminate(const linear::Patterned& G) noexcept {
  fill(G, W_);
  std::iota(row_.begin(), row_.end(), 0);
  std::iota(col_.begin(), col_.end(), 0);
  const Index most = std::min(n_, ng_);
  for (Index k = 0; k < most; ++k) {
    Index pr = k, pc = k;
    double best = 0;
    for (Index j = k; j < n_; ++j)
      for (Index i = k; i < ng_; ++i) {
        const double a = std::abs(W_(row_[at(i)], col_[at(j)]));
        if (a > best) {
          best = a;
          pr = i;
          pc = j;
        }
      }
    if (k == 0) first_pivot_ = best;
    if (!(best > no_pivot * first_pivot_)) return k;
    last_pivot_ = best;
    std::swap(row_[at(k)], row_[at(pr)]);
    std::swap(col_[at(k)], col_[at(pc)]);
    const int r = row_[at(k)], c = col_[at(k)];
    for (Index i = k + 1; i < ng_; ++i) {
      const double l = W_(row_[at(i)], c) / W_(r, c);
      if (l == 0) continue;
      for (Index j = k + 1; j < n_; ++j) W_(row_[at(i)], col_[at(j)]) -= l * W_(r, col_[at(j)]);
    }
  }
  return most;
}

Status Independent::choose(const linear::Patterned& G) noexcept {
  if (eliminate(G) != rank_ || !(last_pivot_ > last_good * first_pivot_) ||
      !std::isfinite(first_pivot_))
    return rank_ == 0 ? Status::ok : Status::singular;
  if (basis_ == Basis::partition) return factorise(G);
  // Null vectors of the partition and the rows themselves, each made orthonormal.
  basis_ = Basis::partition;
  const Status status = factorise(G);
  basis_ = Basis::tangent;
  if (status != Status::ok) return status;
  N_.setZero();
  for (Index j = 0; j < freedom(); ++j) {
    N_(col_[at(rank_ + j)], j) = 1;
    for (Index i = 0; i < rank_; ++i) N_(col_[at(i)], j) = -X_(i, j);
  }
  for (Index i = 0; i < rank_; ++i)
    for (Index k = 0; k < n_; ++k) D_(k, i) = G_(row_[at(i)], k);
  orthonormalise();
  return factorise(G);
}

void Independent::orthonormalise() noexcept {
  for (Matrix* A : {&N_, &D_})
    for (Index j = 0; j < A->cols(); ++j) {
      for (int twice = 0; twice < 2; ++twice)
        for (Index i = 0; i < j; ++i) {
          double s = 0;
          for (Index k = 0; k < n_; ++k) s += (*A)(k, i) * (*A)(k, j);
          for (Index k = 0; k < n_; ++k) (*A)(k, j) -= s * (*A)(k, i);
        }
      double s = 0;
      for (Index k = 0; k < n_; ++k) s += (*A)(k, j) * (*A)(k, j);
      s = 1 / std::sqrt(s);
      for (Index k = 0; k < n_; ++k) (*A)(k, j) *= s;
    }
}

Status Independent::factorise(const linear::Patterned& G, bool with_R) noexcept {
  fill(G, G_);
  const bool picks = basis_ == Basis::partition;
  const auto product = [&](const Matrix& A, Index i, Index j) {
    double s = 0;
    for (Index k = 0; k < n_; ++k) s += G_(row_[at(i)], k) * A(k, j);
    return s;
  };
  for (Index j = 0; j < rank_; ++j)
    for (Index i = 0; i < rank_; ++i)
      GD_(i, j) = picks ? G_(row_[at(i)], col_[at(j)]) : product(D_, i, j);
  for (Index j = 0; with_R && j < freedom(); ++j)
    for (Index i = 0; i < rank_; ++i)
      X_(i, j) = picks ? G_(row_[at(i)], col_[at(rank_ + j)]) : product(N_, i, j);
  std::copy(GD_.data(), GD_.data() + GD_.size(), factor_.values());
  const Status status = factor_.factorise();
  if (with_R && status == Status::ok) factor_.solve(X_.data(), freedom());
  return status;
}

void Independent::dependent(const Vector& violation, Vector& dx) noexcept {
  for (Index i = 0; i < rank_; ++i) y_[i] = violation[row_[at(i)]];
  factor_.solve(y_.data(), 1);
  dx.setZero();
  for (Index i = 0; i < rank_; ++i) {
    if (basis_ == Basis::partition) {
      dx[col_[at(i)]] = y_[i];
    } else {
      for (Index k = 0; k < n_; ++k) dx[k] += D_(k, i) * y_[i];
    }
  }
}

void Independent::multipliers(const Vector& force, Vector& lambda) noexcept {
  double* A = transposed_.values();
  for (Index j = 0; j < rank_; ++j)
    for (Index i = 0; i < rank_; ++i) A[j * rank_ + i] = GD_(j, i);
  lambda.setZero();
  if (transposed_.factorise() != Status::ok) return;
  for (Index i = 0; i < rank_; ++i) {
    y_[i] = 0;
    if (basis_ == Basis::partition)
      y_[i] = force[col_[at(i)]];
    else
      for (Index k = 0; k < n_; ++k) y_[i] += D_(k, i) * force[k];
  }
  transposed_.solve(y_.data(), 1);
  for (Index i = 0; i < rank_; ++i) lambda[row_[at(i)]] = y_[i];
}

void Independent::pick(const Vector& x, Vector& w) const noexcept {
  for (Index j = 0; j < freedom(); ++j) {
    if (basis_ == Basis::partition) {
      w[j] = x[col_[at(rank_ + j)]];
      continue;
    }
    w[j] = 0;
    for (Index k = 0; k < n_; ++k) w[j] += N_(k, j) * x[k];
  }
}

void Independent::expand(const Vector& w, Vector& x) const noexcept {
  x.setZero();
  const bool picks = basis_ == Basis::partition;
  for (Index j = 0; j < freedom(); ++j) {
    if (picks)
      x[col_[at(rank_ + j)]] = w[j];
    else
      for (Index k = 0; k < n_; ++k) x[k] += N_(k, j) * w[j];
  }
  for (Index i = 0; i < rank_; ++i) {
    double y = 0;
    for (Index j = 0; j < freedom(); ++j) y -= X_(i, j) * w[j];
    if (picks)
      x[col_[at(i)]] = y;
    else
      for (Index k = 0; k < n_; ++k) x[k] += D_(k, i) * y;
  }
}

void Independent::reduce(const Vector& x, Vector& w) const noexcept {
  pick(x, w);
  for (Index i = 0; i < rank_; ++i) {
    double y = 0;
    if (basis_ == Basis::partition)
      y = x[col_[at(i)]];
    else
      for (Index k = 0; k < n_; ++k) y += D_(k, i) * x[k];
    for (Index j = 0; j < freedom(); ++j) w[j] -= X_(i, j) * y;
  }
}

void Independent::reduce(const Matrix& T, double* out) noexcept {
  const Index f = freedom();
  if (basis_ == Basis::tangent) {  // T N - T D X, then the same from the left
    Eigen::Map<Matrix> R(TR_.data(), n_, f);
    for (Index j = 0; j < f; ++j)
      for (Index k = 0; k < n_; ++k) {
        double s = N_(k, j);
        for (Index i = 0; i < rank_; ++i) s -= D_(k, i) * X_(i, j);
        R(k, j) = s;
      }
    for (Index j = 0; j < f; ++j)
      for (Index i = 0; i < f; ++i) {
        double s = 0;
        for (Index l = 0; l < n_; ++l) {
          double y = 0;
          for (Index k = 0; k < n_; ++k) y += T(l, k) * R(k, j);
          s += R(l, i) * y;
        }
        out[j * f + i] = s;
      }
    return;
  }
  for (Index j = 0; j < f; ++j) {
    double* column = TR_.data() + j * n_;
    const double* free = T.data() + col_[at(rank_ + j)] * n_;
    for (Index k = 0; k < n_; ++k) column[k] = free[k];
    for (Index i = 0; i < rank_; ++i) {
      const double x = X_(i, j);
      if (x == 0) continue;
      const double* bound = T.data() + col_[at(i)] * n_;
      for (Index k = 0; k < n_; ++k) column[k] -= x * bound[k];
    }
    double* o = out + j * f;
    for (Index i = 0; i < f; ++i) o[i] = column[col_[at(rank_ + i)]];
    for (Index i = 0; i < rank_; ++i) {
      const double c = column[col_[at(i)]];
      for (Index k = 0; k < f; ++k) o[k] -= X_(i, k) * c;
    }
  }
}

}  // namespace takt
