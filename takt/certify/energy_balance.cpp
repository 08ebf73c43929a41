#include "takt/certify/energy_balance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "takt/formulation/index1.hpp"
#include "takt/simulate/energy_account.hpp"

namespace takt::certify {

EnergyMeter::EnergyMeter(const EquationsOfMotion& system, double step)
    : system_(system), step_(step), eval_(system), kinetic_(system),
      exact_(make_index1(eval_, {})) {
  const Shape& s = system.shape();
  at_ = system.initial();
  exact_->prepare(at_);
  rates_ = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
  dq_ = Vector::Zero(s.nv);
}

double EnergyMeter::energy(const State& s, double* kinetic) noexcept {
  eval_.place(Slot::end, s);
  const double T = kinetic_.at(eval_, Slot::end, s.v);
  if (kinetic != nullptr) *kinetic = T;
  return T + system_.potential(eval_.point(Slot::end), eval_.scratch());
}

double EnergyMeter::power(const State& s) noexcept {
  State start = s;
  // Forces that depend on the multipliers (friction) need the multipliers themselves: fixed-point
  // iteration.
  for (int k = 0; k < (system_.shape().loaded() ? 20 : 1); ++k) {
    exact_->acceleration_form()->rates(Slot::start, start, rates_);
    start.lambda = rates_.lambda;
  }
  const double d = step_ / 8;
  const auto ahead = [&](double dt) {
    at_ = start;
    at_.t = s.t + dt;
    dq_ = dt * s.v;
    system_.retract(s.q, dq_, at_.q);
    at_.v += dt * rates_.dv;
    if (at_.z.size() > 0) at_.z += dt * rates_.dz;
    return energy(at_, nullptr);
  };
  return (8 * (ahead(d) - ahead(-d)) - (ahead(2 * d) - ahead(-2 * d))) / (12 * d);
}

void EnergyMeter::look(const State& s, const PowerFlow& flow) {
  double kinetic = 0;
  t_.push_back(s.t);
  energy_.push_back(energy(s, &kinetic));
  power_.push_back(power(s));
  inputs_.push_back(flow.inputs);
  dissipated_.push_back(flow.dissipated);
  most_kinetic_ = std::max(most_kinetic_, kinetic);
  const double potential = energy_.back() - kinetic;
  const bool first = energy_.size() == 1;
  most_potential_ = first ? potential : std::max(most_potential_, potential);
  least_potential_ = first ? potential : std::min(least_potential_, potential);
}

std::vector<double> integrals(const std::vector<double>& t, const std::vector<double>& y) {
  std::vector<double> all(t.size(), 0.0);
  for (std::size_t i = 1; i < t.size(); ++i) {
    std::size_t first = i >= 2 ? i - 2 : 0;
    const std::size_t last = std::min(first + 3, t.size() - 1);
    if (last >= 3) first = last - 3;
    double weight[4];
    integral_weights(t.data() + first, last - first + 1, t[i - 1], t[i], weight);
    all[i] = all[i - 1];
    for (std::size_t k = first; k <= last; ++k) all[i] += weight[k - first] * y[k];
  }
  return all;
}

EnergyCourse EnergyMeter::course(std::size_t points) const {
  EnergyCourse c;
  const std::vector<double> done = integrals(t_, power_);
  const std::size_t every = 1 + t_.size() / points;
  for (std::size_t i = 0; i < t_.size(); ++i) {
    if (i % every != 0 && i + 1 != t_.size()) continue;
    c.t.push_back(t_[i]);
    c.change.push_back(energy_[i] - energy_[0]);
    c.method.push_back(c.change.back() - done[i]);
  }
  return c;
}

EnergyBalance EnergyMeter::book() const {
  EnergyBalance b;
  if (energy_.empty()) return b;
  b.first = energy_.front();
  b.last = energy_.back();
  const std::size_t n = energy_.size();
  const std::vector<double> done = integrals(t_, power_);
  b.dissipated = integrals(t_, dissipated_).back();
  b.inputs = done.back() - b.dissipated;
  const auto work = [](double sum, double p) { return sum + std::abs(p); };
  const double put_in = std::accumulate(inputs_.begin(), inputs_.end(), 0.0, work);
  const double taken = std::accumulate(dissipated_.begin(), dissipated_.end(), 0.0, work);
  // Two ways to the same integral: what they differ by is not known better.
  const double both =
      put_in + taken > 0 ? std::abs(integrals(t_, inputs_).back() + b.dissipated - done.back()) : 0;
  if (taken > 0 && put_in <= 1e-9 * taken) {  // round-off: nothing drives it
    b.inputs = 0;
    b.dissipated = done.back();
  }
  b.method = b.change() - b.exchanged();
  std::vector<double> t, power;
  bool even = true;  // steps of equal length, except the last
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0 && i + 1 < n && std::abs(t_[i] - t_[i - 1] - step_) > 1e-6 * step_) even = false;
    if (i % 2 == 0) t.push_back(t_[i]), power.push_back(power_[i]);
  }
  // With half as many states the error is sixteen times as large if the steps have equal length. If
  // the method chooses its steps, the factor is not known.
  const double apart = std::abs(integrals(t, power).back() - done[n - 1 - (n - 1) % 2]);
  b.resolution =
      (even ? apart / 15 : apart) + 1e-15 * std::sqrt(static_cast<double>(n)) * std::abs(b.first);
  for (std::size_t i = 1; i < n; ++i) {
    b.largest_method = std::max(b.largest_method, std::abs(energy_[i] - b.first - done[i]));
    b.size = std::max(b.size, std::abs(energy_[i] - b.first));
  }
  b.size = std::max({b.size, most_kinetic_, most_potential_ - least_potential_});
  if (both > 1e-9 * b.size) b.resolution += both;  // below, it is round-off of the differences
  return b;
}

}  // namespace takt::certify
