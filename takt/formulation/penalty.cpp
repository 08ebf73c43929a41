#include "takt/formulation/penalty.hpp"

#include "takt/formulation/ali3.hpp"
#include "takt/formulation/penalties.hpp"
#include "takt/formulation/stiff_states.hpp"

namespace takt {
namespace {

constexpr double explicit_alpha = 1e6;  // default for acceleration and linearised form

class Penalty final : public Formulation, public AccelerationForm, public LinearisedForm {
 public:
  Penalty(Evaluator& eval, double alpha)
      : eval_(eval), stiff_(eval), mass_tangent_(make_tangent(eval)),
        tangent_(make_tangent(eval, Term::K, stiff_.pattern())), mass_(*mass_tangent_),
        T_(*tangent_), positions_(make_penalised_position(eval, {alpha, false, false})) {
    const Shape& s = eval.shape();
    alpha_ = Vector::Constant(s.ng, alpha > 0 ? alpha : explicit_alpha);
    dampers_ = alpha_;
    for (Index i = 0; i < s.ng; ++i) (is_position(i) ? dampers_ : alpha_)[i] = 0;
    w_ = Vector::Zero(s.ng);
  }

  AccelerationForm* acceleration_form() noexcept override { return this; }
  LinearisedForm* linearised_form() noexcept override { return this; }
  PositionForm* position_form() noexcept override { return positions_.get(); }
  std::span<double> memory() noexcept override { return positions_->memory(); }

  Status rates(Slot slot, const State& at, Rates& out) noexcept override {
    eval_.place(slot, at);
    const Terms& t = eval_.at(slot, needs());
    copy(at.v, out.dq);
    copy(t.e, out.dz);
    copy(t.gI, w_);
    t.G.multiply_add(1, at.v, w_);
    for (Index i = 0; i < w_.size(); ++i) out.lambda[i] = alpha_[i] * t.g[i] + dampers_[i] * w_[i];
    copy(t.f, out.dv);
    t.G.multiply_transposed_add(-1, out.lambda, out.dv);
    mass_.set_zero();
    mass_.add(0, 1, t.M);
    const Status status = mass_.factorise();
    if (status == Status::ok) mass_.solve(out.dv);
    return status;
  }

  double set_up(const State& start, double) override { return 2e-15 * (1 + max_norm(start.q)); }

  Status linearise(const State& from, double gh, double) noexcept override {
    eval_.place(Slot::start, from);
    const Terms& t = eval_.at(Slot::start, needs() | linear_needs());
    gh_ = gh;
    T_.set_zero();
    T_.add(0, 1, t.M);
    T_.add(1, gh, t.C);
    T_.add(2, gh * gh, t.K);
    T_.add_gram(gh * gh, alpha_, t.G);
    T_.add_gram(gh, dampers_, t.G);
    if (stiff_.any()) {
      stiff_.eliminate_stages(t, gh);
      T_.add(3, -gh, stiff_.product());
    }
    return T_.factorise();
  }

  Status stage(int, int, State& at, Rates& out) noexcept override {
    return rates(Slot::stage, at, out);
  }

  void correct(const StageResidual& r, Vector& dv, Vector& dz) noexcept override {
    const Terms& t = eval_.at(Slot::start, Term::M | Term::G | linear_needs());
    dv.setZero();
    t.M.multiply_add(1, r.rho, dv);
    t.C.multiply_add(-1, r.xv, dv);
    t.K.multiply_add(-1, r.xq, dv);
    stiff_.add_stage(t, gh_, r, dv);
    for (const auto& [stiff, x] : {std::pair{&alpha_, &r.xq}, std::pair{&dampers_, &r.xv}}) {
      w_.setZero();
      t.G.multiply_add(1, *x, w_);
      for (Index i = 0; i < w_.size(); ++i) w_[i] *= (*stiff)[i];
      t.G.multiply_transposed_add(-1, w_, dv);
    }
    T_.solve(dv);
    stiff_.change(dv, dz);
  }

 private:
  Need linear_needs() const noexcept {
    return Term::C | Term::K | StiffStates::needs(eval_.shape());
  }
  Need needs() const noexcept {
    const Need n = Term::M | Term::f | Term::g | Term::G | Term::gI;
    return eval_.shape().nz > 0 ? n | Term::e : n;
  }
  bool is_position(Index i) const noexcept {
    return eval_.shape().row_level[i] == RowLevel::position;
  }

  Evaluator& eval_;
  StiffStates stiff_;
  std::unique_ptr<linear::Tangent> mass_tangent_, tangent_;
  linear::Tangent &mass_, &T_;
  double gh_ = 0;
  std::unique_ptr<PenalisedPosition> positions_;
  // alpha_ of rows at position level, dampers_ of rows at velocity level
  Vector alpha_, dampers_, w_;
};

}  // namespace

std::unique_ptr<Formulation> make_penalty(Evaluator& eval, double alpha) {
  return std::make_unique<Penalty>(eval, alpha);
}

std::unique_ptr<Formulation> make_conserving_penalty(Evaluator& eval, double alpha) {
  return make_conserving(eval, {alpha, false, false}, {});
}

}  // namespace takt
