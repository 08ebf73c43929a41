// Projects velocities and accelerations onto the constraints with the tangent T that the step has
// factorised.
//
//   v <- v - W (G v + gI),   a <- a - W (G a + gamma),   W = T^-1 G' alpha
//                                                                      001 (3), (4), ERRATA 2, 3
// gamma is evaluated with the projected velocity. W reduces a violation to its product with
// (I + alpha G T0^-1 G')^-1, where T0 is the tangent without the penalty.
#include "takt/base/stage_clock.hpp"
#include "takt/stabilise/projection.hpp"
#include "takt/stabilise/violation.hpp"

namespace takt {
namespace {

class TangentProjection final : public RecordingStabiliser {
 public:
  TangentProjection(Evaluator& eval, const Projection& p, PositionForm& form)
      : RecordingStabiliser(eval), p_(p), form_(form) {}

  void begin(double) noexcept override { forget_moves(); }

  Status correct(State& s, Levels fresh, bool) noexcept override {
    const StageScope timed(Stage::project);
    if (!fresh.v) return Status::ok;
    const Status status = form_.make_weight();
    if (status != Status::ok) return status;
    if (p_.levels.q)
      for (int k = 0; k < p_.newton; ++k) {
        position_violation(eval_.at(Slot::end, Need(Term::g)));
        form_.apply_weight(g_, dv_);
        move_q(s, dv_, p_.relax);
        eval_.place(Slot::end, s);
      }
    if (p_.levels.v) {
      velocity_violation(eval_.at(Slot::end, Term::G | Term::gI), s.v);
      form_.apply_weight(gv_, dv_);
      move_v(s, dv_, p_.relax);
      eval_.change_rates(Slot::end, s);
    }
    if (p_.levels.a) {
      const Terms& t = eval_.at(Slot::end, Term::G | Term::gamma);
      copy(t.gamma, gv_);
      t.G.multiply_add(1, s.a, gv_);
      form_.apply_weight(gv_, dv_);
      for (Index i = 0; i < dv_.size(); ++i) s.a[i] -= p_.relax * dv_[i];
    }
    return Status::ok;
  }

 private:
  Projection p_;
  PositionForm& form_;
};

}  // namespace

std::unique_ptr<Stabiliser> make_tangent_projection(Evaluator& eval, const Projection& p,
                                                    PositionForm& form) {
  return std::make_unique<TangentProjection>(eval, p, form);
}

}  // namespace takt
