// The position form of the energy-conserving step: forces and constraint gradients are evaluated
// between both ends.
//                                                                      001 (7)-(11), ERRATA 4, 5
//   r = M a - f(q_n, q_{n+1}) + G' (alpha phi + lambda*),   phi = (g_n + g_{n+1})/2
//   G (q_{n+1} - q_n) = g_{n+1} - g_n row by row, a = (v_{n+1} - v_n)/h
//   T = ca M + cv/2 C + K + 1/2 G' alpha G_{n+1},   K = -df/dq_{n+1}
//
// Forces without a potential, Q_nc, act as at the midpoint, q = (q_n + q_{n+1})/2, v = (q_{n+1} - q_n)/h,
// and C is that of the midpoint. With `ends` they are the mean of both ends as the paper has it,
//
//   f = Q_c(q_n, q_{n+1}) + (Q_nc(q_n, v_n, t_n) + Q_nc(q_{n+1}, v_{n+1}, t_{n+1}))/2            001 (7)
//
// and C is that of the end. Then h v_mean . (Q_nc,n + Q_nc,n+1)/2, v_mean = (v_n + v_{n+1})/2, is exactly
// the energy that the step adds.
//
// Stiff states are solved for at the end of the step; forces use the mean of their values at both
// ends, hence half of f_z of the midpoint (with `ends`: of the end) in T and r.
//
// K does not contain d(G' lambda*)/dq, the curvature of loaded rows, nor forces that are explicit only.
// With `full` it does: K + 1/2 (K_full - K) of the midpoint. Without, T_1 below is symmetric where the
// forces are, and projections with it dissipate (docs/theory.md).
//
// The weight of projections uses only the gradient at the new position, which makes it symmetric but
// has to be factorised: T_1 = ca M + cv/2 C + K + 1/2 G_{n+1}' alpha G_{n+1},
// W = T_1^-1 G_{n+1}' alpha/2. `step_weight` takes W = T^-1 G' alpha/2 with the T and G of the last
// pass, as 001 section 3 suggests. Both leave (I + alpha/2 G_{n+1} T_0^-1 G')^-1 of a violation, T_0
// the tangent without penalties and G' the matrix in W.
#include "takt/formulation/penalised_position.hpp"
#include "takt/formulation/penalties.hpp"
#include "takt/formulation/stiff_states.hpp"

namespace takt {
namespace {

// Factor on the automatic penalties. Only half of a penalty acts at the new position. Besides, when
// a loop passes a flat position within a step, the gradients between both ends and at the new
// position point to opposite sides: 1/2 alpha G' G_{n+1} is negative there, and T is singular where
// it cancels the inertia. Products of such gradients are of the order of h^2; with a penalty much
// harder than that the step cannot meet the singular point.
constexpr double hardness = 2e4;

class Discrete final : public PenalisedPosition {
 public:
  Discrete(Evaluator& eval, const PenalisedOptions& options, const DiscreteOptions& discrete)
      : eval_(eval), o_(options), discrete_(discrete), G_(make_terms(eval.shape()).G),
        K_(make_terms(eval.shape()).K), loads_(discrete.ends ? system().loads() : nullptr),
        rates_(loads_ ? Slot::end : Slot::stage), stiff_(eval),
        tangent_(make_tangent(eval, Term::K, stiff_.pattern(), options.full)), T_(*tangent_) {
    const Shape& s = eval.shape();
    load0_ = load1_ = Vector::Zero(loads_ ? s.nv : 0);
    alpha_ = k_alpha_ = phi_ = w_ = lambda_ = g_ = Vector::Zero(s.ng);
    f_ = Vector::Zero(s.nv);
    middle_ = {0,
               Vector::Zero(s.nq),
               Vector::Zero(s.nv),
               Vector::Zero(s.nv),
               Vector::Zero(s.ng),
               Vector::Zero(s.nz)};
  }

  void prepare(const State& start, const Sensitivity& s) override {
    sensitivity_ = s;
    eval_.place(Slot::stage, start);
    eval_.place(Slot::end, start);
    const Point point = eval_.point(Slot::stage);
    stiffness({start.q, start.q, point.u, point.u, point});
    sum();
    choose_penalties(o_.alpha, o_.multipliers, T_, eval_.at(Slot::stage, Need(Term::G)), alpha_);
    if (o_.alpha == 0) alpha_ *= hardness;
  }

  Status begin(const State& from, const Sensitivity& s) noexcept override {
    eval_.place(Slot::start, from);
    sensitivity_ = s;
    for (Index i = 0; i < alpha_.size(); ++i) k_alpha_[i] = alpha_[i] / s.a;
    if (g_.size() > 0) copy(eval_.at(Slot::start, Need(Term::g)).g, g_);
    if (loads_) loads_->load(eval_.point(Slot::start), load0_, eval_.scratch());
    if (o_.multipliers)
      copy(from.lambda, lambda_);
    else
      lambda_.setZero();
    return Status::ok;
  }

  Status residual(const State& from, State& trial, Vector&, Vector& r) noexcept override {
    eval_.place(Slot::end, trial);
    if (loads_ || solved()) eval_.at(Slot::end, at_the_end());
    load();
    const Terms& t = between(from, trial);
    for (Index i = 0; i < r.size(); ++i) r[i] = -f_[i];
    t.M.multiply_add(1, trial.a, r);
    G_.multiply_transposed_add(1, w_, r);
    if (solved()) {
      const Terms& end = eval_.at(Slot::end, Term::e | Term::e_qvz);
      stiff_.eliminate_trial(loads_ ? end : t, end, sensitivity_, trial.z);
      stiff_.add_force(-0.5, r);
    }
    return Status::ok;
  }

  Status factorise() noexcept override {
    sum();
    add_the_rest();
    if (alpha_.size() > 0) T_.add_product(0.5, alpha_, G_, eval_.at(Slot::end, Need(Term::G)).G);
    return T_.factorise();
  }

  void solve(Vector& x) noexcept override {
    T_.solve(x);
    if (!o_.multipliers || alpha_.size() == 0) return;
    eval_.at(Slot::end, Need(Term::G)).G.multiply_add(-0.5, x, phi_);
    for (Index i = 0; i < phi_.size(); ++i) lambda_[i] += alpha_[i] * phi_[i];
  }

  void follow(const Vector& x, Vector& z) noexcept override {
    if (solved()) stiff_.follow(x, z);
  }

  Status finish(State& trial, bool given_up) noexcept override {
    eval_.place(Slot::end, trial);
    if (alpha_.size() == 0) return Status::ok;
    if (!o_.multipliers || given_up) load();
    copy(o_.multipliers ? lambda_ : w_, trial.lambda);
    return given_up && !(max_norm(phi_) < open_loop) ? Status::not_converged : Status::ok;
  }

  Status make_weight() noexcept override {
    if (discrete_.step_weight) return Status::ok;
    sum();
    add_the_rest();
    T_.add_gram(0.5, alpha_, eval_.at(Slot::end, Need(Term::G)).G);
    return T_.factorise();
  }

  void apply_weight(const Vector& violation, Vector& dx) noexcept override {
    for (Index i = 0; i < w_.size(); ++i) w_[i] = 0.5 * alpha_[i] * violation[i];
    dx.setZero();
    const linear::Patterned& G = discrete_.step_weight ? G_ : eval_.at(Slot::end, Need(Term::G)).G;
    G.multiply_transposed_add(1, w_, dx);
    T_.solve(dx);
  }

  const Vector& penalties() const noexcept override { return k_alpha_; }
  std::span<double> memory() noexcept override {
    return {alpha_.data(), static_cast<std::size_t>(alpha_.size())};
  }

 private:
  bool solved() const noexcept { return sensitivity_.states != nullptr && stiff_.any(); }
  const Conservative& system() const noexcept { return *eval_.system().conservative(); }

  Need at_the_end() const noexcept {
    Need need = Term::g | Term::G;
    if (loads_) need = need | Term::C;
    if (loads_ && solved()) need = need | Term::f_z;
    return solved() ? need | Term::e | Term::e_qvz : need;
  }

  // Computes f, K and G between both ends; returns the terms of the midpoint.
  const Terms& between(const State& from, const State& trial) noexcept {
    middle_.t = 0.5 * (from.t + trial.t);
    for (Index i = 0; i < middle_.q.size(); ++i) {
      middle_.q[i] = 0.5 * (from.q[i] + trial.q[i]);
      middle_.v[i] = (trial.q[i] - from.q[i]) / sensitivity_.h;
    }
    copy(trial.a, middle_.a);
    // K_full uses the multipliers lambda*, without the penalty term alpha phi.
    copy(o_.full ? lambda_ : w_, middle_.lambda);
    for (Index i = 0; i < middle_.z.size(); ++i) middle_.z[i] = 0.5 * (from.z[i] + trial.z[i]);
    eval_.place(Slot::stage, middle_);
    Need need = Need(Term::M);
    if (!loads_) need = need | Term::C;
    if (!loads_ && solved()) need = need | Term::f_z;
    if (o_.full) need = need | Term::K | Term::K_full;
    if (!discrete_.row_by_row && alpha_.size() > 0) need = need | Term::G;
    const Terms& t = eval_.at(Slot::stage, need);
    const Point point = eval_.point(Slot::stage);
    const Between b{from.q, trial.q, eval_.excitation(Slot::start), eval_.excitation(Slot::end),
                    point};
    force(b);
    stiffness(b);
    if (alpha_.size() > 0) {
      if (discrete_.row_by_row)
        system().discrete_jacobian(b, G_, eval_.scratch());
      else
        copy(t.G.values(), G_.values());
    }
    return t;
  }

  void force(const Between& b) noexcept {
    if (!loads_) return system().discrete_force(b, f_, eval_.scratch());
    loads_->conservative_force(b, f_, eval_.scratch());
    loads_->load(eval_.point(Slot::end), load1_, eval_.scratch());
    for (Index i = 0; i < f_.size(); ++i) f_[i] += 0.5 * (load0_[i] + load1_[i]);
  }
  void stiffness(const Between& b) noexcept {
    if (!loads_) return system().discrete_stiffness(b, K_, eval_.scratch());
    loads_->conservative_stiffness(b, K_, eval_.scratch());
    loads_->add_load_stiffness(eval_.point(Slot::end), 0.5, K_, eval_.scratch());
  }

  void sum() noexcept {
    T_.set_zero();
    T_.add(0, sensitivity_.a, eval_.at(Slot::stage, Need(Term::M)).M);
    T_.add(1, 0.5 * sensitivity_.v, eval_.at(rates_, Need(Term::C)).C);
    T_.add(2, 1, K_);
    if (solved()) T_.add(3, -0.5, stiff_.product());
  }

  void add_the_rest() noexcept {
    if (!o_.full) return;
    const Terms& t = eval_.at(Slot::stage, Term::K | Term::K_full);
    T_.add(stiff_.pattern() ? 4 : 3, 0.5, t.K_full);
    T_.add(2, -0.5, t.K);
  }

  // w = alpha phi + lambda*
  void load() noexcept {
    if (alpha_.size() == 0) return;
    const Terms& t = eval_.at(Slot::end, Term::g | Term::G);
    for (Index i = 0; i < phi_.size(); ++i) {
      phi_[i] = 0.5 * (g_[i] + t.g[i]);
      w_[i] = alpha_[i] * phi_[i] + lambda_[i];
    }
  }

  Evaluator& eval_;
  PenalisedOptions o_;
  DiscreteOptions discrete_;
  linear::Patterned G_, K_;  // between both ends
  const Loads* loads_;       // null: forces without a potential are in discrete_force
  Slot rates_;               // whose C it is
  StiffStates stiff_;
  std::unique_ptr<linear::Tangent> tangent_;
  linear::Tangent& T_;
  Sensitivity sensitivity_;
  State middle_;
  Vector alpha_, k_alpha_, phi_, w_, lambda_, g_, f_, load0_, load1_;
};

}  // namespace

std::unique_ptr<PenalisedPosition> make_discrete_position(Evaluator& eval,
                                                          const PenalisedOptions& options,
                                                          const DiscreteOptions& discrete) {
  return std::make_unique<Discrete>(eval, options, discrete);
}

}  // namespace takt
