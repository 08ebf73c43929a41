// A residual form at a point, with its matrices by differences; and systems that each exercise one
// property of residual forms.
#pragma once

#include <cmath>

#include "takt/formulation/catalogue.hpp"
#include "tests/support/systems.hpp"

namespace takt::test {

struct ResidualCase {
  const EquationsOfMotion& system;
  Evaluator eval;
  std::unique_ptr<Formulation> formulation;
  ResidualForm& form;
  Vector y, dy;
  Excitation u;
  double step = 3e-5;  // of differences

  ResidualCase(const EquationsOfMotion& s, const Choice& c, const State& start)
      : system(s), eval(s), formulation(make(c)), form(*formulation->residual_form()) {
    formulation->prepare(start);
    const Index n = form.size(), nu = s.shape().nu;
    y = dy = Vector::Zero(n);
    u = {Vector::Zero(nu), Vector::Zero(nu), Vector::Zero(nu)};
  }

  void pack(const State& s) {
    form.pack(s, y, dy);
    form.excite(s.t, u);
  }
  Vector residual() { return residual_at(y, dy); }
  Vector residual_at(const Vector& at, const Vector& rate) {
    Vector F = Vector::Constant(form.size(), 1e30);
    form.residual(at, rate, u, F);
    return F;
  }
  // d/dx F(y + c x, y' + alpha x)
  Matrix differences(double c, double alpha) {
    const Index n = form.size();
    Matrix D(n, n);
    for (Index j = 0; j < n; ++j) {
      const double d = increment(j) / (c == 0 ? 1 : std::max(1.0, std::abs(alpha)));
      Vector at[2] = {y, y}, rate[2] = {dy, dy};
      for (int k : {0, 1}) {
        const double s = k == 0 ? -d : d;
        at[k][j] += c * s;
        rate[k][j] += alpha * s;
      }
      D.col(j) = (residual_at(at[1], rate[1]) - residual_at(at[0], rate[0])) / (2 * d);
    }
    return D;
  }
  double increment(Index j) const {
    return step * std::max(1.0, form.counts()[j] > 0 ? std::abs(y[j]) : 1e-2 * std::abs(y[j]));
  }
  // Tolerance of a difference quotient for each row.
  Vector round_off() {
    const Vector F = residual();
    const double all = 1 + max_norm(F);
    return (1e-9 * F.cwiseAbs()).array() + 1e-9 + 1e-12 * all;
  }
  Matrix leading() {
    linear::Patterned L(form.leading_structure());
    L.values().setConstant(1e30);
    form.leading_block(y, u, L);
    return L.to_matrix();
  }
  Matrix jacobian() {
    linear::Patterned J(form.structure());
    J.values().setConstant(1e30);
    form.jacobian(y, dy, u, J);
    return J.to_matrix();
  }
  Matrix mass(const State& s) {
    eval.place(Slot::stage, s);
    return eval.at(Slot::stage, Term::M).M.to_matrix();
  }
  double size_of_forces(const State& s) {
    eval.place(Slot::stage, s);
    const Terms& t = eval.at(Slot::stage, Term::M | Term::f);
    return max_norm(t.f) + (t.M.to_matrix() * s.a).cwiseAbs().maxCoeff();
  }

 private:
  std::unique_ptr<Formulation> make(const Choice& c) {
    const FormulationEntry& e = *find_formulation(c.name);
    return e.make(eval, Settings(c, e.options, ""), {});
  }
};

// The constraints of another system, given at velocity level only.
class AtVelocityLevel final : public Wrapped {
 public:
  explicit AtVelocityLevel(std::shared_ptr<const EquationsOfMotion> inner)
      : Wrapped(std::move(inner)) {
    for (RowLevel& l : shape_.row_level) l = RowLevel::velocity;
    shape_.conservative = false;
  }
  void evaluate(const Point& p, Need need, Terms& out, Scratch& s) const noexcept override {
    Wrapped::evaluate(p, need, out, s);
    out.g.setZero();
  }
};

// Adds a force that depends on a multiplier: f_0 -= 0.3 lambda^2 v_0.
class WithCreep final : public Wrapped {
 public:
  explicit WithCreep(std::shared_ptr<const EquationsOfMotion> inner) : Wrapped(std::move(inner)) {
    shape_.f_lambda = linear::pattern_of(shape_.nv, shape_.ng, {{0, 0}});
    shape_.conservative = false;
  }
  void evaluate(const Point& p, Need need, Terms& out, Scratch& s) const noexcept override {
    Wrapped::evaluate(p, need, out, s);
    const double l = p.lambda[0];
    if (need & Term::f) out.f[0] -= 0.3 * l * l * p.v[0];
    if (need & Term::C) out.C.values()[0] += 0.3 * l * l;
    if (need & Term::f_lambda) out.f_lambda.values()[0] = -0.6 * l * p.v[0];
  }
};

}  // namespace takt::test
