#include "takt/linear/dense_factor.hpp"

#include <array>
#include <string>

#include "takt/base/memory.hpp"
#include "takt/linear/small_kernels.hpp"

namespace takt::linear {
namespace {

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
  const std::string size = std::to_string(n) + " x " + std::to_string(n);
  // The factor 2 counts the matrix itself and its factors.
  require_memory(
      "a full matrix of the linear systems of a step", size,
      2.0 * sizeof(double) * static_cast<double>(n) * static_cast<double>(n),
      "natural coordinates have sparse matrices (--method natural:...); of a tree ode with "
      "an explicit integrator, as ode+rk4, needs no matrix at all");
  work_ = Matrix::Zero(n, n);
  pivot_.assign(n, 0);
  const Kernels& k = sized[n < static_cast<Index>(sized.size()) ? n : 0];
  factorise_ = kind == Kind::ldlt ? k.ldlt : k.lu;
  solve_ = kind == Kind::ldlt ? k.ldlt_solve : k.lu_solve;
}

Status DenseFactor::factorise() noexcept {
  return factorise_(work_.data(), pivot_.data(), n_) ? Status::ok : Status::singular;
}

void DenseFactor::solve(double* x, Index columns) const noexcept {
  solve_(work_.data(), pivot_.data(), n_, x, columns);
}

}  // namespace takt::linear
