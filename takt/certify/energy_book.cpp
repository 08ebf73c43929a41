#include "takt/certify/energy_book.hpp"

#include <algorithm>
#include <cmath>

#include "takt/formulation/index1.hpp"

namespace takt::certify {

EnergyMeter::EnergyMeter(const EquationsOfMotion& system, double step)
    : system_(system), step_(step), eval_(system), exact_(make_index1(eval_, {})) {
  const Shape& s = system.shape();
  at_ = system.initial();
  exact_->prepare(at_);
  rates_ = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
  dq_ = none_ = balance_ = along_ = Vector::Zero(s.nv);
}

double EnergyMeter::energy(const State& s, double* kinetic) noexcept {
  eval_.place(Slot::end, s);
  along_.setZero();
  constexpr Index many = 200;  // velocities: beyond, M is dear to write down
  const Recursive* tree = system_.shape().nv > many ? system_.recursive() : nullptr;
  double T = 0;
  if (tree != nullptr) {  // M v = (M v - f) - (M 0 - f)
    const Point p = eval_.point(Slot::end);
    tree->balance(p, s.v, none_, balance_, eval_.scratch());
    T = 0.5 * balance_.dot(s.v);
    tree->balance(p, none_, none_, balance_, eval_.scratch());
    T -= 0.5 * balance_.dot(s.v);
  } else {
    eval_.at(Slot::end, Term::M).M.multiply_add(0.5, s.v, along_);
    T = along_.dot(s.v);
  }
  if (kinetic != nullptr) *kinetic = T;
  return T + system_.potential(eval_.point(Slot::end), eval_.scratch());
}

double EnergyMeter::power(const State& s) noexcept {
  State start = s;
  // Forces that grow with the multipliers ask for their own loads: some passes.
  for (int k = 0; k < (system_.shape().loaded() ? 20 : 1); ++k) {
    exact_->acceleration_form()->rates(Slot::start, start, rates_);
    start.lambda = rates_.lambda;
  }
  const double d = step_ / 8;
  const auto ahead = [&](double way) {
    at_ = start;
    at_.t = s.t + way;
    dq_ = way * s.v;
    system_.retract(s.q, dq_, at_.q);
    at_.v += way * rates_.dv;
    if (at_.z.size() > 0) at_.z += way * rates_.dz;
    return energy(at_, nullptr);
  };
  return (8 * (ahead(d) - ahead(-d)) - (ahead(2 * d) - ahead(-2 * d))) / (12 * d);
}

void EnergyMeter::look(const State& s) {
  double kinetic = 0;
  t_.push_back(s.t);
  energy_.push_back(energy(s, &kinetic));
  power_.push_back(power(s));
  most_kinetic_ = std::max(most_kinetic_, kinetic);
}

double gregory(const std::vector<double>& y, std::size_t upto, double h, std::size_t stride) {
  const std::size_t n = (upto - 1) / stride;  // intervals
  if (upto < 2 || n == 0) return 0;
  const auto at = [&](std::size_t i) { return y[i * stride]; };
  double sum = 0.5 * (at(0) + at(n));
  for (std::size_t i = 1; i < n; ++i) sum += at(i);
  if (n >= 3) {
    sum -= (at(n) - at(n - 1) - at(1) + at(0)) / 12;
    sum -= (at(n) - 2 * at(n - 1) + at(n - 2) + at(2) - 2 * at(1) + at(0)) / 24;
  }
  return h * static_cast<double>(stride) * sum;
}

EnergyBook EnergyMeter::book() const {
  EnergyBook b;
  if (energy_.empty()) return b;
  b.first = energy_.front();
  b.last = energy_.back();
  const std::size_t n = energy_.size();
  // The last step may be shorter: then the trapezoid alone for it.
  const bool shorter = n >= 2 && t_[n - 1] - t_[n - 2] < step_ * (1 - 1e-6);
  const std::size_t whole = shorter ? n - 1 : n;
  b.exchanged = gregory(power_, whole, step_);
  if (shorter) b.exchanged += 0.5 * (t_[n - 1] - t_[n - 2]) * (power_[n - 1] + power_[n - 2]);
  const std::size_t even = whole - (whole + 1) % 2;
  b.resolution = std::abs(gregory(power_, even, step_) - gregory(power_, even, step_, 2)) / 15 +
                 1e-15 * std::sqrt(static_cast<double>(n)) * std::abs(b.first);
  b.numerical = b.change() - b.exchanged;
  double sum = 0;  // by trapezoids on the way: their error does not grow
  for (std::size_t i = 1; i < n; ++i) {
    sum += 0.5 * (t_[i] - t_[i - 1]) * (power_[i] + power_[i - 1]);
    b.largest_numerical = std::max(b.largest_numerical, std::abs(energy_[i] - b.first - sum));
    b.size = std::max(b.size, std::abs(energy_[i] - b.first));
  }
  b.largest_numerical = std::max(b.largest_numerical, std::abs(b.numerical));
  b.size = std::max(b.size, most_kinetic_);
  return b;
}

}  // namespace takt::certify
