// Linear-implicit Euler alone: one step of a linear system, by (I - h J) dy = h y' with the matrices J
// that 000 prints, solved here with Eigen for q and v together.                   000 section 2, (14)
#include "takt/integrator/linear_implicit_euler.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "takt/formulation/ode.hpp"
#include "tests/unit/integrator/linear_system.hpp"
#include "tests/unit/integrator/no_stabiliser.hpp"

namespace takt::test {
namespace {

constexpr double step_length = 0.04;

Eigen::Vector4d step_of_row(const char* name, bool autonomous) {
  const LinearSystem s;
  const State from = s.initial();
  Evaluator eval(s);
  const auto formulation = make_ode(eval);
  formulation->prepare(from);
  const auto integrator = make_linear_implicit_euler(eval, *formulation->velocity_form(),
                                                     linear_implicit_row(name), {true, autonomous});
  State next = from;
  NoStabiliser none;
  const double h = step_length;
  EXPECT_EQ(integrator->step(from, next, {h, from.t + h}, none).status, Status::ok);
  EXPECT_DOUBLE_EQ(next.t, from.t + h);
  Eigen::Vector4d y;
  y << next.q, next.v;
  return y;
}

// Blocks of J, with F_q = -M^-1 K and F_v = -M^-1 C.
struct Jacobian {
  LinearSystem s;
  Eigen::Matrix2d I = Eigen::Matrix2d::Identity(), O = Eigen::Matrix2d::Zero(), F_q, F_v;
  Jacobian() : F_q(-s.M.inverse() * s.K), F_v(-s.M.inverse() * s.C) {}

  // (q, v) after a step with J = [qq qv; vq vv]; `time`: the right side has h F_t.
  Eigen::Vector4d step(const Eigen::Matrix2d& qv, const Eigen::Matrix2d& vq,
                       const Eigen::Matrix2d& vv, bool time) const {
    const State y0 = s.initial();
    const double h = step_length;
    Eigen::Matrix4d J;
    J << O, qv, vq, vv;
    Eigen::Vector4d y, rate, by_time;
    y << y0.q, y0.v;
    rate << y0.v, s.acceleration(y0.t, y0.q, y0.v);
    by_time << 0, 0, s.M.inverse() * s.p * LinearSystem::du(y0.t);
    if (time) rate += h * by_time;
    return y + h * (Eigen::Matrix4d::Identity() - h * J).lu().solve(rate);
  }
};

class LinearImplicitRows : public testing::TestWithParam<bool> {};

TEST_P(LinearImplicitRows, AStepByHand) {
  const bool autonomous = GetParam(), time = !autonomous;
  const Jacobian j;
  const double h = step_length;
  // exact [0 I; F_q F_v], J1 [0 0; F_q F_v], J2 [0 0; F_q F_v + h F_q], J3 [0 0; F_q 0]
  const std::pair<const char*, Eigen::Vector4d> rows[] = {
      {"exact", j.step(j.I, j.F_q, j.F_v, time)},
      {"J1", j.step(j.O, j.F_q, j.F_v, time)},
      {"J2", j.step(j.O, j.F_q, j.F_v + h * j.F_q, time)},
      {"J3", j.step(j.O, j.F_q, j.O, time)}};
  for (const auto& [name, by_hand] : rows)
    EXPECT_LT((step_of_row(name, autonomous) - by_hand).norm(), 1e-13) << name;
}

INSTANTIATE_TEST_SUITE_P(Both, LinearImplicitRows, testing::Bool(),
                         [](const auto& i) { return i.param ? "autonomous" : "with_f_t"; });

// (M + h C + h^2 K) dv = h f, then q with the new velocity; f_t belongs to the term h K v, which this row
// does not have.                                                                      000 (14)
TEST(LinearImplicitEuler, VedynaByHand) {
  const LinearSystem s;
  const State from = s.initial();
  const double h = step_length;
  const Eigen::Matrix2d A = s.M + h * s.C + h * h * s.K;
  const Eigen::Vector2d v = from.v + A.inverse() * (h * s.f(from.t, from.q, from.v));
  Eigen::Vector4d by_hand;
  by_hand << from.q + h * v, v;
  for (const bool autonomous : {false, true})
    EXPECT_LT((step_of_row("vedyna", autonomous) - by_hand).norm(), 1e-13) << autonomous;
}

TEST(LinearImplicitEuler, ExplicitByHand) {
  const LinearSystem s;
  const State from = s.initial();
  Eigen::Vector4d by_hand;
  by_hand << from.q + step_length * from.v,
      from.v + step_length * s.acceleration(from.t, from.q, from.v);
  EXPECT_LT((step_of_row("explicit", true) - by_hand).norm(), 1e-13);
}

}  // namespace
}  // namespace takt::test
