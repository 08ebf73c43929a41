#include "takt/stabilise/projection.hpp"

#include "takt/base/stage_clock.hpp"
#include "takt/stabilise/full_curvature.hpp"
#include "takt/stabilise/violation.hpp"
#include "takt/stabilise/weight.hpp"

namespace takt {
namespace {

constexpr int most_passes = 25;  // to the nearest point

class NoProjection final : public RecordingStabiliser {
 public:
  explicit NoProjection(Evaluator& eval) : RecordingStabiliser(eval) {}
  void begin(double) noexcept override {}
  Status correct(State&, Levels, bool) noexcept override { return Status::ok; }
  bool active() const noexcept override { return false; }
};

// q first, then v at the corrected q. With a tolerance q is the point of the constraints that is
// nearest to q~ in the metric A:
//
//   A(q) (q - q~) + G(q)' mu = 0,  g(q) = 0                                 000 (7); else (11), (12)
class SequentialProjection final : public RecordingStabiliser {
 public:
  SequentialProjection(Evaluator& eval, const Projection& p)
      : RecordingStabiliser(eval), p_(p),
        shared_(p.metric == Metric::mass && !eval.shape().has_velocity_rows()),
        position_(eval, p.metric, Weight::Level::position),
        velocity_(eval, p.metric, Weight::Level::velocity), from_(q_), total_(moved_q_),
        moved_rows_(g_) {}

  void begin(double) noexcept override { forget_moves(); }

  Status correct(State& s, Levels fresh, bool velocity_closed) noexcept override {
    const StageScope timed(Stage::project);
    Status status = Status::ok;
    if (p_.levels.q && fresh.q) status = p_.bounded() ? correct_position(s) : find_nearest(s);
    if (p_.levels.v && fresh.v && !velocity_closed && status == Status::ok)
      status = correct_velocity(s);
    return status;
  }

 private:
  Status correct_position(State& s) noexcept {
    const bool at_start = p_.at == Where::start;
    if (at_start && !shared_) {
      const Status status = position_.set(Slot::start);
      if (status != Status::ok) return status;
    }
    for (int k = 0; k < p_.newton; ++k) {
      eval_.place(Slot::end, s);
      position_violation(
          eval_.at(Slot::end, at_start ? Need(Term::g) : Term::g | Weight::needs(p_.metric)));
      const Status status = apply_weight(at_start ? Slot::start : Slot::end);
      if (status != Status::ok) return status;
      move_q(s, dv_, p_.relax);
    }
    return Status::ok;
  }

  // Newton's method without the derivatives of A and G: with the correction dq so far, q = q~ - dq,
  // the next one is dq = W (g + G dq). Without the term G dq, as in correct_position(), every pass
  // starts from where the one before ended, and the result is on the constraints, but not nearest.
  Status find_nearest(State& s) noexcept {
    from_ = s.q;
    total_.setZero();
    for (int k = 0;; ++k) {
      eval_.place(Slot::end, s);
      const Terms& t = eval_.at(Slot::end, Term::g | Weight::needs(p_.metric));
      position_violation(t);
      const bool closed = max_norm(g_) <= p_.tolerance;
      if (closed && k == 0) return Status::ok;
      add_moved_rows(t);
      const Status status = apply_weight(Slot::end);
      if (status != Status::ok) return status;
      dq_ = total_ - dv_;  // the change of the correction
      if (closed && max_norm(dq_) <= p_.tolerance) break;
      total_ = dv_;
      if (k == most_passes) return Status::not_converged;
      ++eval_.counters().iterations;
      dq_ = -total_;
      eval_.retract(from_, dq_, s.q);
    }
    moved_q_ += total_;
    return Status::ok;
  }

  // g + G dq, of the rows at position level
  void add_moved_rows(const Terms& t) noexcept {
    moved_rows_.setZero();
    t.G.multiply_add(1, total_, moved_rows_);
    for (Index i = 0; i < g_.size(); ++i)
      if (is_position(i)) g_[i] += moved_rows_[i];
  }

  // dv_ = W g_, with W at the point in the slot; that of the start was set before.
  Status apply_weight(Slot slot) noexcept {
    if (shared_) {
      linear::Saddle& saddle = eval_.mass_saddle(slot);
      if (saddle.status() != Status::ok) return saddle.status();
      saddle.least_norm(g_, dv_);
      return Status::ok;
    }
    if (slot != Slot::start) {
      const Status status = position_.set(slot);
      if (status != Status::ok) return status;
    }
    position_.apply(g_, dv_);
    return Status::ok;
  }

  Status correct_velocity(State& s) noexcept {
    eval_.place(Slot::end, s);
    const Terms& t = eval_.at(Slot::end, Weight::needs(p_.metric) | Term::gI);
    velocity_violation(t, s.v);
    Status status = Status::ok;
    if (shared_) {
      linear::Saddle& saddle = eval_.mass_saddle(Slot::end);
      status = saddle.status();
      saddle.least_norm(gv_, dv_);
    } else {
      status = velocity_.set(Slot::end);
      velocity_.apply(gv_, dv_);
    }
    move_v(s, dv_, p_.relax);
    return status;
  }

  Projection p_;
  // use the saddle with M of the evaluator, which the formulation may have factorised
  bool shared_;
  Weight position_, velocity_;
  Vector from_, total_, moved_rows_;  // of find_nearest(): q~, the correction dq, G dq
};

// q and v together, with violations and W at the unprojected state z~.             004 (5.4b)
class SimultaneousProjection final : public RecordingStabiliser {
 public:
  SimultaneousProjection(Evaluator& eval, const Projection& p)
      : RecordingStabiliser(eval), p_(p),
        one_weight_(!eval.shape().has_velocity_rows() && p.at == Where::end),
        position_(eval, p.metric, Weight::Level::position),
        velocity_(eval, p.metric, Weight::Level::velocity), step_q_(moved_q_), step_v_(moved_q_) {
    if (p.curvature == Curvature::full) full_ = std::make_unique<FullCurvature>(eval, p.metric);
  }

  void begin(double) noexcept override { forget_moves(); }

  Status correct(State& s, Levels fresh, bool) noexcept override {
    const StageScope timed(Stage::project);
    if (!fresh.v) return Status::ok;  // wait until q and v are both final
    for (int k = 0; k < p_.newton; ++k) {
      const Status status = pass(s, k == 0);
      if (status != Status::ok) return status;
    }
    return p_.second == Second::none ? Status::ok : again(s);
  }

 private:
  Need needs() const noexcept {
    Need n = Term::g | Term::gI | Term::G;
    if (p_.curvature != Curvature::none) n = n | Term::Gv_q;
    return p_.metric == Metric::mass ? n | Term::M : n;
  }
  Weight& velocity_weight() noexcept { return one_weight_ ? position_ : velocity_; }

  // The option `at` applies to the position level only; velocities are projected at the latest q.
  Status set_weights(Slot slot, bool position) noexcept {
    Status status = position ? position_.set(slot) : Status::ok;
    if (!one_weight_ && status == Status::ok)
      status = velocity_.set(slot == Slot::start ? Slot::end : slot);
    return status;
  }

  Status pass(State& s, bool first) noexcept {
    eval_.place(Slot::end, s);
    const Terms& t = eval_.at(Slot::end, needs());
    position_violation(t);
    velocity_violation(t, s.v);
    if (p_.curvature == Curvature::full) {
      const Status status = full_->apply(t, g_, gv_, step_q_, step_v_);
      if (status != Status::ok) return status;
    } else {
      const Slot slot = p_.second == Second::stage6 ? Slot::stage
                        : p_.at == Where::start     ? Slot::start
                                                    : Slot::end;
      const Status status = set_weights(slot, first || slot == Slot::end);
      if (status != Status::ok) return status;
      position_.apply(g_, step_q_);
      if (p_.curvature == Curvature::block) t.Gv_q.multiply_add(-1, step_q_, gv_);
      velocity_weight().apply(gv_, step_v_);
    }
    move(s);
    return Status::ok;
  }

  // The second correction of S-both^2.
  Status again(State& s) noexcept {
    eval_.place(Slot::end, s);
    const Terms& t = eval_.at(Slot::end, Term::g | Term::gI | Term::G);
    position_violation(t);
    velocity_violation(t, s.v);
    if (p_.second == Second::G) {
      position_.apply_with(t.G, g_, step_q_);
      velocity_weight().apply_with(t.G, gv_, step_v_);
    } else {
      position_.apply(g_, step_q_);
      velocity_weight().apply(gv_, step_v_);
    }
    move(s);
    return Status::ok;
  }

  void move(State& s) noexcept {
    if (p_.levels.q) move_q(s, step_q_, p_.relax);
    if (p_.levels.v) move_v(s, step_v_, p_.relax);
  }

  Projection p_;
  bool one_weight_;
  Weight position_, velocity_;
  std::unique_ptr<FullCurvature> full_;
  Vector step_q_, step_v_;
};

}  // namespace

std::unique_ptr<Stabiliser> make_projection(Evaluator& eval, const Projection& p,
                                            Formulation& formulation) {
  if (p.none() || eval.shape().ng == 0) return std::make_unique<NoProjection>(eval);
  if (p.metric == Metric::tangent)
    return make_tangent_projection(eval, p, *formulation.position_form());
  if (p.metric == Metric::penalised)
    return make_penalised_projection(eval, p, formulation.penalties());
  if (p.sequential) return std::make_unique<SequentialProjection>(eval, p);
  return std::make_unique<SimultaneousProjection>(eval, p);
}

}  // namespace takt
