// The tangent of a step is the derivative of its residual: tangents with all derivatives compared
// with differences, on every problem that has them; and the weight of a projection.
#include <gtest/gtest.h>

#include "step_tangents.hpp"
#include "takt/formulation/ali3.hpp"
#include "takt/formulation/ode.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::test {
namespace {

class StepTangents : public testing::TestWithParam<problem::ProblemEntry> {};

// On the constraints: what a penalty adds to the load is no part of the tangent.
void expect_tangent(const EquationsOfMotion& system, PositionForm& form, const Step& step,
                    const State& from, double tolerance) {
  EXPECT_LT(tangent_error(system, form, step, from, Vector::Zero(system.shape().nv)), tolerance);
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
