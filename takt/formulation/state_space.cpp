#include "takt/formulation/state_space.hpp"

#include <memory>

#include "takt/base/error.hpp"
#include "takt/base/stage_clock.hpp"
#include "takt/formulation/stiff_states.hpp"
#include "takt/linear/entries.hpp"

namespace takt {
namespace {

// T += c A
void add_dense(double c, const linear::Patterned& A, Matrix& T) noexcept {
  if (A.pattern().full)
    T += c * A.dense();
  else
    linear::each_entry(A.pattern(), [&](int i, int j, int k) { T(i, j) += c * A.values()[k]; });
}

class StateSpace final : public Formulation,
                         public AccelerationForm,
                         public LinearisedForm,
                         public PositionForm {
 public:
  StateSpace(Evaluator& eval, int passes, Independent::Basis basis)
      : eval_(eval), passes_(passes), stiff_(eval),
        parts_(make_terms(eval.shape()).G.shared_pattern(), eval.shape().G_structure, basis) {
    const Shape& s = eval.shape();
    T_ = Matrix::Zero(s.nv, s.nv);
    for (Vector* x : {&dx_, &rate_, &r_, &c_, &moved_}) *x = Vector::Zero(s.nv);
    w_ = Vector::Zero(s.nv);
    row_ = Vector::Zero(s.ng);
    q_ = Vector::Zero(s.nq);
    closed_ = {0, q_, dx_, dx_, row_, Vector::Zero(s.nz)};
  }

  AccelerationForm* acceleration_form() noexcept override { return this; }
  LinearisedForm* linearised_form() noexcept override { return this; }
  PositionForm* position_form() noexcept override { return this; }

  void prepare(const State& start) override {
    eval_.place(Slot::start, start);
    count(Slot::start);
    if (parts_.freedom() == 0)
      throw Error("the mechanism cannot move: its constraints leave no independent coordinate",
                  "method", "check the constraints: takt check lists redundant ones");
    if (choose(Slot::start) != Status::ok)
      throw Error(
          "the start is too near to a configuration where constraints depend on each other: "
          "no independent coordinates can be chosen there",
          "initial state", "start elsewhere, or use ali3, which passes such configurations");
    start_ = std::make_unique<Independent>(parts_);
  }

  // The rates at a state whose dependent coordinates are corrected first.
  Status rates(Slot slot, const State& at, Rates& out) noexcept override {
    closed_ = at;
    Status status = Status::ok;
    if (slot == Slot::start) {
      eval_.place(slot, closed_);
      status = choose(slot);
    } else {
      status = close_position(slot, closed_, nullptr, nullptr);
    }
    return status == Status::ok ? answer(slot, closed_, out) : status;
  }

  // ---- implicit Runge-Kutta
  double set_up(const State& start, double) override { return 2e-15 * (1 + max_norm(start.q)); }
  Status linearise(const State& from, double gh, double) noexcept override {
    eval_.place(Slot::start, from);
    const Status status = choose(Slot::start);
    if (status != Status::ok) return status;
    *start_ = parts_;
    gh_ = gh;
    if (stiff_.any()) stiff_.eliminate_stages(eval_.at(Slot::start, linear_needs()), gh);
    return reduce(Slot::start, 1, gh, gh * gh, stiff_.any() ? gh : 0);
  }
  Status stage(int, int, State& at, Rates& out) noexcept override {
    const Status status = close_position(Slot::stage, at, nullptr, nullptr);
    return status == Status::ok ? answer(Slot::stage, at, out) : status;
  }
  void restrict(Vector& dx) noexcept override {
    start_->independent_part(dx, w_);
    start_->expand(w_, dx);
  }
  void correct(const StageResidual& r, Vector& dv, Vector& dz) noexcept override {
    const Terms& t = eval_.at(Slot::start, linear_needs());
    dv.setZero();
    t.M.multiply_add(1, r.rho, dv);
    t.C.multiply_add(-1, r.xv, dv);
    t.K.multiply_add(-1, r.xq, dv);
    stiff_.add_stage(t, gh_, r, dv);
    solve_with(*start_, dv);
    stiff_.change(dv, dz);
  }

  // ---- structural integrators
  void prepare(const State&, const Sensitivity&) override {}
  bool takes_abrupt() const noexcept override { return true; }
  Status begin(const State& from, const Sensitivity& s) noexcept override {
    sensitivity_ = s;
    eval_.place(Slot::start, from);
    return choose(Slot::start);
  }
  Status residual(const State& from, State& trial, Vector& increment, Vector& r) noexcept override {
    Status status = close_position(Slot::end, trial, &from, &increment);
    if (status == Status::ok)
      status = close_rest(Slot::end, trial, &from, &increment,
                          Term::f | auxiliary() | (solved() ? linear_needs() : plain_needs()));
    if (status != Status::ok) return status;
    const Terms& t = eval_.at(Slot::end, Term::M | Term::f);
    for (Index i = 0; i < r.size(); ++i) r[i] = -t.f[i];
    t.M.multiply_add(1, trial.a, r);
    if (solved()) {
      stiff_.eliminate_trial(t, t, sensitivity_, trial.z);
      stiff_.add_force(-1, r);
    }
    if (sensitivity_.abrupt) sensitivity_.abrupt->add_to(r);
    copy(r, r_);
    return Status::ok;
  }
  Status factorise() noexcept override {
    return reduce(Slot::end, sensitivity_.a, sensitivity_.v, 1, solved() ? 1 : 0,
                  sensitivity_.abrupt);
  }
  void follow(const Vector& x, Vector& z) noexcept override {
    if (solved()) stiff_.follow(x, z);
  }
  void solve(Vector& x) noexcept override { solve_with(parts_, x); }
  Status finish(State& trial, bool) noexcept override {
    for (Index i = 0; i < r_.size(); ++i) r_[i] = -r_[i];
    parts_.multipliers(r_, trial.lambda);
    return Status::ok;
  }
  // Nothing to project: methods that combine a projection with this formulation are refused.
  void apply_weight(const Vector&, Vector& dx) noexcept override { dx.setZero(); }

  Status close(State& s, Vector& moved) noexcept override {
    moved_.setZero();
    Status status = close_position(Slot::end, s, nullptr, nullptr);
    if (status == Status::ok) status = close_rest(Slot::end, s, nullptr, nullptr, nothing);
    copy(moved_, moved);
    return status;
  }

 private:
  void count(Slot slot) {
    parts_.count(eval_.at(slot, Need(Term::G)).G);
    reduced_.analyse(parts_.freedom(), linear::DenseFactor::Kind::lu);
    mass_.analyse(parts_.freedom(), linear::DenseFactor::Kind::ldlt);
  }

  Status choose(Slot slot) noexcept {
    const Terms& t = eval_.at(slot, Need(Term::G));
    const StageScope timed(Stage::factorise);
    ++eval_.counters().factorisations;
    return parts_.choose(t.G);
  }

  // All Newton passes for the dependent positions but the last. close_rest() or answer() makes the
  // last pass with the terms that it evaluates anyway, which saves an evaluation. If an increment
  // from `from` is given, it is updated as well. Velocities are corrected here, too, so that all
  // terms can then be evaluated at once.
  Status close_position(Slot slot, State& s, const State* from, Vector* increment) noexcept {
    for (int pass = 1; pass < passes_; ++pass) {
      eval_.place(slot, s);
      const Terms& t = eval_.at(slot, Term::g | Term::G | Term::gI);
      const Status status = factorise_rows(t, false);
      if (status != Status::ok) return status;
      move_dependent(t, s, from, increment);
      if (pass == passes_ - 1) close_velocity(t, s);
    }
    eval_.place(slot, s);
    return Status::ok;
  }
  void move_dependent(const Terms& t, State& s, const State* from, Vector* increment) noexcept {
    parts_.dependent(t.g, dx_);
    for (Index i = 0; i < dx_.size(); ++i) {
      dx_[i] = -dx_[i];
      moved_[i] += dx_[i];
    }
    if (increment != nullptr) {
      eval_.system().increment_rate(*increment, dx_, rate_);
      for (Index i = 0; i < rate_.size(); ++i) (*increment)[i] += rate_[i];
      eval_.retract(from->q, *increment, s.q);
    } else {
      eval_.retract(s.q, dx_, q_);
      copy(q_, s.q);
    }
  }
  Status factorise_rows(const Terms& t, bool with_R) noexcept {
    const StageScope timed(Stage::factorise);
    ++eval_.counters().factorisations;
    return parts_.factorise(t.G, with_R);
  }
  void close_velocity(const Terms& t, State& s) noexcept {
    copy(t.gI, row_);
    t.G.multiply_add(1, s.v, row_);
    parts_.dependent(row_, dx_);
    for (Index i = 0; i < dx_.size(); ++i) s.v[i] -= dx_[i];
  }

  // At the point where close_position() left the slot: factorises the rows with R, makes the last
  // pass for q, and corrects v and a.
  Status close_rest(Slot slot, State& s, const State* from, Vector* increment, Need also) noexcept {
    const Terms& t = eval_.at(slot, Term::g | Term::G | Term::gI | Term::gamma | also);
    const Status status = factorise_rows(t, true);
    if (status != Status::ok) return status;
    move_dependent(t, s, from, increment);
    close_velocity(t, s);
    copy(t.gamma, row_);
    t.G.multiply_add(1, s.a, row_);
    if (from != nullptr && sensitivity_.abrupt)
      t.G.multiply_add(-1, sensitivity_.abrupt->carried(), row_);
    parts_.dependent(row_, dx_);
    for (Index i = 0; i < dx_.size(); ++i) s.a[i] -= dx_[i];
    return Status::ok;
  }

  // The acceleration at a state with dependent coordinates corrected: R' M R w' = R' (f - M c).
  Status answer(Slot slot, State& s, Rates& out) noexcept {
    const Terms& u = eval_.at(
        slot, Term::M | Term::f | Term::g | Term::G | Term::gI | Term::gamma | auxiliary());
    const Status status = factorise_rows(u, true);
    if (status != Status::ok) return status;
    move_dependent(u, s, nullptr, nullptr);
    close_velocity(u, s);
    parts_.dependent(u.gamma, c_);
    for (Index i = 0; i < c_.size(); ++i) c_[i] = -c_[i];
    copy(u.f, dx_);
    u.M.multiply_add(-1, c_, dx_);
    const StageScope timed(Stage::factorise);
    T_.setZero();
    add_dense(1, u.M, T_);
    parts_.reduce(T_, mass_.values());
    ++eval_.counters().factorisations;
    ++eval_.counters().solves;
    if (mass_.factorise() != Status::ok) return Status::singular;
    parts_.reduce(dx_, w_);
    mass_.solve(w_.data(), 1);
    parts_.expand(w_, out.dv);
    out.dv += c_;
    copy(u.f, dx_);
    u.M.multiply_add(-1, out.dv, dx_);
    parts_.multipliers(dx_, out.lambda);
    copy(s.v, out.dq);
    copy(u.e, out.dz);
    return Status::ok;
  }

  Status reduce(Slot slot, double ca, double cv, double cq, double states,
                AbruptStep* abrupt = nullptr) noexcept {
    const Terms& t = eval_.at(slot, plain_needs());
    const StageScope timed(Stage::factorise);
    T_.setZero();
    add_dense(ca, t.M, T_);
    add_dense(cv, t.C, T_);
    add_dense(cq, t.K, T_);
    if (states != 0) add_dense(-states, stiff_.product(), T_);
    if (abrupt) add_dense(1, abrupt->stiffness(), T_);
    parts_.reduce(T_, reduced_.values());
    ++eval_.counters().factorisations;
    return reduced_.factorise();
  }

  void solve_with(const Independent& parts, Vector& x) noexcept {
    const StageScope timed(Stage::solve);
    ++eval_.counters().solves;
    parts.reduce(x, w_);
    reduced_.solve(w_.data(), 1);
    parts.expand(w_, x);
  }

  bool solved() const noexcept { return sensitivity_.states != nullptr && stiff_.any(); }
  static constexpr Need plain_needs() noexcept { return Term::M | Term::C | Term::K; }
  Need linear_needs() const noexcept { return plain_needs() | StiffStates::needs(eval_.shape()); }
  Need auxiliary() const noexcept { return eval_.shape().nz > 0 ? Need(Term::e) : nothing; }

  Evaluator& eval_;
  int passes_;
  StiffStates stiff_;
  Independent parts_;
  std::unique_ptr<Independent>
      start_;  // copy of parts_ at the start of an implicit Runge-Kutta step
  linear::DenseFactor reduced_, mass_;
  Sensitivity sensitivity_;
  double gh_ = 0;
  Matrix T_;
  Vector dx_, rate_, r_, c_, moved_, w_, row_, q_;
  State closed_;
};

}  // namespace

std::unique_ptr<Formulation> make_state_space(Evaluator& eval, int passes,
                                              Independent::Basis basis) {
  return std::make_unique<StateSpace>(eval, passes, basis);
}

}  // namespace takt
