// Projects positions and velocities onto the constraints by an augmented Lagrangian in the mass
// metric.
//
//   (M + G' alpha G)_j dq = -M (q_j - q*) - G' (alpha g + sigma),   sigma <- sigma + alpha g_{j+1}
//   v <- v - (M + G' alpha G)^-1 G' alpha (G v + gI)                     003 (3), (4), ERRATA 003.1
//
// A fixed number of passes for q, each with M and G at its own position; then v at the last
// position.
#include "takt/base/stage_clock.hpp"
#include "takt/linear/tangent.hpp"
#include "takt/stabilise/projection.hpp"
#include "takt/stabilise/violation.hpp"

namespace takt {
namespace {

class PenalisedProjection final : public RecordingStabiliser {
 public:
  PenalisedProjection(Evaluator& eval, const Projection& p, const Vector* penalties)
      : RecordingStabiliser(eval), p_(p),
        T_({make_terms(eval.shape()).M.shared_pattern()}, eval.shape().structure,
           make_terms(eval.shape()).G.shared_pattern(), eval.shape().G_structure, eval.storage(),
           eval.counters()),
        penalties_(penalties) {
    alpha_ = Vector::Constant(eval.shape().ng, p.alpha > 0 ? p.alpha : standard);
    position_alpha_ = sigma_ = w_ = alpha_;
    moved_ = Vector::Zero(eval.shape().nv);
  }

  void begin(double) noexcept override { forget_moves(); }

  Status correct(State& s, Levels fresh, bool) noexcept override {
    const StageScope timed(Stage::project);
    if (!fresh.v) return Status::ok;
    if (penalties_ != nullptr && !(p_.alpha > 0)) copy(*penalties_, alpha_);
    for (Index i = 0; i < alpha_.size(); ++i) position_alpha_[i] = is_position(i) ? alpha_[i] : 0;
    sigma_.setZero();
    moved_.setZero();
    if (p_.levels.q)
      for (int k = 0; k < p_.newton; ++k) {
        const Status status = position_pass(s, k > 0);
        if (status != Status::ok) return status;
      }
    return p_.levels.v ? correct_velocity(s) : Status::ok;
  }

 private:
  static constexpr double standard = 1e6;

  Status position_pass(State& s, bool learn) noexcept {
    eval_.place(Slot::end, s);
    const Terms& t = eval_.at(Slot::end, Term::M | Term::g | Term::G);
    for (Index i = 0; i < w_.size(); ++i) {
      const double load = position_alpha_[i] * t.g[i];
      if (learn) sigma_[i] += load;
      w_[i] = load + sigma_[i];
    }
    const Status status = factorise(t, position_alpha_);
    if (status != Status::ok) return status;
    dv_.setZero();
    t.M.multiply_add(1, moved_, dv_);
    t.G.multiply_transposed_add(1, w_, dv_);
    T_.solve(dv_);
    for (Index i = 0; i < dv_.size(); ++i) moved_[i] -= dv_[i];
    move_q(s, dv_, p_.relax);
    return Status::ok;
  }

  Status correct_velocity(State& s) noexcept {
    eval_.place(Slot::end, s);
    const Terms& t = eval_.at(Slot::end, Term::M | Term::G | Term::gI);
    const Status status = factorise(t, alpha_);
    if (status != Status::ok) return status;
    velocity_violation(t, s.v);
    for (Index i = 0; i < w_.size(); ++i) w_[i] = alpha_[i] * gv_[i];
    dv_.setZero();
    t.G.multiply_transposed_add(1, w_, dv_);
    T_.solve(dv_);
    move_v(s, dv_, p_.relax);
    return Status::ok;
  }

  Status factorise(const Terms& t, const Vector& alpha) noexcept {
    T_.set_zero();
    T_.add(0, 1, t.M);
    T_.add_gram(1, alpha, t.G);
    return T_.factorise();
  }

  Projection p_;
  linear::Tangent T_;
  const Vector* penalties_;  // of the formulation; null: it has none
  Vector alpha_, position_alpha_, sigma_, w_, moved_;
};

}  // namespace

std::unique_ptr<Stabiliser> make_penalised_projection(Evaluator& eval, const Projection& p,
                                                      const Vector* penalties) {
  return std::make_unique<PenalisedProjection>(eval, p, penalties);
}

}  // namespace takt
