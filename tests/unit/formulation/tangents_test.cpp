// The tangent of a step is the derivative of its residual: tangents with all derivatives compared
// with differences, on every problem that has them; and the weight of a projection.
#include <gtest/gtest.h>

#include "takt/formulation/ali3.hpp"
#include "takt/formulation/ode.hpp"
#include "takt/start/consistent_state.hpp"
#include "tests/support/methods.hpp"

namespace takt::test {
namespace {

class StepTangents : public testing::TestWithParam<problem::ProblemEntry> {};

// A trial near the start of a step of h with the trapezoidal rule, or the midpoint rule.
struct Step {
  double h = 0.01;
  double beta = 0.25, gamma = 0.5;
  Sensitivity sensitivity() const { return {h, 1 / (beta * h * h), gamma / (beta * h)}; }
  void follow(const EquationsOfMotion& system, const State& from, const Vector& increment,
              State& trial) const {
    trial = from;
    system.retract(from.q, increment, trial.q);
    const Vector A = (increment - h * from.v - h * h * (0.5 - beta) * from.a) / (beta * h * h);
    trial.v = from.v + h * ((1 - gamma) * from.a + gamma * A);
    trial.a = A;
  }
};

// T x against the difference of residuals along x; the difference itself is trusted to its own
// round-off.
void expect_tangent(const EquationsOfMotion& system, PositionForm& form, const Step& step,
                    const State& from, double tolerance) {
  const Index n = system.shape().nv;
  form.prepare(from, step.sensitivity());
  ASSERT_EQ(form.begin(from, step.sensitivity()), Status::ok);
  // On the constraints: what a penalty adds to the load is no part of the tangent.
  const Vector increment = Vector::Zero(n);
  const auto residual = [&](const Vector& at, Vector& r) {
    State trial;
    Vector moved = at;
    step.follow(system, from, at, trial);
    trial.lambda = from.lambda;
    EXPECT_EQ(form.residual(from, trial, moved, r), Status::ok);
  };
  for (Index k = 0; k < n; ++k) {
    const double d = 1e-6;
    Vector plus(n), minus(n), x = Vector::Zero(n);
    Vector moved = increment;
    moved[k] += d;
    residual(moved, plus);
    moved[k] -= 2 * d;
    residual(moved, minus);
    Vector column = (plus - minus) / (2 * d);
    residual(increment, x);
    ASSERT_EQ(form.factorise(), Status::ok);
    form.solve(column);  // T^-1 dr = the unit vector
    column[k] -= 1;
    EXPECT_LT(max_norm(column), tolerance) << "column " << k;
    form.begin(from, step.sensitivity());  // forget what the multipliers learned
  }
}

State start_of(const EquationsOfMotion& system) {
  State s = reference(std::shared_ptr<const EquationsOfMotion>(&system, [](auto*) {}),
                      short_span("").until / 50);
  complete(system, s);
  return s;
}

TEST_P(StepTangents, OfPositionsIsTheDerivativeOfTheResidual) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  // Where attitudes are coordinates, increments at q_n and q_{n+1} differ by dexp: a short step.
  const bool plain = system->shape().plain_coordinates;
  const Step step{name == "squeezer" ? 1e-5 : plain ? 0.01 : 1e-5};
  const State from = name == "squeezer" ? reference(system, 1e-4) : start_of(*system);
  Evaluator eval(*system);
  State ready = from;
  complete(*system, ready);
  const auto form = system->shape().ng > 0 ? make_ali3(eval, {0, true, true}) : make_ode(eval);
  // A penalty a million times stiffer than the rest leaves six digits to the difference.
  expect_tangent(*system, *form->position_form(), step, ready, 2e-3);
}

TEST_P(StepTangents, OfAConservingStepIsTheDerivativeOfTheResidual) {
  const auto system = problem::make_problem(GetParam().name);
  if (system->conservative() == nullptr) return;
  EXPECT_TRUE(system->shape().conservative);
  Evaluator eval(*system);
  State from = start_of(*system);
  complete(*system, from);
  // Soft enough to leave six digits to the difference; the automatic penalty leaves two.
  const auto form = make_conserving(eval, {1e9, true, false}, {});
  from.lambda.setZero();  // the papers' tangent: without the curvature of loaded rows
  expect_tangent(*system, *form->position_form(), {0.01, 0.5, 1}, from, 2e-3);
}

INSTANTIATE_TEST_SUITE_P(Problems, StepTangents,
                         testing::ValuesIn(problem::problems().begin(), problem::problems().end()),
                         [](const auto& i) { return test_name(i.param.name); });

// One solve with the tangent leaves of a violation 1/(1 + k alpha G P^-1 G'): with m = 1.25 kg,
// |G|^2 = 16, h = 25 ms, alpha = 1e7 that is 1/20001.                            ERRATA 001.2
TEST(TangentProjection, ReducesAViolationByItsFactor) {
  const auto system = problem::make_problem("spherical-pendulum-end");
  Evaluator eval(*system);
  const auto formulation = make_ali3(eval, {1e7, true, false});
  PositionForm& form = *formulation->position_form();
  const Step step{0.025};
  State from = system->initial();
  complete(*system, from);
  form.prepare(from, step.sensitivity());
  form.begin(from, step.sensitivity());
  State trial = from;
  Vector increment = Vector::Zero(3), r(3), dx(3);
  form.residual(from, trial, increment, r);
  ASSERT_EQ(form.factorise(), Status::ok);
  const Vector violation = Vector::Constant(1, 0.3);
  form.apply_weight(violation, dx);
  eval.place(Slot::end, trial);
  const double left = 0.3 - (eval.at(Slot::end, Need(Term::G)).G.to_matrix() * dx)[0];
  EXPECT_NEAR(0.3 / left, 20001, 20001 * 1e-3);
}

// Accelerations are put right for the velocity that is left, not for the one that was there before.
TEST(TangentProjection, ProjectsAccelerationsWithTheProjectedVelocity) {
  const auto system = problem::make_problem("spherical-pendulum");
  Engine s = simulate(system, "ali3+trapezoidal(until=1e-12)+tangent", 0.025, 1);
  ASSERT_EQ(run_to_end(s), Status::ok);
  Evaluator eval(*system);
  eval.place(Slot::end, s.state());
  const Terms& t = eval.at(Slot::end, Term::G | Term::gI | Term::gamma);
  EXPECT_LT(max_norm(t.G.to_matrix() * s.state().v + t.gI), 1e-7);
  EXPECT_LT(max_norm(t.G.to_matrix() * s.state().a + t.gamma), 1e-5);
}

}  // namespace
}  // namespace takt::test
