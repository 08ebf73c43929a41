#include "takt/formulation/index1.hpp"

#include "takt/formulation/linear_implicit.hpp"
#include "takt/formulation/residual_equations.hpp"

namespace takt {
namespace {

class Index1 final : public Formulation,
                     public AccelerationForm,
                     public LinearisedForm,
                     public VelocityForm {
 public:
  Index1(Evaluator& eval, const Index1Options& options)
      : eval_(eval), o_(options), implicit_(eval), gram_needed_(options.invariant > 0) {
    const Shape& s = eval.shape();
    const linear::SharedPattern G = make_terms(s).G.shared_pattern();
    const linear::SharedPattern none = linear::empty_pattern(0, s.nv);
    rows_ = linear::Patterned(none);
    const linear::SharedPattern rows = o_.lambda_of_matrix ? G : none;
    solver_ = linear::make_saddle(implicit_.pattern(), rows, rows, linear::Symmetry::general,
                                  eval.storage(), eval.counters(), s.mass_rank, s.module);
    if (gram_needed_)
      gram_ = linear::make_saddle(nullptr, G, G, linear::Symmetry::definite, eval.storage(),
                                  eval.counters());
    c_ = Vector::Zero(s.ng);
    h_ = Vector::Zero(s.ng);
    h2_ = Vector::Zero(s.ng);
    w_ = Vector::Zero(s.nv);
  }

  AccelerationForm* acceleration_form() noexcept override { return this; }
  LinearisedForm* linearised_form() noexcept override {
    if (gram_needed_) return nullptr;
    if (!implicit_solver_) {
      const linear::SharedPattern G = make_terms(eval_.shape()).G.shared_pattern();
      implicit_solver_ =
          linear::make_saddle(implicit_.pattern(), G, G, linear::Symmetry::general, eval_.storage(),
                              eval_.counters(), eval_.shape().mass_rank);
    }
    return this;
  }
  VelocityForm* velocity_form() noexcept override { return gram_needed_ ? nullptr : this; }
  ResidualForm* residual_form() noexcept override {
    if (gram_needed_) return nullptr;
    ResidualOptions o;
    o.formalism = o_.formalism;
    o.closed_at = ClosedAt::acceleration;
    o.positions = o_.project_positions;
    o.velocities = o_.project_velocities;
    o.baumgarte_velocity = o_.baumgarte_velocity;
    o.baumgarte_position = o_.baumgarte_position;
    o.baumgarte_velocity_row = o_.baumgarte_velocity_row;
    return residual_.get(eval_, o);
  }
  void prepare(const State& start) override { residual_.prepare(start); }

  Status rates(Slot slot, const State& at, Rates& out) noexcept override {
    eval_.place(slot, at);
    const Terms& t =
        eval_.at(slot, acceleration_needs() | (gram_needed_ ? invariant_needs() : nothing));
    const Status status = constrained_acceleration(slot, t, at.v, out.dv, out.lambda);
    out.dq = at.v;
    out.dz = t.e;
    if (gram_needed_) add_invariant(t, at.v, out);
    return status;
  }

  // Implicit stages: the increment of v fulfils G dv = G rho, and lambda is the multiplier of this
  // row.
  double set_up(const State& start, double) override { return 2e-15 * (1 + max_norm(start.q)); }
  Status linearise(const State& from, double gh, double) noexcept override {
    eval_.place(Slot::start, from);
    const Blocks all{true, true, false, true, true};
    gh_ = gh;
    const Terms& t = eval_.at(Slot::start, acceleration_needs() | linear_needs());
    return implicit_solver_->factorise(&implicit_.matrix(gh, all), t.G, t.G);
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
    t.K_lambda.multiply_add(-1, r.xq, dv);
    implicit_.stiff().add_stage(t, gh_, r, dv);
    c_.setZero();
    t.G.multiply_add(1, r.rho, c_);
    implicit_solver_->solve(dv, c_);
    implicit_.stiff().change(dv, dz);
  }

  bool needs_next_position() const noexcept override { return false; }
  bool closes_velocity() const noexcept override { return false; }
  void begin(const State& from, Blocks b) noexcept override {
    eval_.place(Slot::start, from);
    eval_.at(Slot::start, acceleration_needs() | LinearImplicit::needs(b, eval_.shape()));
  }

  Status velocity(const State& from, double h, Blocks b, State& next,
                  Vector& dz) noexcept override {
    const Terms& t =
        eval_.at(Slot::start, acceleration_needs() | LinearImplicit::needs(b, eval_.shape()));
    Status status = Status::ok;
    if (o_.lambda_of_matrix && !b.matrix_is_mass()) {
      status = solver_->factorise(&implicit_.matrix(h, b), t.G, t.G);
      acceleration_rows(t, from.v, c_);
      for (Index i = 0; i < c_.size(); ++i) c_[i] *= h;
      implicit_.right_side(h, b, next.v);
      solver_->solve(next.v, c_);
      next.lambda = c_ / h;
    } else if (b.matrix_is_mass() && (o_.lambda_of_matrix || !b.drift)) {
      // A = M, so the mass saddle can be used: it is the saddle of `lambda=matrix`, and for
      // `lambda=mass` without drift term dv = h a.
      linear::Saddle& mass = eval_.mass_saddle(Slot::start);
      status = mass.status();
      acceleration_rows(t, from.v, c_);
      for (Index i = 0; i < c_.size(); ++i) c_[i] *= h;
      implicit_.right_side(h, b, next.v);
      mass.solve(next.v, c_);
      next.lambda = c_ / h;
    } else {
      status = constrained_acceleration(Slot::start, t, from.v, w_, next.lambda);
      linear::Saddle& solver = b.matrix_is_mass() ? eval_.mass_saddle(Slot::start) : *solver_;
      if (!b.matrix_is_mass()) {
        const Status s = solver.factorise(&implicit_.matrix(h, b), rows_, rows_);
        if (status == Status::ok) status = s;
      }
      implicit_.right_side(h, b, next.v);
      t.G.multiply_transposed_add(-h, next.lambda, next.v);
      solver.solve_upper(next.v);
    }
    implicit_.state_rates(h, b, next.v, dz);
    next.a = next.v / h;
    next.v += from.v;
    return status;
  }

 private:
  Need linear_needs() const noexcept {
    return Term::C | Term::K | Term::K_lambda | StiffStates::needs(eval_.shape());
  }
  Need acceleration_needs() const noexcept {
    Need n = Term::M | Term::f | Term::G | Term::gamma | Term::e;
    if (o_.baumgarte_velocity != 0 || o_.baumgarte_velocity_row != 0) n = n | Term::gI;
    if (o_.baumgarte_position != 0) n = n | Term::g;
    return n;
  }
  static constexpr Need invariant_needs() noexcept { return Term::g | Term::gI | Term::Gv_q; }

  // c = -gamma - V (G v + gI) - P g
  void acceleration_rows(const Terms& t, const Vector& v, Vector& c) noexcept {
    const Index ng = c.size();
    for (Index i = 0; i < ng; ++i) c[i] = -t.gamma[i];
    if (o_.baumgarte_velocity != 0 || o_.baumgarte_velocity_row != 0) {
      for (Index i = 0; i < ng; ++i) h_[i] = t.gI[i];
      t.G.multiply_add(1, v, h_);
      for (Index i = 0; i < ng; ++i)
        c[i] -= (is_position(i) ? o_.baumgarte_velocity : o_.baumgarte_velocity_row) * h_[i];
    }
    if (o_.baumgarte_position != 0)
      for (Index i = 0; i < ng; ++i)
        if (is_position(i)) c[i] -= o_.baumgarte_position * t.g[i];
  }

  Status constrained_acceleration(Slot slot, const Terms& t, const Vector& v, Vector& a,
                                  Vector& lambda) noexcept {
    linear::Saddle& mass = eval_.mass_saddle(slot);
    a = t.f;
    acceleration_rows(t, v, lambda);
    mass.solve(a, lambda);
    return mass.status();
  }

  // q' -= gamma F0 g,  v' -= gamma F0 (G v + gI - (v'g_qq) F0 g),  F0 = G' (G G')^-1     004 (4.6)
  void add_invariant(const Terms& t, const Vector& v, Rates& out) noexcept {
    gram_->factorise(nullptr, t.G, t.G);
    const Index ng = h_.size();
    for (Index i = 0; i < ng; ++i) h_[i] = is_position(i) ? t.g[i] : 0;
    gram_->multipliers(h_);
    w_.setZero();
    t.G.multiply_transposed_add(1, h_, w_);  // F0 g
    out.dq -= o_.invariant * w_;
    for (Index i = 0; i < ng; ++i) h2_[i] = t.gI[i];
    t.G.multiply_add(1, v, h2_);
    t.Gv_q.multiply_add(-1, w_, h2_);
    gram_->multipliers(h2_);
    t.G.multiply_transposed_add(-o_.invariant, h2_, out.dv);
  }

  bool is_position(Index i) const noexcept {
    return eval_.shape().row_level[i] == RowLevel::position;
  }

  Evaluator& eval_;
  Index1Options o_;
  LinearImplicit implicit_;
  double gh_ = 0;
  bool gram_needed_;
  linear::Patterned rows_;  // empty, to solve with A alone
  std::unique_ptr<linear::Saddle> solver_, implicit_solver_, gram_;
  ResidualWhenAsked residual_;
  Vector c_, h_, h2_, w_;
};

}  // namespace

std::unique_ptr<Formulation> make_index1(Evaluator& eval, const Index1Options& options) {
  return std::make_unique<Index1>(eval, options);
}

}  // namespace takt
