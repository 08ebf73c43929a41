#include "takt/formulation/residual_equations.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "takt/base/stage_clock.hpp"
#include "takt/formulation/residual_jacobian.hpp"
#include "takt/linear/entries.hpp"

namespace takt {
namespace {

void copy_block(const Vector& y, int first, Vector& out) noexcept {
  for (Index i = 0; i < out.size(); ++i) out[i] = y[first + i];
}

class Equations final : public ResidualEquations {
 public:
  Equations(Evaluator& eval, const ResidualOptions& options)
      : eval_(eval), shape_(eval.shape()), o_(options), at_(shape_, options), structures_(shape_),
        terms_(make_terms(shape_)), mass_(terms_.M.pattern(), *structures_.M), rows_(shape_.ng),
        has_jacobian_(ResidualJacobian::is_there(shape_, options)) {
    const Shape& s = shape_;
    u_ = {Vector::Zero(s.nu), Vector::Zero(s.nu), Vector::Zero(s.nu)};
    q_ = v_ = a_ = dq_ = force_ = w_ = r_ = Vector::Zero(s.nv);
    z_ = Vector::Zero(s.nz);
    lambda_ = eta_ = mu_ = velocity_ = acceleration_ = Vector::Zero(s.ng);
    counts_ = Vector::Zero(at_.size);
    counts_.head(2 * s.nv + s.nz).setOnes();
    tree_ = o_.mass_metric ? nullptr : eval.system().recursive();
    if (at_.has_eta) {
      known_.resize(s.ng);
      std::iota(known_.begin(), known_.end(), at_.eta);
    }
    lay_out();
  }

  void prepare(const State& start) override {
    excite(start.t, u_);
    const Point p{start.q, start.v, start.a, start.lambda, start.z, u_};
    eval_.system().evaluate(p, Term::G, terms_, eval_.scratch());
    rows_.choose(terms_.G);
    if (tree_ != nullptr) {  // massless parts make the recursion fail; then M and f are used
      force_.setZero();
      tree_->acceleration(p, force_, w_, eval_.scratch());
      if (!w_.allFinite()) tree_ = nullptr;
    }
    lay_out();
  }

  Index size() const noexcept override { return at_.size; }

  void pack(const State& s, Vector& y, Vector& dy) const noexcept override {
    y.setZero();
    dy.setZero();
    for (Index i = 0; i < at_.nv; ++i) {
      y[at_.q + i] = s.q[i];
      y[at_.v + i] = dy[at_.q + i] = s.v[i];
      dy[at_.v + i] = s.a[i];
    }
    copy(s.lambda, packed_);
    rows_.carry(packed_);
    if (at_.has_lambda)
      for (Index i = 0; i < at_.ng; ++i) y[at_.lambda + i] = packed_[i];
    if (at_.nz == 0) return;
    for (Index i = 0; i < at_.nz; ++i) y[at_.z + i] = s.z[i];
    eval_.excite(s.t, packed_u_);
    eval_.system().evaluate(Point{s.q, s.v, s.a, packed_, s.z, packed_u_}, Term::e, packed_terms_,
                            eval_.scratch());
    for (Index i = 0; i < at_.nz; ++i) dy[at_.z + i] = packed_terms_.e[i];
  }

  void unpack(const Vector& y, const Vector& dy, State& s) const noexcept override {
    for (Index i = 0; i < at_.nv; ++i) {
      s.q[i] = y[at_.q + i];
      s.v[i] = y[at_.v + i];
      s.a[i] = dy[at_.v + i];
    }
    for (Index i = 0; i < at_.nz; ++i) s.z[i] = y[at_.z + i];
    if (at_.has_lambda)
      for (Index i = 0; i < at_.ng; ++i) s.lambda[i] = y[at_.lambda + i];
  }

  void excite(double t, Excitation& u) noexcept override { eval_.excite(t, u); }

  void residual(const Vector& y, const Vector& dy, const Excitation& u,
                Vector& F) noexcept override {
    const StageScope timed(Stage::evaluate);
    take(y, dy);
    const Point p{q_, v_, a_, lambda_, z_, u};
    if (need_.bits != 0) eval_.system().evaluate(p, need_, terms_, eval_.scratch());
    ++eval_.counters().evaluations;
    if (at_.has_mu) terms_.G.multiply_transposed_add(1, mu_, a_);  // v' + G' mu
    force_.setZero();
    if (at_.has_lambda) terms_.G.multiply_transposed_add(-1, lambda_, force_);
    dynamics(p, F);
    kinematics(y, dy, F);
    for (Index i = 0; i < at_.nz; ++i) F[at_.z + i] = dy[at_.z + i] - terms_.e[i];
    constraints(y, F);
  }

  const linear::SharedPattern& structure() const noexcept override { return whole_; }
  const linear::SharedPattern& leading_structure() const noexcept override { return leading_; }

  void leading_block(const Vector& y, const Excitation& u,
                     linear::Patterned& F_dy) noexcept override {
    const StageScope timed(Stage::evaluate);
    const bool with_G = o_.closed_at == ClosedAt::acceleration;
    if (!is_explicit() || with_G) {
      take(y, y);
      const Need need = is_explicit() ? Need(Term::G) : with_G ? Term::M | Term::G : Need(Term::M);
      eval_.system().evaluate(Point{q_, v_, a_, lambda_, z_, u}, need, leading_terms_,
                              eval_.scratch());
      ++eval_.counters().evaluations;
    }
    F_dy.set_zero();
    for (int k : ones_) F_dy.values()[k] = 1;
    M_in_q_.add(1, leading_terms_.M, F_dy);
    M_in_v_.add(1, leading_terms_.M, F_dy);
    G_in_lambda_.add(1, leading_terms_.G, F_dy);
  }

  bool has_jacobian() const noexcept override { return has_jacobian_; }

  void jacobian(const Vector& y, const Vector& dy, const Excitation& u,
                linear::Patterned& F_y) noexcept override {
    const StageScope timed(Stage::evaluate);
    take(y, dy);
    const Point p{q_, v_, a_, lambda_, z_, u};
    if (is_explicit()) {  // K_full needs a = M^-1 (f - G' lambda)
      eval_.system().evaluate(p, Term::M | Term::f | Term::G, terms_, eval_.scratch());
      ++eval_.counters().evaluations;
      force_.setZero();
      if (at_.has_lambda) terms_.G.multiply_transposed_add(-1, lambda_, force_);
      solve_acceleration();
      copy(w_, a_);
    }
    eval_.system().evaluate(p, jacobian_need_, terms_, eval_.scratch());
    ++eval_.counters().evaluations;
    jacobian_.write(terms_, mass_, F_y);
  }

  std::span<const int> known_columns() const noexcept override { return known_; }

  void write_known_columns(linear::Patterned& J) noexcept override {
    if (!at_.has_eta) return;
    const linear::Pattern& p = J.pattern();
    for (int i = 0; i < at_.ng; ++i) {
      const int col = at_.eta + i;
      const bool held = holds_position(i);
      w_.setZero();
      if (held) {
        eta_.setZero();
        eta_[i] = 1;
        terms_.G.multiply_transposed_add(1, eta_, w_);
        if (o_.mass_metric && is_explicit()) mass_.solve(w_);
      }
      linear::each_in_column(p, col, [&](int row, int k) {
        J.values()[k] = row < at_.nv ? w_[row] : row == col && !held ? 1 : 0;
      });
    }
  }

  const Vector& counts() const noexcept override { return counts_; }

  std::string component(Index i) const override {
    const Names& n = eval_.system().names();
    const auto of = [&](const char* what, const std::vector<std::string>& names, int first) {
      return what + names[i - first];
    };
    if (i < at_.v) return of("q of ", n.q, at_.q);
    if (i < at_.z) return of("v of ", n.v, at_.v);
    if (i < at_.lambda) return of("z of ", n.z, at_.z);
    if (at_.has_lambda && i < at_.lambda + at_.ng) return of("multiplier of ", n.rows, at_.lambda);
    if (at_.has_eta && i < at_.eta + at_.ng) return of("position correction of ", n.rows, at_.eta);
    return of("velocity correction of ", n.rows, at_.mu);
  }

  double left_out(Index& row) const noexcept override {
    double worst = 0;
    for (int i : rows_.left_out()) {
      const bool on_position = shape_.row_level[i] == RowLevel::position;
      const double x = std::abs(at_.has_eta && on_position               ? terms_.g[i]
                                : o_.closed_at == ClosedAt::acceleration ? acceleration_[i]
                                                                         : velocity_[i]);
      if (x <= worst) continue;
      worst = x;
      row = i;
    }
    return worst;
  }

 private:
  bool is_explicit() const noexcept { return o_.formalism == Formalism::explicit_; }
  bool holds_position(Index i) const noexcept {
    return rows_.kept(i) && shape_.row_level[i] == RowLevel::position;
  }

  // Everything that depends on which rows are kept.
  void lay_out() {
    const ResidualStructure s(shape_, o_, structures_, mass_, rows_);
    whole_ = s.whole;
    leading_ = s.leading;
    if (has_jacobian_) jacobian_ = ResidualJacobian(shape_, o_, structures_, mass_, rows_, *whole_);
    jacobian_need_ = ResidualJacobian::needs(shape_, o_);
    leading_terms_ = make_terms(shape_);
    packed_terms_ = make_terms(shape_);
    packed_u_ = u_;
    packed_ = lambda_;

    const linear::Pattern& M = terms_.M.pattern();
    ones_.clear();
    const auto diagonal = [&](int first, Index n) {
      for (int i = 0; i < n; ++i)
        ones_.push_back(linear::place_of(*leading_, first + i, first + i));
    };
    if (is_explicit() || !o_.mass_metric)
      diagonal(at_.q, at_.nv);
    else
      M_in_q_ = BlockCopy(M, *leading_, at_.q, at_.q);
    if (is_explicit())
      diagonal(at_.v, at_.nv);
    else
      M_in_v_ = BlockCopy(M, *leading_, at_.v, at_.v);
    diagonal(at_.z, at_.nz);
    if (o_.closed_at == ClosedAt::acceleration)
      G_in_lambda_ = BlockCopy(terms_.G.pattern(), *leading_, at_.lambda, at_.v);

    need_ = nothing;
    const auto also = [&](Need n) { need_ = need_ | n; };
    if (tree_ == nullptr) also(Term::M | Term::f);
    if (at_.nz > 0) also(Term::e);
    if (at_.ng == 0 || !at_.has_lambda) return;
    also(Term::G);
    const bool V = o_.baumgarte_velocity != 0 || o_.baumgarte_velocity_row != 0;
    if (o_.closed_at == ClosedAt::velocity || V || at_.has_mu) also(Term::gI);
    if (o_.closed_at == ClosedAt::acceleration) also(Term::gamma);
    if (at_.has_eta || o_.baumgarte_position != 0) also(Term::g);
  }

  // Splits y and y' into their parts. Multipliers of the rows left out are zero.
  void take(const Vector& y, const Vector& dy) noexcept {
    copy_block(y, at_.q, q_);
    copy_block(y, at_.v, v_);
    copy_block(y, at_.z, z_);
    copy_block(dy, at_.v, a_);
    if (at_.has_lambda) copy_block(y, at_.lambda, lambda_);
    if (at_.has_eta) copy_block(y, at_.eta, eta_);
    if (at_.has_mu) copy_block(y, at_.mu, mu_);
    for (int i : rows_.left_out()) lambda_[i] = mu_[i] = 0;
    for (Index i = 0; i < at_.ng; ++i)
      if (!holds_position(i)) eta_[i] = 0;
  }

  // w = a = M^-1 (f - G' lambda), from the terms.
  void solve_acceleration() noexcept {
    for (Index i = 0; i < at_.nv; ++i) w_[i] = terms_.f[i] + force_[i];
    const StageScope timed(Stage::factorise);
    const Status status = mass_.factorise(terms_.M);
    ++eval_.counters().factorisations;
    ++eval_.counters().solves;
    if (status == Status::ok)
      mass_.solve(w_);
    else
      w_.setConstant(std::numeric_limits<double>::quiet_NaN());
  }

  void dynamics(const Point& p, Vector& F) noexcept {  // 002 (10), (9)
    if (is_explicit()) {
      if (tree_ != nullptr)
        tree_->acceleration(p, force_, w_, eval_.scratch());
      else
        solve_acceleration();
      for (Index i = 0; i < at_.nv; ++i) F[at_.v + i] = a_[i] - w_[i];
      return;
    }
    if (tree_ != nullptr) {
      tree_->balance(p, a_, force_, r_, eval_.scratch());
    } else {
      for (Index i = 0; i < at_.nv; ++i) r_[i] = -terms_.f[i] - force_[i];
      terms_.M.multiply_add(1, a_, r_);
    }
    for (Index i = 0; i < at_.nv; ++i) F[at_.v + i] = r_[i];
  }

  void kinematics(const Vector& y, const Vector& dy, Vector& F) noexcept {
    for (Index i = 0; i < at_.nv; ++i) dq_[i] = dy[at_.q + i] - y[at_.v + i];
    w_.setZero();
    if (at_.has_eta) terms_.G.multiply_transposed_add(1, eta_, w_);
    if (o_.mass_metric && is_explicit()) {
      mass_.solve(w_);
      ++eval_.counters().solves;
    }
    if (o_.mass_metric && !is_explicit())
      terms_.M.multiply_add(1, dq_, w_);
    else
      w_ += dq_;
    for (Index i = 0; i < at_.nv; ++i) F[at_.q + i] = w_[i];
  }

  void constraints(const Vector& y, Vector& F) noexcept {
    if (!at_.has_lambda) return;
    const bool of_velocity = need_ & Term::gI;
    if (of_velocity) {
      copy(terms_.gI, velocity_);
      terms_.G.multiply_add(1, v_, velocity_);
    }
    if (o_.closed_at == ClosedAt::acceleration) {
      copy(terms_.gamma, acceleration_);
      terms_.G.multiply_add(1, a_, acceleration_);
    }
    for (Index i = 0; i < at_.ng; ++i) {
      const bool on_position = shape_.row_level[i] == RowLevel::position;
      double r = o_.closed_at == ClosedAt::velocity ? velocity_[i] : acceleration_[i];
      if (o_.closed_at == ClosedAt::acceleration && of_velocity)
        r += (on_position ? o_.baumgarte_velocity : o_.baumgarte_velocity_row) * velocity_[i];
      if (o_.baumgarte_position != 0 && on_position) r += o_.baumgarte_position * terms_.g[i];
      F[at_.lambda + i] = rows_.kept(i) ? r : y[at_.lambda + i];
      if (at_.has_eta) F[at_.eta + i] = holds_position(i) ? terms_.g[i] : y[at_.eta + i];
      if (at_.has_mu) F[at_.mu + i] = rows_.kept(i) ? velocity_[i] : y[at_.mu + i];
    }
  }

  Evaluator& eval_;
  const Shape& shape_;
  ResidualOptions o_;
  ResidualLayout at_;
  TermStructures structures_;
  Terms terms_, leading_terms_;
  MassBlocks mass_;
  IndependentRows rows_;
  const Recursive* tree_ = nullptr;
  linear::SharedPattern whole_, leading_;
  bool has_jacobian_;
  ResidualJacobian jacobian_;
  Need need_ = nothing, jacobian_need_ = nothing;
  List<int> ones_, known_;
  BlockCopy M_in_q_, M_in_v_, G_in_lambda_;
  Excitation u_;
  Vector q_, v_, a_, z_, lambda_, eta_, mu_;
  Vector dq_, force_, w_, r_, velocity_, acceleration_, counts_;
  mutable Terms packed_terms_;  // workspace of pack()
  mutable Excitation packed_u_;
  mutable Vector packed_;
};

}  // namespace

std::unique_ptr<ResidualEquations> make_residual_equations(Evaluator& eval,
                                                           const ResidualOptions& options) {
  return std::make_unique<Equations>(eval, options);
}

ResidualForm* ResidualWhenAsked::get(Evaluator& eval, const ResidualOptions& options) {
  if (!equations_) {
    equations_ = make_residual_equations(eval, options);
    if (start_) equations_->prepare(*start_);
  }
  return equations_.get();
}

void ResidualWhenAsked::prepare(const State& start) {
  start_ = start;
  if (equations_) equations_->prepare(start);
}

Formalism formalism_of(const std::string& option) {
  return option == "residual" ? Formalism::residual : Formalism::explicit_;
}

}  // namespace takt
