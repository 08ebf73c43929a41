#include "takt/form/abrupt_step.hpp"

#include <cmath>

namespace takt {
namespace {

double dot(const Vector& a, const Vector& b) noexcept {
  double sum = 0;
  for (Index i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

AbruptStep::AbruptStep(Evaluator& eval, Weights w)
    : eval_(eval), forces_(eval.system().abrupt()), w_(w), kappa_(1 / (2 * w.beta * w.c)) {
  if (forces_ == nullptr) return;
  const Shape& s = eval.shape();
  kept_ = trial_ = Vector::Zero(forces_->record_size());
  over_ = there_ = ahead_ = half_ = carried_ = x_ = Vector::Zero(s.nv);
  mu_ = Vector::Zero(s.ng);
  K_ = make_terms(s).C;
}

void AbruptStep::begin(const Vector& x_0) noexcept {
  forces_->record(eval_.point(Slot::start), kept_, eval_.scratch());
  for (Index i = 0; i < half_.size(); ++i) {
    half_[i] = 0.5 * x_0[i];
    carried_[i] = kappa_ * half_[i];
  }
}

void AbruptStep::add_to(Vector& r) noexcept {
  forces_->step_force(eval_.point(Slot::end), kept_, over_, there_, eval_.scratch());
  eval_.at(Slot::end, Need(Term::M)).M.multiply_add(1, half_, over_);
  for (Index i = 0; i < r.size(); ++i) r[i] -= kappa_ * over_[i] - there_[i];
}

const linear::Patterned& AbruptStep::stiffness() noexcept {
  K_.set_zero();
  forces_->add_step_stiffness(eval_.point(Slot::end), kept_, kappa_, K_, eval_.scratch());
  return K_;
}

void AbruptStep::pass(const Vector& x) noexcept {
  forces_->record(eval_.point(Slot::end), trial_, eval_.scratch());
  for (Index i = 0; i < x.size(); ++i) x_[i] = -x[i];
  forces_->linear_step_force(kept_, trial_, x_, ahead_);
}

Status AbruptStep::part(const End& e) noexcept {
  forces_->step_force(eval_.point(Slot::end), kept_, over_, there_, eval_.scratch());
  linear::Saddle& mass = eval_.mass_saddle(Slot::end);
  const auto accelerate = [&](const Vector& force, double c, Vector& x) {
    copy(force, x);
    mu_.setZero();
    mass.solve(x, mu_);
    for (Index i = 0; i < mu_.size(); ++i) e.next.lambda[i] += c * mu_[i];
  };
  accelerate(ahead_, -kappa_, x_);  // together with half_: the part of A* and next.a
  accelerate(there_, 1, e.of_a);
  for (Index i = 0; i < x_.size(); ++i) {
    x_[i] += half_[i];
    e.A[i] -= x_[i] / (2 * w_.beta);
    e.next.v[i] -= e.h * w_.gamma / (2 * w_.beta) * x_[i];
    e.next.a[i] += e.of_a[i] - kappa_ * x_[i];
  }
  copy(over_, ahead_);  // the whole force
  eval_.at(Slot::end, Need(Term::M)).M.multiply_add(1, half_, ahead_);
  const double as_passed = dot(ahead_, x_);
  accelerate(over_, 0, x_);
  for (Index i = 0; i < x_.size(); ++i) x_[i] += half_[i];
  const double impulse = e.h * theta(e, as_passed);
  for (Index i = 0; i < x_.size(); ++i) e.next.v[i] += impulse * x_[i];
  return mass.status();
}

// Solves a theta^2 + b theta = b + a* for the root next to 1; a* is the value of a that the passes
// have assumed. next.v does not contain the impulse yet.
double AbruptStep::theta(const End& e, double as_passed) const noexcept {
  const double a = 0.5 * e.h * e.h * dot(ahead_, x_);
  if (!(a > 0)) return 1;
  const double b = 0.5 * e.h * (dot(ahead_, e.from.v) + dot(ahead_, e.next.v));
  const double c = b + 0.5 * e.h * e.h * as_passed, D = b * b + 4 * a * c;
  // No real root: the position is deeper in the stop than the kinetic energy allows. Take the
  // impulse that leaves the least kinetic energy.
  if (!(D > 0)) return -b / (2 * a);
  const double one = (-b + std::sqrt(D)) / (2 * a), other = (-b - std::sqrt(D)) / (2 * a);
  return std::abs(one - 1) <= std::abs(other - 1) ? one : other;
}

Status AbruptStep::start(Vector& of_a) noexcept {
  forces_->step_force(eval_.point(Slot::start), kept_, over_, of_a, eval_.scratch());
  linear::Saddle& mass = eval_.mass_saddle(Slot::start);
  mu_.setZero();
  mass.solve(of_a, mu_);
  return mass.status();
}

}  // namespace takt
