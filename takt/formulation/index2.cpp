#include "takt/formulation/index2.hpp"

#include "takt/formulation/linear_implicit.hpp"
#include "takt/formulation/residual_equations.hpp"

namespace takt {
namespace {

class Index2 final : public Formulation, public VelocityForm {
 public:
  Index2(Evaluator& eval, double baumgarte, Formalism formalism)
      : eval_(eval), baumgarte_(baumgarte), formalism_(formalism), implicit_(eval) {
    const linear::SharedPattern G = make_terms(eval.shape()).G.shared_pattern();
    solver_ = linear::make_saddle(implicit_.pattern(), G, G, linear::Symmetry::general,
                                  eval.storage(), eval.counters(), eval.shape().mass_rank);
  }

  VelocityForm* velocity_form() noexcept override { return this; }
  ResidualForm* residual_form() noexcept override {
    ResidualOptions o;
    o.formalism = formalism_;
    o.closed_at = ClosedAt::velocity;
    o.baumgarte_position = baumgarte_;
    return residual_.get(eval_, o);
  }
  void prepare(const State& start) override { residual_.prepare(start); }
  bool needs_next_position() const noexcept override { return true; }
  bool closes_velocity() const noexcept override { return baumgarte_ == 0; }
  void begin(const State& from, Blocks b) noexcept override {
    eval_.place(Slot::start, from);
    eval_.at(Slot::start, LinearImplicit::needs(b, eval_.shape()) | Term::M | Term::G | Term::e);
  }

  Status velocity(const State& from, double h, Blocks b, State& next,
                  Vector& dz) noexcept override {
    const Terms& start = eval_.at(
        Slot::start, LinearImplicit::needs(b, eval_.shape()) | Term::M | Term::G | Term::e);
    next.v = from.v;
    eval_.place(Slot::end, next);
    const Need need = baumgarte_ != 0 ? Term::G | Term::gI | Term::g : Term::G | Term::gI;
    const Terms& end = eval_.at(Slot::end, need);
    const Status status = solver_->factorise(&implicit_.matrix(h, b), start.G, end.G);
    next.lambda = -end.gI;
    end.G.multiply_add(-1, from.v, next.lambda);
    if (baumgarte_ != 0)
      for (Index i = 0; i < end.g.size(); ++i)
        if (eval_.shape().row_level[i] == RowLevel::position)
          next.lambda[i] -= baumgarte_ * end.g[i];
    implicit_.right_side(h, b, next.v);
    solver_->solve(next.v, next.lambda);
    next.lambda /= h;
    implicit_.state_rates(h, b, next.v, dz);
    next.a = next.v / h;
    next.v += from.v;
    return status;
  }

 private:
  Evaluator& eval_;
  double baumgarte_;
  Formalism formalism_;
  LinearImplicit implicit_;
  std::unique_ptr<linear::Saddle> solver_;
  ResidualWhenAsked residual_;
};

}  // namespace

std::unique_ptr<Formulation> make_index2(Evaluator& eval, double baumgarte_position,
                                         Formalism formalism) {
  return std::make_unique<Index2>(eval, baumgarte_position, formalism);
}

}  // namespace takt
