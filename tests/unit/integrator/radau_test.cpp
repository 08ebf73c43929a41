// Radau IIA alone: a step by the Runge-Kutta equations solved here with Eigen, its stability function,
// and what it holds on the projected invariants of 004 (3.3).
#include "takt/integrator/radau.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <complex>

#include "takt/formulation/ode.hpp"
#include "tests/support/methods.hpp"
#include "tests/unit/integrator/linear_system.hpp"
#include "tests/unit/integrator/no_stabiliser.hpp"

namespace takt::test {
namespace {

const Eigen::Matrix2d radau_A =
    (Eigen::Matrix2d() << 5.0 / 12, -1.0 / 12, 3.0 / 4, 1.0 / 4).finished();
const Eigen::Vector2d radau_c(1.0 / 3, 1);

State one_step_of_radau(const LinearSystem& s, MatrixSource source, const State& from, double h) {
  Evaluator eval(s);
  const auto formulation = make_ode(eval, Formalism::explicit_);
  formulation->prepare(from);
  const auto integrator =
      make_radau({*formulation->residual_form(), eval.counters(), eval.shape().nu, &eval},
                 {.source = source}, {3, 0});
  integrator->prepare(from, h);
  State next = from;
  NoStabiliser none;
  EXPECT_EQ(integrator->step(from, next, {h, from.t + h}, none).status, Status::ok);
  return next;
}

// A collocation method of order 3 at these points: B(3) and C(2). Then y_1 is the last stage.
TEST(Radau, TableOfCollocation) {
  const Eigen::Vector2d b = radau_A.row(1), c2 = radau_c.cwiseProduct(radau_c);
  EXPECT_NEAR(b.sum(), 1, 1e-15);
  EXPECT_NEAR(b.dot(radau_c), 1.0 / 2, 1e-15);
  EXPECT_NEAR(b.dot(c2), 1.0 / 3, 1e-15);
  EXPECT_LT((radau_A.rowwise().sum() - radau_c).norm(), 1e-15);
  EXPECT_LT((radau_A * radau_c - 0.5 * c2).norm(), 1e-15);
}

// y' = J y + r(t) with y = (q, v): k_i = J (y_0 + h sum a_ij k_j) + r(t_i), both stages at once.
TEST(Radau, AStepByHand) {
  const LinearSystem s;
  const State from = s.initial();
  Eigen::Matrix4d J = Eigen::Matrix4d::Zero();
  J.topRightCorner<2, 2>().setIdentity();
  J.bottomLeftCorner<2, 2>() = -s.M.inverse() * s.K;
  J.bottomRightCorner<2, 2>() = -s.M.inverse() * s.C;
  Eigen::Vector4d y;
  y << from.q, from.v;
  for (const double h : {0.01, 0.1, 1.0}) {
    Eigen::Matrix<double, 8, 8> T = Eigen::Matrix<double, 8, 8>::Identity();
    Eigen::Matrix<double, 8, 1> r;
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) T.block<4, 4>(4 * i, 4 * j) -= h * radau_A(i, j) * J;
      const Eigen::Vector2d load = s.M.inverse() * s.p * LinearSystem::u(from.t + radau_c[i] * h);
      r.segment<4>(4 * i) = J * y;
      r.segment<2>(4 * i + 2) += load;
    }
    const Eigen::Matrix<double, 8, 1> k = T.partialPivLu().solve(r);
    const Eigen::Vector4d end = y + h * (radau_A(1, 0) * k.head<4>() + radau_A(1, 1) * k.tail<4>());
    for (const MatrixSource source : {MatrixSource::analytic, MatrixSource::dense}) {
      const double slack = source == MatrixSource::analytic ? 1e-12 : 1e-8;
      const State next = one_step_of_radau(s, source, from, h);
      EXPECT_LT((next.q - end.head<2>()).norm(), slack * (1 + end.norm())) << h;
      EXPECT_LT((next.v - end.tail<2>()).norm(), 10 * slack * (1 + end.norm())) << h;
      EXPECT_LT((next.a - k.tail<2>()).norm(), 100 * slack * (1 + k.norm())) << h;
      EXPECT_DOUBLE_EQ(next.t, from.t + h);
    }
  }
}

// R(z) = (1 + z/3) / (1 - 2z/3 + z^2/6): the subdiagonal Pade approximation of e^z.
TEST(Radau, StabilityFunction) {
  const double h = 0.01;
  for (double Omega = 0.05; Omega < 300; Omega *= 2)
    for (const double damping : {0.0, 0.3}) {
      const std::complex<double> e =
          Omega / h * std::complex<double>(-damping, std::sqrt(1 - damping * damping));
      const std::complex<double> z = h * e,
                                 R = (1.0 + z / 3.0) / (1.0 - 2.0 * z / 3.0 + z * z / 6.0);
      const LinearSystem s = LinearSystem::oscillator(std::norm(e), -2 * e.real());
      const State from = s.state(0, {1, 0}, {e.real(), e.imag()});
      const State next = one_step_of_radau(s, MatrixSource::analytic, from, h);
      EXPECT_LT(std::abs(std::complex<double>(next.q[0], next.q[1]) - R), 1e-9) << Omega;
      EXPECT_LE(std::abs(R), 1);
    }
}

// The multipliers of (3.3) hold the positions at the end of every step, those of (4.8) the velocities
// too; without them both drift.
TEST(Radau, ProjectedInvariantsHold) {
  for (const char* problem : {"spherical-pendulum", "cubic-bead", "two-link-sine"}) {
    const auto system = problem::make_problem(problem);
    const auto drift = [&](const std::string& method) {
      Engine s = simulate(system, method, 0.01, 1);
      double most[2] = {0, 0};
      Evaluator eval(*system);
      while (!s.done()) {
        EXPECT_EQ(s.step().status, Status::ok) << problem << " " << method;
        eval.place(Slot::end, s.state());
        const Terms& t = eval.at(Slot::end, Term::g | Term::G | Term::gI);
        Vector gv = t.gI;
        t.G.multiply_add(1, s.state().v, gv);
        most[0] = std::max(most[0], max_norm(t.g));
        most[1] = std::max(most[1], max_norm(gv));
      }
      return std::pair{most[0], most[1]};
    };
    const auto [g, gv] = drift("index1(project=q)+radau(passes=8)");
    EXPECT_LT(g, 1e-12) << problem;
    const auto [g_both, gv_both] = drift("index1(project=qv)+radau(passes=8)");
    EXPECT_LT(g_both, 1e-12) << problem;
    EXPECT_LT(gv_both, 1e-11) << problem;
    const auto [g_none, gv_none] = drift("index1+radau(passes=8)");
    EXPECT_GT(g_none, 1e-10) << problem;
    EXPECT_GT(gv_none, 1e-10) << problem;
  }
}

}  // namespace
}  // namespace takt::test
