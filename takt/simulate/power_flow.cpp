#include "takt/simulate/power_flow.hpp"

#include <algorithm>

namespace takt {
namespace {

// cube root of the round-off: balances truncation and round-off errors
constexpr double nudge = 6e-6;

}  // namespace

KineticEnergy::KineticEnergy(const EquationsOfMotion& system)
    : tree_(system.shape().nv > many_velocities ? system.recursive() : nullptr),
      drives_(system.names().driven.empty() ? nullptr : system.energetic()),
      none_(Vector::Zero(system.shape().nv)), work_(none_) {}

double KineticEnergy::at(Evaluator& eval, Slot slot, const Vector& v) noexcept {
  if (drives_ != nullptr) {
    const Point p = eval.point(slot);
    return drives_->kinetic_with_drives({p.q, v, p.a, p.lambda, p.z, p.u}, eval.scratch());
  }
  if (tree_ == nullptr) {
    const Terms& t = eval.at(slot, Term::M);
    work_.setZero();
    t.M.multiply_add(0.5, v, work_);
    return work_.dot(v);
  }
  // M v = (M v - f) - (M 0 - f), each in O(N).
  const Point p = eval.point(slot);
  tree_->balance(p, v, none_, work_, eval.scratch());
  double twice = work_.dot(v);
  tree_->balance(p, none_, none_, work_, eval.scratch());
  twice -= work_.dot(v);
  return 0.5 * twice;
}

SystemPower::SystemPower(const EquationsOfMotion& system)
    : system_(system), moved_(system.initial()), dq_(Vector::Zero(system.shape().nv)) {
  const Shape& s = system.shape();
  still_ = {Vector::Zero(s.nu), Vector::Zero(s.nu), Vector::Zero(s.nu)};
  other_ = still_;
  terms_.f = Vector::Zero(s.nv);
}

PowerFlow SystemPower::at(Evaluator& eval, const State& s, const Vector& lambda,
                          KineticEnergy& kinetic) noexcept {
  const Shape& shape = system_.shape();
  const double d = nudge / std::max(1.0, max_norm(s.v));
  const Excitation& u = eval.excitation(Slot::start);
  still_.u = u.u;
  double along = 0, along_still = 0;  // V_q . v, and the same with the excitation at rest
  double turning = 0;                 // v'M'v/2
  moved_ = s;
  for (const double sign : {1.0, -1.0}) {
    dq_ = sign * d * s.v;
    system_.retract(s.q, dq_, moved_.q);
    const Point p{moved_.q, s.v, s.a, s.lambda, s.z, u};
    const double V = system_.potential(p, eval.scratch());
    along += sign * V;
    along_still +=
        sign * (shape.nu == 0 ? V
                              : system_.potential({moved_.q, s.v, s.a, s.lambda, s.z, still_},
                                                  eval.scratch()));
    if (shape.constant_mass) continue;
    eval.place(Slot::stage, moved_);
    turning += sign * kinetic.at(eval, Slot::stage, s.v);
  }
  const double by = 1 / (2 * d), pushing = eval.at(Slot::start, Term::f).f.dot(s.v);
  if (shape.nu == 0) return {0, pushing + by * (along + turning)};
  double by_time = 0;
  for (const double sign : {1.0, -1.0}) {
    eval.excite(s.t + sign * d, other_);
    by_time += sign * system_.potential({s.q, s.v, s.a, s.lambda, s.z, other_}, eval.scratch());
  }
  system_.evaluate({s.q, s.v, s.a, s.lambda, s.z, still_}, Term::f, terms_, eval.scratch());
  const double dissipated = terms_.f.dot(s.v) + by * (along_still + turning);
  const double all = pushing + by * (along + turning + by_time);
  return {all - dissipated + power_of_rows(eval, Slot::start, lambda), dissipated};
}

double power_of_rows(Evaluator& eval, Slot slot, const Vector& lambda) noexcept {
  const Shape& s = eval.shape();
  if (s.ng == 0 || s.nu == 0) return 0;
  return lambda.dot(eval.at(slot, Term::gI).gI);
}

}  // namespace takt
