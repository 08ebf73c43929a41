#include "takt/formulation/ali1.hpp"

#include <array>

#include "takt/formulation/penalties.hpp"
#include "takt/formulation/stiff_states.hpp"

namespace takt {
namespace {

constexpr double epsilon = 2.2e-16;

class AugmentedLagrangian1 final : public Formulation,
                                   public AccelerationForm,
                                   public LinearisedForm {
 public:
  AugmentedLagrangian1(Evaluator& eval, double alpha)
      : eval_(eval), alpha_(Vector::Constant(eval.shape().ng, alpha)), stiff_(eval),
        mass_tangent_(make_tangent(eval)), tangent_(make_tangent(eval, Term::K, stiff_.pattern())),
        mass_(*mass_tangent_), T_(*tangent_) {
    const Shape& s = eval.shape();
    w_ = Vector::Zero(s.ng);
    lambda_.fill(w_);
  }

  AccelerationForm* acceleration_form() noexcept override { return this; }
  LinearisedForm* linearised_form() noexcept override { return this; }
  const Vector* penalties() const noexcept override { return &alpha_; }

  // Starts with lambda* = 0, so that the rates depend on the state only. Each sweep reduces the
  // violation of the acceleration constraints by 1/(1 + alpha s), s as in penalties.hpp.
  Status rates(Slot slot, const State& at, Rates& out) noexcept override {
    eval_.place(slot, at);
    const Terms& t = eval_.at(slot, needs());
    copy(at.v, out.dq);
    copy(t.e, out.dz);
    out.lambda.setZero();
    const Status status = factorise_mass(t);
    for (int sweep = 0; sweep < 3 && status == Status::ok; ++sweep) {
      accelerate(t, out.lambda, out.dv);
      learn(t, out.dv, out.lambda);
    }
    return status;
  }

  // Round-off in G' alpha gamma changes increments of q by about this much (ERRATA 003.7).
  double set_up(const State& start, double gh) override {
    const double alpha = alpha_.size() > 0 ? alpha_[0] : 0;
    return 10 * epsilon * (1 + max_norm(start.q) + alpha * gh * gh * max_norm(start.a));
  }

  Status linearise(const State& from, double gh, double tangent_factor) noexcept override {
    eval_.place(Slot::start, from);
    const Terms& t = eval_.at(Slot::start, needs() | linear_needs());
    factor_ = tangent_factor;
    gh_ = gh;
    T_.set_zero();
    T_.add(0, 1, t.M);
    T_.add(1, gh, t.C);
    T_.add(2, gh * gh, t.K);
    if (stiff_.any()) {
      stiff_.eliminate_stages(t, gh);
      T_.add(3, -gh, stiff_.product());
    }
    T_.add_gram(1, alpha_, t.G);
    T_.add_product(gh * factor_, alpha_, t.G, t.Gv_q);
    return T_.factorise();
  }

  Status stage(int stage, int pass, State& at, Rates& out) noexcept override {
    Vector& lambda = lambda_[stage];
    if (pass == 0) copy(at.lambda, lambda);
    eval_.place(Slot::stage, at);
    const Terms& t = eval_.at(Slot::stage, needs());
    copy(at.v, out.dq);
    copy(t.e, out.dz);
    const Status status = factorise_mass(t);
    if (status != Status::ok) return status;
    accelerate(t, lambda, out.dv);
    copy(lambda, out.lambda);
    learn(t, out.dv, out.lambda);
    if (pass > 0) copy(out.lambda, lambda);  // 003 section 5, step 11
    return status;
  }

  void correct(const StageResidual& r, Vector& dv, Vector& dz) noexcept override {
    const Terms& t = eval_.at(Slot::start, Term::M | Term::G | linear_needs());
    dv.setZero();
    t.M.multiply_add(1, r.rho, dv);
    t.C.multiply_add(-1, r.xv, dv);
    t.K.multiply_add(-1, r.xq, dv);
    stiff_.add_stage(t, gh_, r, dv);
    w_.setZero();
    t.G.multiply_add(1, r.rho, w_);
    t.Gv_q.multiply_add(-factor_, r.xv, w_);
    for (Index i = 0; i < w_.size(); ++i) w_[i] *= alpha_[i];
    t.G.multiply_transposed_add(1, w_, dv);
    T_.solve(dv);
    stiff_.change(dv, dz);
  }

 private:
  Need needs() const noexcept {
    const Need n = Term::M | Term::f | Term::G | Term::gamma;
    return eval_.shape().nz > 0 ? n | Term::e : n;
  }

  Need linear_needs() const noexcept {
    return Term::C | Term::K | Term::Gv_q | StiffStates::needs(eval_.shape());
  }

  Status factorise_mass(const Terms& t) noexcept {
    mass_.set_zero();
    mass_.add(0, 1, t.M);
    mass_.add_gram(1, alpha_, t.G);
    return mass_.factorise();
  }

  void accelerate(const Terms& t, const Vector& lambda, Vector& a) noexcept {
    for (Index i = 0; i < w_.size(); ++i) w_[i] = alpha_[i] * t.gamma[i] + lambda[i];
    copy(t.f, a);
    t.G.multiply_transposed_add(-1, w_, a);
    mass_.solve(a);
  }

  void learn(const Terms& t, const Vector& a, Vector& lambda) noexcept {
    copy(t.gamma, w_);
    t.G.multiply_add(1, a, w_);
    for (Index i = 0; i < w_.size(); ++i) lambda[i] += alpha_[i] * w_[i];
  }

  Evaluator& eval_;
  Vector alpha_;
  StiffStates stiff_;
  std::unique_ptr<linear::Tangent> mass_tangent_, tangent_;
  linear::Tangent &mass_, &T_;
  double factor_ = 1, gh_ = 0;
  Vector w_;
  std::array<Vector, most_stages> lambda_;
};

}  // namespace

std::unique_ptr<Formulation> make_ali1(Evaluator& eval, double alpha) {
  return std::make_unique<AugmentedLagrangian1>(eval, alpha);
}

}  // namespace takt
