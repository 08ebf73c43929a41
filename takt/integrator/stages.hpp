// The stages of explicit Runge-Kutta methods. Their rates are expressed as rates of increments at
// the start of the step.
//
// Where bodies rotate, positions lie on a manifold: stages combine increments Theta of q (+) Theta,
// whose rates are dexp^-1_Theta(v) (Munthe-Kaas). Without dexp^-1 every method of order 3 or more
// would have order 2 for rotations.
#pragma once

#include <array>

#include "takt/form/acceleration_form.hpp"

namespace takt {

template <int stages> class Stages {
 public:
  Stages(Evaluator& eval, AccelerationForm& form)
      : eval_(eval), system_(eval.system()), form_(form) {
    const Shape& s = eval.shape();
    for (Rates& r : k)
      r = {Vector::Zero(s.nv), Vector::Zero(s.nv), Vector::Zero(s.ng), Vector::Zero(s.nz)};
    at_ = {0,
           Vector::Zero(s.nq),
           Vector::Zero(s.nv),
           Vector::Zero(s.nv),
           Vector::Zero(s.ng),
           Vector::Zero(s.nz)};
    increment_ = Vector::Zero(s.nv);
    rate_ = Vector::Zero(s.nv);
  }

  std::array<Rates, static_cast<std::size_t>(stages)> k;  // dq is the rate of the increment

  Status first(const State& from) noexcept { return form_.rates(Slot::start, from, k[0]); }

  // next = from (+) h sum_j w_j k_j, over the first `n` stages
  template <class Weights>
  void combine(const State& from, double h, const Weights& w, int n, State& next) noexcept {
    increment_.setZero();
    next.v = from.v;
    next.z = from.z;
    for (int j = 0; j < n; ++j) {
      const double hw = h * w[j];
      if (hw == 0) continue;
      const Rates& r = k[j];
      for (Index i = 0; i < increment_.size(); ++i) {
        increment_[i] += hw * r.dq[i];
        next.v[i] += hw * r.dv[i];
      }
      for (Index i = 0; i < next.z.size(); ++i) next.z[i] += hw * r.dz[i];
    }
    eval_.retract(from.q, increment_, next.q);
  }

  // The rates at the state combined last, converted to rates of the increment.
  Status rates(int i, Slot slot, const State& at) noexcept {
    Rates& r = k[i];
    const Status status = form_.rates(slot, at, r);
    system_.increment_rate(increment_, r.dq, rate_);
    r.dq = rate_;
    return status;
  }

  template <class Row>
  Status stage(int i, double c, const Row& a, const State& from, double h, Slot slot) noexcept {
    combine(from, h, a, i, at_);
    at_.t = from.t + c * h;
    return rates(i, slot, at_);
  }

  const Vector& increment() const noexcept { return increment_; }

 private:
  Evaluator& eval_;
  const EquationsOfMotion& system_;
  AccelerationForm& form_;
  State at_;
  Vector increment_, rate_;
};

}  // namespace takt
