#include "takt/formulation/penalised_position.hpp"

#include "takt/formulation/penalties.hpp"
#include "takt/formulation/stiff_states.hpp"

namespace takt {
namespace {

class Penalised final : public PenalisedPosition {
 public:
  Penalised(Evaluator& eval, const PenalisedOptions& options)
      : eval_(eval), o_(options), G_(make_terms(eval.shape()).G), stiff_(eval),
        tangent_(make_tangent(eval, options.full ? Term::K_full : Term::K, stiff_.pattern())),
        T_(*tangent_) {
    const Shape& s = eval.shape();
    alpha_ = k_alpha_ = phi_ = w_ = lambda_ = Vector::Zero(s.ng);
  }

  void prepare(const State& start, const Sensitivity& s) override {
    sensitivity_ = s;
    eval_.place(Slot::end, start);
    eval_.at(Slot::end, needs());
    sum();
    choose_penalties(o_.alpha, o_.multipliers, T_, eval_.at(Slot::end, Need(Term::G)), alpha_);
    // An evaluated alpha phi takes the round-off of phi, times alpha, to lambda.
    if (o_.evaluated && o_.alpha == 0) alpha_ *= moderate_reduction / automatic_reduction;
  }

  // AbruptStep assumes accelerations of the constrained mass matrix; with a penalty only they
  // differ.
  bool takes_abrupt() const noexcept override { return o_.multipliers || eval_.shape().ng == 0; }

  Status begin(const State& from, const Sensitivity& s) noexcept override {
    eval_.place(Slot::start, from);
    sensitivity_ = s;
    k_alpha_ = alpha_ / s.a;
    moved_ = false;
    if (o_.multipliers)
      copy(from.lambda, lambda_);
    else
      lambda_.setZero();
    return Status::ok;
  }

  Status residual(const State&, State& trial, Vector&, Vector& r) noexcept override {
    // K_full uses the multipliers lambda*, without the penalty term alpha phi.
    copy(lambda_, trial.lambda);
    eval_.place(Slot::end, trial);
    const Terms& t = eval_.at(Slot::end, needs());
    load(t, trial.v);
    if (moved_ && learns_evaluated()) learn_evaluated();
    r = -t.f;
    t.M.multiply_add(1, trial.a, r);
    t.G.multiply_transposed_add(1, w_, r);
    if (solved()) {
      stiff_.eliminate_trial(t, t, sensitivity_, trial.z);
      stiff_.add_force(-1, r);
    }
    if (sensitivity_.abrupt) sensitivity_.abrupt->add_to(r);
    return Status::ok;
  }

  Status factorise() noexcept override {
    sum();
    const Terms& t = eval_.at(Slot::end, Need(Term::G));
    if (alpha_.size() > 0) {
      T_.add_gram(1, alpha_, t.G);
      copy(t.G.values(), G_.values());  // the G in T, which W needs
    }
    return T_.factorise();
  }

  void solve(Vector& x) noexcept override {
    T_.solve(x);
    if (o_.multipliers && !o_.evaluated) learn(x);
    moved_ = true;
  }

  void follow(const Vector& x, Vector& z) noexcept override {
    if (solved()) stiff_.follow(x, z);
  }

  Status finish(State& trial, bool given_up) noexcept override {
    eval_.place(Slot::end, trial);
    if (alpha_.size() == 0) return Status::ok;
    if (!o_.multipliers || o_.evaluated || given_up)
      load(eval_.at(Slot::end, Term::g | Term::G | Term::gI), trial.v);
    if (learns_evaluated()) learn_evaluated();
    copy(o_.multipliers ? lambda_ : w_, trial.lambda);
    return given_up && !(max_norm(phi_) < open_loop) ? Status::not_converged : Status::ok;
  }

  void apply_weight(const Vector& violation, Vector& dx) noexcept override {
    w_ = alpha_.cwiseProduct(violation);
    dx.setZero();
    G_.multiply_transposed_add(1, w_, dx);
    T_.solve(dx);
  }

  const Vector& penalties() const noexcept override { return k_alpha_; }
  std::span<double> memory() noexcept override {
    return {alpha_.data(), static_cast<std::size_t>(alpha_.size())};
  }

 private:
  Need needs() const noexcept {
    Need n = Term::M | Term::f | Term::C | (o_.full ? Term::K_full : Term::K);
    if (eval_.shape().ng > 0) n = n | Term::g | Term::G;
    if (eval_.shape().has_velocity_rows()) n = n | Term::gI;
    if (solved()) n = n | StiffStates::needs(eval_.shape());
    return eval_.shape().nz > 0 ? n | Term::e : n;
  }
  bool solved() const noexcept { return sensitivity_.states != nullptr && stiff_.any(); }

  void sum() noexcept {
    const Terms& t = eval_.at(Slot::end, needs());
    T_.set_zero();
    T_.add(0, sensitivity_.a, t.M);
    T_.add(1, sensitivity_.v, t.C);
    T_.add(2, 1, o_.full ? t.K_full : t.K);
    if (solved()) T_.add(3, -1, stiff_.product());
    if (sensitivity_.abrupt) T_.add(1, 1, sensitivity_.abrupt->stiffness());
  }

  // w = alpha phi + lambda*
  void load(const Terms& t, const Vector& v) noexcept {
    constraint_violation(eval_.shape(), t, v, sensitivity_.v, phi_);
    w_ = alpha_.cwiseProduct(phi_) + lambda_;
  }

  // lambda* <- lambda* + alpha (phi + G dq) for the increment dq = -x.
  void learn(const Vector& x) noexcept {
    G_.multiply_add(-1, x, phi_);
    lambda_ += alpha_.cwiseProduct(phi_);
  }

  // lambda* <- lambda* + alpha phi, phi being evaluated at the position that the last pass reached.
  bool learns_evaluated() const noexcept { return o_.multipliers && o_.evaluated; }
  void learn_evaluated() noexcept {
    lambda_ += alpha_.cwiseProduct(phi_);
    w_ += alpha_.cwiseProduct(phi_);
  }

  Evaluator& eval_;
  PenalisedOptions o_;
  linear::Patterned G_;
  StiffStates stiff_;
  std::unique_ptr<linear::Tangent> tangent_;
  linear::Tangent& T_;
  Sensitivity sensitivity_;
  bool moved_ = false;  // a pass of this step has ended
  Vector alpha_, k_alpha_, phi_, w_, lambda_;
};

}  // namespace

std::unique_ptr<PenalisedPosition> make_penalised_position(Evaluator& eval,
                                                           const PenalisedOptions& options) {
  return std::make_unique<Penalised>(eval, options);
}

}  // namespace takt
