#include "takt/linear/dense_factor.hpp"

#include <array>

#include "takt/linear/small_kernels.hpp"

namespace takt::linear {
namespace {

constexpr Index largest_small = 16;

struct Kernels {
  DenseFactor::FactoriseKernel ldlt, lu;
  DenseFactor::SolveKernel ldlt_solve, lu_solve;
};

template <int N> constexpr Kernels kernels() {
  return {&small::ldlt<N>, &small::lu<N>, &small::ldlt_solve<N>, &small::lu_solve<N>};
}

constexpr std::array<Kernels, 9> sized{kernels<0>(), kernels<1>(), kernels<2>(),
                                       kernels<3>(), kernels<4>(), kernels<5>(),
                                       kernels<6>(), kernels<7>(), kernels<8>()};

}  // namespace

void DenseFactor::analyse(Index n, Kind kind) {
  n_ = n;
  kind_ = kind;
  work_ = Matrix::Zero(n, n);
  permuted_ = Vector::Zero(n);
  pivot_.assign(static_cast<std::size_t>(n), 0);
  factorise_ = nullptr;
  if (n <= largest_small) {
    const Kernels& k =
        sized[n < static_cast<Index>(sized.size()) ? static_cast<std::size_t>(n) : 0];
    factorise_ = kind == Kind::ldlt ? k.ldlt : k.lu;
    solve_ = kind == Kind::ldlt ? k.ldlt_solve : k.lu_solve;
  } else if (kind == Kind::ldlt) {
    llt_.compute(Matrix::Identity(n, n));  // sizes its storage
  } else {
    lu_.compute(Matrix::Identity(n, n));
  }
}

Status DenseFactor::factorise() noexcept {
  if (factorise_ != nullptr)
    return factorise_(work_.data(), pivot_.data(), n_) ? Status::ok : Status::singular;
  if (kind_ == Kind::ldlt) {
    llt_.compute(work_);
    return llt_.info() == Eigen::Success ? Status::ok : Status::singular;
  }
  lu_.compute(work_);
  return Status::ok;  // a zero pivot shows as a non-finite state
}

void DenseFactor::solve(double* x, Index columns) const noexcept {
  if (factorise_ != nullptr) {
    solve_(work_.data(), pivot_.data(), n_, x, columns);
    return;
  }
  for (Index j = 0; j < columns; ++j) {  // column by column: a block solve would need the heap
    Eigen::Map<Vector> column(x + j * n_, n_);
    if (kind_ == Kind::ldlt) {
      llt_.matrixL().solveInPlace(column);
      llt_.matrixU().solveInPlace(column);
    } else {
      const auto& place = lu_.permutationP().indices();  // row i goes to place[i]
      for (Index i = 0; i < n_; ++i) permuted_[place[i]] = column[i];
      column = permuted_;
      lu_.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(column);
      lu_.matrixLU().triangularView<Eigen::Upper>().solveInPlace(column);
    }
  }
}

}  // namespace takt::linear
