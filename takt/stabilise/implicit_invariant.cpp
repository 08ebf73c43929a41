// The implicit stabilisation 004 (5.2): z = z~ - alpha F(z) h(z), alpha = h gamma, F = D (H D)^-1
// with D = diag(G', G').
//
// With mu = alpha (H D)^-1 h(z) the step is z = z~ - D mu. Newton's method for mu, with the
// linearisation h(z+) = h - H D (mu+ - mu), gives mu+ = alpha ((H D)^-1 h + mu) / (1 + alpha). For
// linear constraints one pass is exact.
#include <cmath>

#include "takt/base/stage_clock.hpp"
#include "takt/stabilise/projection.hpp"
#include "takt/stabilise/violation.hpp"
#include "takt/stabilise/weight.hpp"

namespace takt {
namespace {

class ImplicitInvariant final : public RecordingStabiliser {
 public:
  ImplicitInvariant(Evaluator& eval, double gamma)
      : RecordingStabiliser(eval), gamma_(gamma),
        weight_(eval, Metric::identity, Weight::Level::velocity),
        mu_q_(Vector::Zero(eval.shape().ng)), mu_v_(mu_q_), move_q_(moved_q_), move_v_(moved_q_),
        step_(moved_q_) {
    start_.q = Vector::Zero(eval.shape().nq);
    start_.v = Vector::Zero(eval.shape().nv);
  }

  void begin(double h) noexcept override {
    alpha_ = h * gamma_;
    forget_moves();
  }

  Status correct(State& s, Levels fresh, bool) noexcept override {
    const StageScope timed(Stage::project);
    if (!fresh.v) return Status::ok;
    start_.q = s.q;
    start_.v = s.v;
    mu_q_.setZero();
    mu_v_.setZero();
    move_q_.setZero();
    move_v_.setZero();
    for (int k = 0; k < most_passes; ++k) {
      ++eval_.counters().iterations;
      const double change = pass(s);
      if (!std::isfinite(change)) return Status::not_finite;
      if (change <= 1e-14 * (1 + max_norm(s.v) + max_norm(s.q))) return Status::ok;
    }
    return Status::not_converged;
  }

 private:
  static constexpr int most_passes = 50;

  double pass(State& s) noexcept {
    eval_.place(Slot::end, s);
    const Terms& t = eval_.at(Slot::end, Term::g | Term::gI | Term::G | Term::Gv_q);
    position_violation(t);
    velocity_violation(t, s.v);
    weight_.set(Slot::end);
    weight_.multipliers(g_);  // (G G')^-1 g
    step_.setZero();
    t.G.multiply_transposed_add(1, g_, step_);
    t.Gv_q.multiply_add(-1, step_, gv_);
    weight_.multipliers(gv_);
    const double f = alpha_ / (1 + alpha_);
    for (Index i = 0; i < g_.size(); ++i) {
      mu_q_[i] = f * (g_[i] + mu_q_[i]);
      mu_v_[i] = f * (gv_[i] + mu_v_[i]);
    }
    double change = move_to(t, mu_q_, move_q_);
    change = std::max(change, move_to(t, mu_v_, move_v_));
    s.q = start_.q;
    s.v = start_.v;
    forget_moves();
    move_q(s, move_q_, 1);
    move_v(s, move_v_, 1);
    return change;
  }

  double move_to(const Terms& t, const Vector& mu, Vector& move) noexcept {
    step_.setZero();
    t.G.multiply_transposed_add(1, mu, step_);
    double change = 0;
    for (Index i = 0; i < step_.size(); ++i) {
      const double d = std::abs(step_[i] - move[i]);
      if (!(d <= change)) change = d;
      move[i] = step_[i];
    }
    return change;
  }

  double gamma_, alpha_ = 0;
  Weight weight_;
  Vector mu_q_, mu_v_, move_q_, move_v_, step_;
  State start_;
};

}  // namespace

std::unique_ptr<Stabiliser> make_implicit_invariant(Evaluator& eval, double gamma) {
  return std::make_unique<ImplicitInvariant>(eval, gamma);
}

}  // namespace takt
