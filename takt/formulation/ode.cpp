#include "takt/formulation/ode.hpp"

#include "takt/base/stage_clock.hpp"
#include "takt/formulation/linear_implicit.hpp"
#include "takt/formulation/penalised_position.hpp"
#include "takt/formulation/penalties.hpp"
#include "takt/formulation/residual_equations.hpp"

namespace takt {
namespace {

class Ode final : public Formulation,
                  public AccelerationForm,
                  public LinearisedForm,
                  public VelocityForm {
 public:
  Ode(Evaluator& eval, Formalism formalism)
      : eval_(eval), formalism_(formalism), none_(Vector::Zero(eval.shape().nv)),
        rows_(linear::empty_pattern(0, eval.shape().nv)) {}

  AccelerationForm* acceleration_form() noexcept override { return this; }
  LinearisedForm* linearised_form() noexcept override {
    if (!T_) {
      stiff_ = std::make_unique<StiffStates>(eval_);
      T_ = make_tangent(eval_, Term::K, stiff_->pattern());
    }
    return this;
  }
  PositionForm* position_form() noexcept override {
    if (!positions_) positions_ = make_penalised_position(eval_, {0, false, true});
    return positions_.get();
  }
  VelocityForm* velocity_form() noexcept override {
    if (!implicit_) {
      implicit_ = std::make_unique<LinearImplicit>(eval_);
      solver_ =
          linear::make_saddle(implicit_->pattern(), rows_.shared_pattern(), rows_.shared_pattern(),
                              linear::Symmetry::general, eval_.storage(), eval_.counters());
    }
    return this;
  }
  ResidualForm* residual_form() noexcept override { return residual_.get(eval_, {formalism_}); }
  void prepare(const State& start) override { residual_.prepare(start); }

  Status rates(Slot slot, const State& at, Rates& out) noexcept override {
    eval_.place(slot, at);
    if (const Recursive* tree = eval_.system().recursive()) {
      // A tree gives a = M^-1 f in O(N), without M.                                    002 (2)
      const StageScope timed(Stage::evaluate);
      out.dq = at.v;
      tree->acceleration(eval_.point(slot), none_, out.dv, eval_.scratch());
      ++eval_.counters().evaluations;
      if (eval_.shape().nz > 0) out.dz = eval_.at(slot, Term::e).e;
      return out.dv.allFinite() ? Status::ok : Status::singular;
    }
    const Terms& t = eval_.at(slot, Term::M | Term::f | Term::G | Term::e);
    linear::Saddle& mass = eval_.mass_saddle(slot);
    out.dq = at.v;
    out.dv = t.f;
    mass.solve(out.dv, out.lambda);
    out.dz = t.e;
    return mass.status();
  }

  double set_up(const State& start, double) override { return 2e-15 * (1 + max_norm(start.q)); }

  Status linearise(const State& from, double gh, double) noexcept override {
    eval_.place(Slot::start, from);
    const Terms& t = eval_.at(Slot::start, linear_needs());
    gh_ = gh;
    T_->set_zero();
    T_->add(0, 1, t.M);
    T_->add(1, gh, t.C);
    T_->add(2, gh * gh, t.K);
    if (stiff_->any()) {
      stiff_->eliminate_stages(t, gh);
      T_->add(3, -gh, stiff_->product());
    }
    return T_->factorise();
  }
  Status stage(int, int, State& at, Rates& out) noexcept override {
    return rates(Slot::stage, at, out);
  }
  void correct(const StageResidual& r, Vector& dv, Vector& dz) noexcept override {
    const Terms& t = eval_.at(Slot::start, linear_needs());
    dv.setZero();
    t.M.multiply_add(1, r.rho, dv);
    t.C.multiply_add(-1, r.xv, dv);
    t.K.multiply_add(-1, r.xq, dv);
    stiff_->add_stage(t, gh_, r, dv);
    T_->solve(dv);
    stiff_->change(dv, dz);
  }

  bool needs_next_position() const noexcept override { return false; }
  bool closes_velocity() const noexcept override { return false; }
  void begin(const State& from, Blocks b) noexcept override {
    eval_.place(Slot::start, from);
    eval_.at(Slot::start, LinearImplicit::needs(b, eval_.shape()) | Term::M | Term::e);
  }

  Status velocity(const State& from, double h, Blocks b, State& next,
                  Vector& dz) noexcept override {
    eval_.at(Slot::start, LinearImplicit::needs(b, eval_.shape()) | Term::M | Term::e);
    solver_->factorise(&implicit_->matrix(h, b), rows_, rows_);
    implicit_->right_side(h, b, next.v);
    solver_->solve_upper(next.v);
    implicit_->state_rates(h, b, next.v, dz);
    next.a = next.v / h;
    next.v += from.v;
    return solver_->status();
  }

 private:
  Need linear_needs() const noexcept {
    return Term::M | Term::C | Term::K | StiffStates::needs(eval_.shape());
  }

  Evaluator& eval_;
  Formalism formalism_;
  Vector none_;             // zero: no extra forces
  linear::Patterned rows_;  // empty: no constraints
  // Allocated when the form is first requested:
  std::unique_ptr<LinearImplicit> implicit_;
  std::unique_ptr<linear::Saddle> solver_;
  std::unique_ptr<PenalisedPosition> positions_;  // without constraints
  std::unique_ptr<StiffStates> stiff_;            // for implicit Runge-Kutta stages
  std::unique_ptr<linear::Tangent> T_;            // M + gh C + gh^2 K
  double gh_ = 0;
  ResidualWhenAsked residual_;
};

}  // namespace

std::unique_ptr<Formulation> make_ode(Evaluator& eval, Formalism formalism) {
  return std::make_unique<Ode>(eval, formalism);
}

}  // namespace takt
