#include "takt/formulation/penalty.hpp"

#include "takt/formulation/ali3.hpp"
#include "takt/formulation/penalties.hpp"

namespace takt {
namespace {

constexpr double explicit_alpha = 1e6;  // where no step says how stiff springs must be

class Penalty final : public Formulation, public AccelerationForm, public LinearisedForm {
 public:
  Penalty(Evaluator& eval, double alpha)
      : eval_(eval), mass_tangent_(make_tangent(eval)), tangent_(make_tangent(eval)),
        mass_(*mass_tangent_), T_(*tangent_),
        positions_(make_penalised_position(eval, {alpha, false, false})) {
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

  double prepare(const State& start, double) override { return 2e-15 * (1 + max_norm(start.q)); }

  Status linearise(const State& from, double gh, double) noexcept override {
    eval_.place(Slot::start, from);
    const Terms& t = eval_.at(Slot::start, needs() | Term::C | Term::K);
    T_.set_zero();
    T_.add(0, 1, t.M);
    T_.add(1, gh, t.C);
    T_.add(2, gh * gh, t.K);
    T_.add_gram(gh * gh, alpha_, t.G);
    T_.add_gram(gh, dampers_, t.G);
    return T_.factorise();
  }

  Status stage(int, int, State& at, Rates& out) noexcept override {
    return rates(Slot::stage, at, out);
  }

  void correct(const Vector& rho, const Vector& xq, const Vector& xv,
               Vector& dv) noexcept override {
    const Terms& t = eval_.at(Slot::start, Term::M | Term::G | Term::C | Term::K);
    dv.setZero();
    t.M.multiply_add(1, rho, dv);
    t.C.multiply_add(-1, xv, dv);
    t.K.multiply_add(-1, xq, dv);
    for (const auto& [stiff, x] : {std::pair{&alpha_, &xq}, std::pair{&dampers_, &xv}}) {
      w_.setZero();
      t.G.multiply_add(1, *x, w_);
      for (Index i = 0; i < w_.size(); ++i) w_[i] *= (*stiff)[i];
      t.G.multiply_transposed_add(-1, w_, dv);
    }
    T_.solve(dv);
  }

 private:
  Need needs() const noexcept {
    const Need n = Term::M | Term::f | Term::g | Term::G | Term::gI;
    return eval_.shape().nz > 0 ? n | Term::e : n;
  }
  bool is_position(Index i) const noexcept {
    return eval_.shape().row_level[static_cast<std::size_t>(i)] == RowLevel::position;
  }

  Evaluator& eval_;
  std::unique_ptr<linear::Tangent> mass_tangent_, tangent_;
  linear::Tangent &mass_, &T_;
  std::unique_ptr<PenalisedPosition> positions_;
  Vector alpha_, dampers_, w_;  // of rows on position and on velocity level
};

}  // namespace

std::unique_ptr<Formulation> make_penalty(Evaluator& eval, double alpha) {
  return std::make_unique<Penalty>(eval, alpha);
}

std::unique_ptr<Formulation> make_conserving_penalty(Evaluator& eval, double alpha) {
  return make_conserving(eval, {alpha, false, false}, true);
}

}  // namespace takt
