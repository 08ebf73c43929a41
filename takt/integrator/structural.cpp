#include "takt/integrator/structural.hpp"

#include <limits>

#include "takt/integrator/structural_states.hpp"

namespace takt {
namespace {

class Structural final : public Integrator {
 public:
  Structural(Evaluator& eval, PositionForm& form, const StructuralRow& row,
             const NewtonOptions& newton)
      : eval_(eval), form_(form), row_(row), newton_(newton), states_(eval.shape()),
        abrupt_(eval, {row.beta, row.gamma, c()}) {
    const Shape& s = eval.shape();
    for (Vector* x : {&A_, &A_next_, &a_from_, &increment_, &predicted_, &r_, &x_, &a_, &of_a_})
      *x = Vector::Zero(s.nv);
    with_abrupt_ = abrupt_.any() && form.takes_abrupt();
    has_A_ = with_abrupt_ ? 2 * s.nv + 1 : row.remembers() ? s.nv + 1 : 0;
    memory_ = Vector::Zero(has_A_ + static_cast<Index>(states_.memory_size()));
    if (has_A_ > 0) memory_[has_A_ - 1] = unknown;
  }

  void prepare(const State& start, double h) override {
    constexpr double round_off = 10 * 2.2e-16;
    require_reachable(newton_, round_off * (1 + max_norm(start.q)));
    form_.prepare(start, sensitivity(h));
    if (!with_abrupt_) return;
    eval_.place(Slot::start, start);
    abrupt_.begin(x_);
    accelerations(start);
    keep(start.t);
  }

  StepReport step(const State& from, State& next, StepTarget to,
                  Stabiliser& stabiliser) noexcept override {
    const double h = to.h;
    StepReport report{Status::ok, to.t_end, h, 0};
    Sensitivity s = sensitivity(h);
    s.states = states_.begin(from, h, memory_of_states());
    if (with_abrupt_) s.abrupt = &abrupt_;
    report.status = form_.begin(from, s);
    if (report.status != Status::ok) return report;
    stabiliser.begin(h);
    accelerations(from);
    if (with_abrupt_) abrupt_.begin(of_a_);
    predict(from, next, to);
    double size = 0;
    do {
      report.status = pass(from, next, h);
      if (report.status != Status::ok) return report;
      size = norm(x_);
      ++report.iterations;
      ++eval_.counters().iterations;
      if (!std::isfinite(size)) {
        report.status = Status::not_finite;
        return report;
      }
    } while (newton_.again(report.iterations, size, h));
    count(newton_, report.iterations, size, h, work(), eval_.counters());
    const bool given_up = newton_.passes == 0 && size > newton_.tolerance(h);
    report.status = form_.finish(next, given_up);
    if (report.status == Status::ok && with_abrupt_) {
      eval_.place(Slot::end, next);
      shift_velocity(next, -h);
      report.status = abrupt_.part({from, h, next, A_next_, of_a_});
    }
    if (report.status != Status::ok) return report;
    copy(next.a, a_);
    report.status = stabiliser.correct(next, {true, true, true}, false);
    remember(next);
    states_.remember(from, h, next, memory_of_states());
    return report;
  }

  std::span<double> memory() noexcept override {
    return {memory_.data(), static_cast<std::size_t>(memory_.size())};
  }

 private:
  // c of ERRATA 001.3.
  double c() const noexcept { return (1 - row_.alpha_f) / (1 - row_.alpha_m); }
  Sensitivity sensitivity(double h) const noexcept {
    return {h, 1 / (c() * row_.beta * h * h), row_.gamma / (row_.beta * h)};
  }

  // Sets A_n and a_n; without the part of abrupt forces, if there are any.
  void accelerations(const State& from) noexcept {
    const Index n = A_.size();
    const bool known = has_A_ > 0 && memory_[has_A_ - 1] == from.t;
    if (!known && with_abrupt_) abrupt_.start(of_a_);
    for (Index i = 0; i < n; ++i) {
      a_from_[i] = !with_abrupt_ ? from.a[i] : known ? memory_[n + i] : from.a[i] - of_a_[i];
      A_[i] = known ? memory_[i] : a_from_[i];
      of_a_[i] = from.a[i] - a_from_[i];
    }
  }

  // Predictor: A_{n+1} = A_n, and the acceleration of abrupt forces stays the same. After an impact
  // the velocity alone says where the bodies will be: from a point that the impact throws them to,
  // the passes find no solution. They find it where the mass matrix is constant.
  void predict(const State& from, State& next, StepTarget to) noexcept {
    const double h = to.h;
    const bool impact = with_abrupt_ && !eval_.shape().constant_mass && is_impact(from.v, h);
    for (Index i = 0; i < A_.size(); ++i) {
      predicted_[i] = h * from.v[i] + h * h * (0.5 - row_.beta) * A_[i];
      if (impact) {
        increment_[i] = h * from.v[i];
        continue;
      }
      increment_[i] = predicted_[i] + h * h * row_.beta * A_[i];
      if (with_abrupt_) increment_[i] += 0.5 * h * h * (from.a[i] - a_from_[i]);
    }
    next.t = to.t_end;
    next.lambda = from.lambda;
    if (next.z.size() > 0)
      states_.predict(from, h, eval_.at(Slot::start, Term::e).e, memory_of_states(), next);
    follow(from, next, h);
  }

  // True if the abrupt forces at the start of the step would change the velocity in half a step by many
  // times what it is: they act for a moment, not for another step. Velocities and accelerations are
  // means over the coordinates, weighted by the squares of the accelerations, so that coordinates on
  // which the forces hardly act do not count.
  bool is_impact(const Vector& v, double h) const noexcept {
    // With 4 the Iltis comes down its stairs at every whole millisecond up to 37 ms, without this up to
    // 20 ms; with 6 not at 25 ms. The smaller the number, the more steps have a worse prediction.
    constexpr double many = 4;
    double change = 0, speed = 0;
    for (Index i = 0; i < v.size(); ++i) {
      const double weight = of_a_[i] * of_a_[i], half = 0.5 * h * of_a_[i];
      change += weight * half * half;
      speed += weight * v[i] * v[i];
    }
    return change > many * many * speed;
  }

  // Computes q, v and a from the increment.
  void follow(const State& from, State& next, double h) noexcept {
    eval_.retract(from.q, increment_, next.q);
    const double b = 1 / (row_.beta * h * h), am = row_.alpha_m, af = row_.alpha_f;
    for (Index i = 0; i < A_.size(); ++i) {
      const double A = b * (increment_[i] - predicted_[i]);
      A_next_[i] = A;
      next.v[i] = from.v[i] + h * ((1 - row_.gamma) * A_[i] + row_.gamma * A);
      next.a[i] = ((1 - am) * A + am * A_[i] - af * a_from_[i]) / (1 - af);
    }
    if (with_abrupt_) shift_velocity(next, h);
  }

  // The kinematics add only the part gamma/(2 beta) of an impulse h x to v. While x is not known,
  // the rest is computed with the acceleration of the abrupt forces at the start.
  void shift_velocity(State& next, double h) const noexcept {
    const double rest = 1 - row_.gamma / (2 * row_.beta);
    for (Index i = 0; i < of_a_.size(); ++i) next.v[i] += rest * h * of_a_[i];
  }

  Status pass(const State& from, State& next, double h) noexcept {
    Status status = form_.residual(from, next, increment_, r_);
    if (status == Status::ok) status = form_.factorise();
    if (status != Status::ok) return status;
    copy(r_, x_);
    form_.solve(x_);
    if (with_abrupt_) abrupt_.pass(x_);
    // x is an increment at q_{n+1}; the increment of the step is one at q_n (dexp^-1).
    eval_.system().increment_rate(increment_, x_, a_);
    for (Index i = 0; i < x_.size(); ++i) increment_[i] -= a_[i];
    follow(from, next, h);
    if (next.z.size() > 0) {
      states_.follow_plain(from, h, eval_.at(Slot::end, Term::e).e, next);
      form_.follow(x_, next.z);
    }
    return Status::ok;
  }

  double work() const noexcept {
    double sum = 0;
    for (Index i = 0; i < x_.size(); ++i) sum += r_[i] * x_[i];
    return sum;
  }

  // A and a get the same correction that the projection made to next.a; a_ is its value before.
  void remember(const State& next) noexcept {
    if (has_A_ == 0) return;
    for (Index i = 0; i < A_.size(); ++i) {
      const double moved = next.a[i] - a_[i];
      A_[i] = A_next_[i] + c() * moved;
      a_from_[i] = a_[i] - of_a_[i] + moved;
    }
    keep(next.t);
  }
  void keep(double t) noexcept {
    for (Index i = 0; i < A_.size(); ++i) {
      memory_[i] = A_[i];
      if (with_abrupt_) memory_[A_.size() + i] = a_from_[i];
    }
    memory_[has_A_ - 1] = t;
  }
  std::span<double> memory_of_states() noexcept {
    return {memory_.data() + has_A_, static_cast<std::size_t>(memory_.size() - has_A_)};
  }

  Evaluator& eval_;
  PositionForm& form_;
  StructuralRow row_;
  NewtonOptions newton_;
  StructuralStates states_;
  AbruptStep abrupt_;
  bool with_abrupt_;
  Vector A_, A_next_, a_from_, increment_, predicted_, r_, x_, a_, of_a_;
  // Length of the first part of memory_: A, then a (with abrupt forces only), then their time. 0 if
  // A = a.
  Index has_A_;
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  Vector memory_;  // A and a, then the memory of the states
};

}  // namespace

std::unique_ptr<Integrator> make_structural(Evaluator& eval, PositionForm& form,
                                            const StructuralRow& row, const NewtonOptions& newton) {
  return std::make_unique<Structural>(eval, form, row, newton);
}

}  // namespace takt
