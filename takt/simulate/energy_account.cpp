#include "takt/simulate/energy_account.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace takt {

static_assert(std::is_trivially_copyable_v<EnergyAccount>);

// Integrates Lagrange polynomials with two Gauss points, which is exact for cubics.
void integral_weights(const double* t, std::size_t n, double a, double b, double* weight) noexcept {
  const double middle = 0.5 * (a + b), distance = 0.5 * (b - a) / std::sqrt(3.0);
  for (std::size_t i = 0; i < n; ++i) {
    double low = 1, high = 1;
    for (std::size_t j = 0; j < n; ++j) {
      if (j == i) continue;
      const double over = 1 / (t[i] - t[j]);
      low *= (middle - distance - t[j]) * over;
      high *= (middle + distance - t[j]) * over;
    }
    weight[i] = 0.5 * (b - a) * (low + high);
  }
}

PowerIntegral::Values PowerIntegral::over(int from) const noexcept {
  double weight[4];
  integral_weights(t_.data(), count_, t_[from], t_[from + 1], weight);
  Values sum{};
  for (int i = 0; i < count_; ++i)
    for (std::size_t m = 0; m < kinds; ++m) sum[m] += weight[i] * y_[i][m];
  return sum;
}

// With four samples, the first two intervals are final; the last one becomes final with the next
// sample.
void PowerIntegral::add(double t, const Values& y) noexcept {
  if (count_ == 4) {
    std::rotate(t_.begin(), t_.begin() + 1, t_.end());
    std::rotate(y_.begin(), y_.begin() + 1, y_.end());
    count_ = 3;
  }
  const bool first = count_ == 3 && !full_;
  t_[count_] = t;
  y_[count_] = y;
  if (++count_ < 4) return;
  full_ = true;
  for (int from = first ? 0 : 1; from < 2; ++from) {
    const Values part = over(from);
    for (std::size_t m = 0; m < kinds; ++m) sum_[m] += part[m];
  }
}

PowerIntegral::Values PowerIntegral::total() const noexcept {
  Values all = sum_;
  for (int from = full_ ? 2 : 0; from + 1 < count_; ++from) {
    const Values part = over(from);
    for (std::size_t m = 0; m < kinds; ++m) all[m] += part[m];
  }
  return all;
}

void PowerIntegral::interrupt() noexcept {
  sum_ = total();
  count_ = 0;
  full_ = false;
}

void EnergyAccount::add(double t, double kinetic, double total, const PowerFlow& flow) noexcept {
  if (samples_ == 0)
    first_ = total;
  else if (t == t_)
    return;
  fine_.add(t, {flow.inputs, flow.dissipated});
  if (samples_ % 2 == 0) {
    coarse_.add(t, {flow.inputs, flow.dissipated});
    const PowerIntegral::Values a = fine_.total(), b = coarse_.total();
    apart_ = std::max(apart_, std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]));
  }
  ++samples_;
  t_ = t;
  flow_ = flow;
  last_ = total;
  most_kinetic_ = std::max(most_kinetic_, kinetic);
  largest_ = std::max(largest_, std::abs(total));
}

void EnergyAccount::jump(double t, double kinetic, double total, const PowerFlow& flow) noexcept {
  jumped_ += total - last_;
  // so that it ends at the last sample, too
  if (samples_ % 2 == 0) coarse_.add(t_, {flow_.inputs, flow_.dissipated});
  fine_.interrupt();
  coarse_.interrupt();
  samples_ += samples_ % 2;  // both integrals start again at this state
  t_ = std::nan("");
  add(t, kinetic, total, flow);
}

EnergyParts EnergyAccount::parts() const noexcept {
  const PowerIntegral::Values done = fine_.total();
  EnergyParts p;
  p.inputs = done[0] + jumped_;
  p.dissipated = done[1];
  p.method = last_ - first_ - p.inputs - p.dissipated;
  p.resolution = apart_ + 1e-15 * std::sqrt(static_cast<double>(samples_)) * largest_;
  // too few samples to estimate the accuracy
  if (samples_ < 5) p.resolution += std::abs(done[0]) + std::abs(done[1]);
  p.most_kinetic = most_kinetic_;
  p.projections = projections_;
  return p;
}

bool EnergyParts::noteworthy() const noexcept {
  constexpr double share = 1e-2;
  return std::abs(method) > share * most_kinetic && std::abs(method) > resolution;
}

}  // namespace takt
