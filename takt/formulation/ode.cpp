#include "takt/formulation/ode.hpp"

#include "takt/formulation/linear_implicit.hpp"

namespace takt {
namespace {

class Ode final : public Formulation, public AccelerationForm, public VelocityForm {
 public:
  explicit Ode(Evaluator& eval)
      : eval_(eval), implicit_(eval), none_(Vector::Zero(eval.shape().nv)),
        rows_(linear::empty_pattern(0, eval.shape().nv)),
        solver_(linear::make_saddle(implicit_.pattern(), rows_.shared_pattern(),
                                    rows_.shared_pattern(), linear::Symmetry::general,
                                    eval.storage(), eval.counters())) {}

  AccelerationForm* acceleration_form() noexcept override { return this; }
  VelocityForm* velocity_form() noexcept override { return this; }

  Status rates(Slot slot, const State& at, Rates& out) noexcept override {
    eval_.place(slot, at);
    if (const Recursive* tree = eval_.system().recursive()) {
      // A tree gives a = M^-1 f in O(N), without M.                                    002 (2)
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

  bool needs_next_position() const noexcept override { return false; }
  bool closes_velocity() const noexcept override { return false; }
  void begin(const State& from, Blocks b) noexcept override {
    eval_.place(Slot::start, from);
    eval_.at(Slot::start, LinearImplicit::needs(b, eval_.shape()) | Term::M | Term::e);
  }

  Status velocity(const State& from, double h, Blocks b, State& next,
                  Vector& dz) noexcept override {
    const Terms& t =
        eval_.at(Slot::start, LinearImplicit::needs(b, eval_.shape()) | Term::M | Term::e);
    solver_->factorise(&implicit_.matrix(h, b), rows_, rows_);
    implicit_.right_side(h, b, next.v);
    solver_->solve_upper(next.v);
    next.a = next.v / h;
    next.v += from.v;
    dz = t.e;
    return solver_->status();
  }

 private:
  Evaluator& eval_;
  LinearImplicit implicit_;
  Vector none_;             // no forces beside the system's own
  linear::Patterned rows_;  // none
  std::unique_ptr<linear::Saddle> solver_;
};

}  // namespace

std::unique_ptr<Formulation> make_ode(Evaluator& eval) { return std::make_unique<Ode>(eval); }

}  // namespace takt
