#include "takt/jacobian/input_derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace takt {
namespace {

double increment(double u) noexcept {
  const double d = std::cbrt(std::numeric_limits<double>::epsilon()) * std::max(1.0, std::abs(u));
  return (u + d) - u;
}

}  // namespace

InputDerivatives::InputDerivatives(ResidualForm& form, Counters& counters, MatrixMaker& maker)
    : form_(form), counters_(counters), maker_(maker), F_(Vector::Zero(form.size())) {}

double& InputDerivatives::component(Excitation& u, int i) noexcept {
  const auto nu = u.u.size();
  return i < nu ? u.u[i] : i < 2 * nu ? u.du[i - nu] : u.ddu[i - 2 * nu];
}

double InputDerivatives::value(const Excitation& u, int i) const noexcept {
  const auto nu = u.u.size();
  return i < nu ? u.u[i] : i < 2 * nu ? u.du[i - nu] : u.ddu[i - 2 * nu];
}

// A component of u matters if F(y~, u~) - F(y~, u) - F(y, u~) + F(y, u) is larger than round-off.
// The perturbations of y are large and irregular, so that no two entries cancel.
void InputDerivatives::find_inputs(const CorrectorPoint& p) {
  const Index n = form_.size();
  Vector y = p.y, dy = p.dy, F00 = F_, F01 = F_, F10 = F_, F11 = F_;
  for (Index i = 0; i < n; ++i) {
    const double d = (1e-2 + 1e-3 * std::sin(1.0 + 2.3 * static_cast<double>(i))) *
                     std::max(1.0, std::abs(p.y[i]));
    y[i] += d;
    dy[i] += p.alpha * d;
  }
  perturbed_ = p.u;
  form_.residual(p.y, p.dy, p.u, F00);
  form_.residual(y, dy, p.u, F10);
  inputs_.clear();
  for (int i = 0; i < 3 * p.u.u.size(); ++i) {
    double& u = component(perturbed_, i);
    const double before = u;
    u += 0.01 * std::max(1.0, std::abs(u));
    form_.residual(p.y, p.dy, perturbed_, F01);
    form_.residual(y, dy, perturbed_, F11);
    u = before;
    for (Index k = 0; k < n; ++k) {
      const double mixed = (F11[k] - F10[k]) - (F01[k] - F00[k]);
      const double size = std::abs(F11[k]) + std::abs(F10[k]) + std::abs(F01[k]) + std::abs(F00[k]);
      if (std::abs(mixed) <= 1e-12 * size) continue;
      inputs_.push_back(i);
      break;
    }
  }
  form_.residual(p.y, p.dy, p.u, F_);
  base_ = Vector::Zero(maker_.stored()->size());
}

std::size_t InputDerivatives::memory_size() const noexcept {
  return inputs_.size() * maker_.stored()->size();
}

void InputDerivatives::make(const CorrectorPoint& p, linear::Patterned& work) noexcept {
  const Index n = work.values().size();
  maker_.make_for_second_derivatives(p, work);
  copy(work.values(), base_);
  copy(p.u.u, perturbed_.u);
  copy(p.u.du, perturbed_.du);
  copy(p.u.ddu, perturbed_.ddu);
  double* D = values_.data();
  for (int i : inputs_) {
    double& u = component(perturbed_, i);
    const double before = u, d = increment(u);
    u += d;
    form_.residual(p.y, p.dy, perturbed_, F_);
    ++counters_.residuals_for_jacobian;
    maker_.make_for_second_derivatives({p.y, p.dy, perturbed_, F_, p.wt, p.alpha, p.h}, work);
    u = before;
    for (Index k = 0; k < n; ++k) D[k] = (work.values()[k] - base_[k]) / d;
    D += n;
  }
}

void InputDerivatives::remember(const Excitation& u, double* u0) const noexcept {
  for (int i : inputs_) *u0++ = value(u, i);
}

void InputDerivatives::add(const Excitation& u, const double* u0, double* J) const noexcept {
  const Index n = maker_.stored()->size();
  const double* D = values_.data();
  for (int i : inputs_) {
    const double moved = value(u, i) - *u0++;
    for (Index k = 0; k < n; ++k) J[k] += D[k] * moved;
    D += n;
  }
}

}  // namespace takt
