#include "takt/integrator/bdf_history.hpp"

#include <algorithm>
#include <cmath>

namespace takt {

std::size_t BdfHistory::memory_size(Index n, int max_order) noexcept {
  return slots + rows * row_length + n * (max_order + 1);
}

void BdfHistory::use(Index n, int max_order, std::span<double> memory) noexcept {
  n_ = n;
  max_order_ = max_order;
  memory_ = memory;
  phi_ = memory.data() + slots + rows * row_length;
}

void BdfHistory::start(double t, const Vector& y, const Vector& dy, double h) noexcept {
  std::fill(memory_.begin(), memory_.end(), 0.0);
  slot(time) = t;
  slot(cj) = 1 / h;
  slot(is_started) = 1;
  coefficient(psi_row, 1) = h;
  for (Index i = 0; i < n_; ++i) {
    phi(1)[i] = y[i];
    phi(2)[i] = h * dy[i];
  }
}

void BdfHistory::begin(int k, double h) noexcept {
  k_ = k;
  h_ = h;
  if (h != slot(h_old) || k != last_order()) slot(ns) = 0;
  slot(ns) = std::min(slot(ns) + 1, slot(k_old) + 2);
  const int past = static_cast<int>(slot(ns));
  if (k + 1 >= past) {
    coefficient(beta_row, 1) = coefficient(alpha_row, 1) = coefficient(sigma_row, 1) = 1;
    coefficient(gamma_row, 1) = 0;
    double sum = h;
    for (int i = 2; i <= k + 1; ++i) {
      const double before = coefficient(psi_row, i - 1);
      coefficient(psi_row, i - 1) = sum;
      coefficient(beta_row, i) = coefficient(beta_row, i - 1) * sum / before;
      sum = before + h;
      coefficient(alpha_row, i) = h / sum;
      coefficient(sigma_row, i) =
          (i - 1) * coefficient(sigma_row, i - 1) * coefficient(alpha_row, i);
      coefficient(gamma_row, i) = coefficient(gamma_row, i - 1) + coefficient(alpha_row, i - 1) / h;
    }
    coefficient(psi_row, k + 1) = sum;
  }
  double alpha_s = 0, alpha_0 = 0;
  for (int i = 1; i <= k; ++i) {
    alpha_s -= 1.0 / i;
    alpha_0 -= coefficient(alpha_row, i);
  }
  const double last = slot(cj);
  slot(cj) = -alpha_s / h;
  changed_ = slot(cj) != last;
  const double next = coefficient(alpha_row, k + 1);
  slot(ck) = std::max(std::abs(next + alpha_s - alpha_0), next);
  for (int j = past + 1; j <= k + 1; ++j)
    Eigen::Map<Vector>(phi(j), n_) *= coefficient(beta_row, j);
}

void BdfHistory::predict(Vector& y, Vector& dy) const noexcept {
  Eigen::Map<const Vector> first(phi(1), n_);  // gamma_1 is zero
  y = first;
  dy.setZero();
  for (int j = 2; j <= k_ + 1; ++j) {
    const Eigen::Map<const Vector> past(phi(j), n_);
    y += past;
    dy += coefficient(gamma_row, j) * past;
  }
}

void BdfHistory::refuse() noexcept {
  for (int j = static_cast<int>(slot(ns)) + 1; j <= k_ + 1; ++j) {
    const double inverse = 1 / coefficient(beta_row, j);
    for (Index i = 0; i < n_; ++i) phi(j)[i] *= inverse;
  }
  for (int i = 2; i <= k_ + 1; ++i) coefficient(psi_row, i - 1) = coefficient(psi_row, i) - h_;
}

void BdfHistory::accept(const Vector& e, double t_end) noexcept {
  slot(time) = t_end;
  slot(k_old) = k_;
  slot(h_old) = h_;
  const auto of = [&](int j) { return Eigen::Map<Vector>(phi(j), n_); };
  if (k_ < max_order_) of(k_ + 2) = e;
  of(k_ + 1) += e;
  for (int j = k_; j >= 1; --j) of(j) += of(j + 1);
}

void BdfHistory::interpolate(double t, Vector& y, Vector& dy) const noexcept {
  const double back = t - slot(time);
  for (Index i = 0; i < n_; ++i) {
    y[i] = phi(1)[i];
    dy[i] = 0;
  }
  double c = 1, d = 0, gamma = back / coefficient(psi_row, 1);
  for (int j = 2; j <= last_order() + 1; ++j) {
    d = d * gamma + c / coefficient(psi_row, j - 1);
    c *= gamma;
    gamma = (back + coefficient(psi_row, j - 1)) / coefficient(psi_row, j);
    for (Index i = 0; i < n_; ++i) {
      y[i] += c * phi(j)[i];
      dy[i] += d * phi(j)[i];
    }
  }
}

}  // namespace takt
