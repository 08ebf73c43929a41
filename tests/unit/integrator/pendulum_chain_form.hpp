// The chain of N pendulums in explicit form, y = (alpha, alpha'), written out here so that the
// integrator is tested without mechanisms and formulations.
//                                                           002 section 4.2.1, ERRATA 002.6
#pragma once

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "takt/form/residual_form.hpp"

namespace takt::test {

struct ChainData {
  int N = 16;
  double omega = 2 * std::numbers::pi * 0.05, x_amplitude = 0.3, y_amplitude = 0.2, damping = 0;
};

class PendulumChainForm final : public ResidualForm {
 public:
  static constexpr Index nu = 2;

  explicit PendulumChainForm(const ChainData& data = {}, bool says_structure = false)
      : d_(data), n_(data.N), structure_(linear::full_pattern(2 * n_, 2 * n_)),
        leading_(linear::diagonal_pattern(2 * n_)), counts_(Vector::Ones(2 * n_)),
        M_(Matrix::Zero(n_, n_)), r_(Vector::Zero(n_)) {
    if (!says_structure) return;
    std::vector<std::pair<int, int>> entries;
    for (int i = 0; i < n_; ++i) {
      entries.emplace_back(i, i);
      entries.emplace_back(i, n_ + i);
      for (int j = 0; j < 2 * n_; ++j) entries.emplace_back(n_ + i, j);
    }
    structure_ = linear::pattern_of(2 * n_, 2 * n_, std::move(entries));
  }

  State start() const {
    State s;
    s.q = s.v = s.a = Vector::Zero(n_);
    return s;
  }

  Index size() const noexcept override { return 2 * n_; }
  void pack(const State& s, Vector& y, Vector& dy) const noexcept override {
    y << s.q, s.v;
    dy << s.v, s.a;
  }
  void unpack(const Vector& y, const Vector& dy, State& s) const noexcept override {
    for (Index i = 0; i < n_; ++i) {
      s.q[i] = y[i];
      s.v[i] = y[n_ + i];
      s.a[i] = dy[n_ + i];
    }
  }
  void excite(double t, Excitation& e) noexcept override {
    const double w = d_.omega, s = std::sin(w * t), c = std::cos(w * t);
    e.u[0] = 2 + d_.x_amplitude * s;
    e.u[1] = d_.y_amplitude * s;
    e.du[0] = d_.x_amplitude * w * c;
    e.du[1] = d_.y_amplitude * w * c;
    e.ddu[0] = -d_.x_amplitude * w * w * s;
    e.ddu[1] = -d_.y_amplitude * w * w * s;
  }
  void residual(const Vector& y, const Vector& dy, const Excitation& u,
                Vector& F) noexcept override {
    for (int i = 0; i < n_; ++i) {
      double r = -mass(i) * (u.ddu[0] * std::cos(y[i]) + (9.81 + u.ddu[1]) * std::sin(y[i]));
      for (int j = 0; j < n_; ++j) {
        const double m = mass(std::max(i, j)), w = y[n_ + j];
        M_(i, j) = m * std::cos(y[i] - y[j]);
        r -= m * std::sin(y[i] - y[j]) * w * w;
      }
      r_[i] = r;
    }
    Eigen::PartialPivLU<Eigen::Ref<Matrix>> lu(M_);
    r_ = lu.solve(r_);
    for (int i = 0; i < n_; ++i) {
      F[i] = dy[i] - y[n_ + i];
      F[n_ + i] = dy[n_ + i] - (r_[i] - d_.damping * y[n_ + i]);
    }
  }
  const linear::SharedPattern& structure() const noexcept override { return structure_; }
  const linear::SharedPattern& leading_structure() const noexcept override { return leading_; }
  void leading_block(const Vector&, const Excitation&, linear::Patterned& B) noexcept override {
    B.values().setOnes();
  }
  bool has_jacobian() const noexcept override { return false; }
  void jacobian(const Vector&, const Vector&, const Excitation&,
                linear::Patterned&) noexcept override {}
  const Vector& counts() const noexcept override { return counts_; }
  std::string component(Index i) const override {
    return (i < n_ ? "alpha_" : "rate of alpha_") + std::to_string(i % n_ + 1);
  }

 private:
  double mass(int i) const noexcept { return n_ - i; }  // hanging at rod i

  ChainData d_;
  int n_;
  linear::SharedPattern structure_, leading_;
  Vector counts_;
  Matrix M_;
  Vector r_;
};

}  // namespace takt::test
