// SDIRK2 alone: its order conditions, a step by the Runge-Kutta equations solved here with Eigen, and
// its stability function.                                                    003 (6), (7), Table 1
#include "takt/integrator/sdirk2.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <complex>

#include "takt/formulation/ali1.hpp"
#include "takt/formulation/ode.hpp"
#include "takt/problem/catalogue.hpp"
#include "tests/unit/integrator/linear_system.hpp"
#include "tests/unit/integrator/no_stabiliser.hpp"

namespace takt::test {
namespace {

const double gamma_A = (3 + std::sqrt(3.0)) / 6, gamma_small = (3 - std::sqrt(3.0)) / 6;

State one_step_of_sdirk2(const LinearSystem& s, double gamma, const State& from, double h) {
  Evaluator eval(s);
  const auto formulation = make_ode(eval);
  formulation->prepare(from);
  const auto integrator = make_sdirk2(eval, *formulation->linearised_form(), gamma, 1, {2, 0});
  integrator->prepare(from, h);
  State next = from;
  NoStabiliser none;
  EXPECT_EQ(integrator->step(from, next, {h, from.t + h}, none).status, Status::ok);
  return next;
}

TEST(Sdirk2, GammaByItsName) {
  EXPECT_DOUBLE_EQ(sdirk2_gamma("A"), gamma_A);
  EXPECT_DOUBLE_EQ(sdirk2_gamma("small"), gamma_small);
  EXPECT_EQ(sdirk2_gamma("0.25"), 0.25);
  EXPECT_EQ(sdirk2_gamma("big"), 0);
}

// b c = 1/2, b c^2 = 1/3, b A c = 1/6 with the tableau of the header: only these gamma are of order 3.
TEST(Sdirk2, OrderConditions) {
  for (const char* name : {"A", "small"}) {
    const double g = sdirk2_gamma(name);
    const Eigen::Vector2d b(0.5, 0.5), c(g, 1 - g);
    Eigen::Matrix2d A;
    A << g, 0, 1 - 2 * g, g;
    EXPECT_LT((A.rowwise().sum() - c).norm(), 1e-15);
    EXPECT_NEAR(b.dot(c), 1.0 / 2, 1e-15);
    EXPECT_NEAR(b.dot(c.cwiseProduct(c)), 1.0 / 3, 1e-15);
    EXPECT_NEAR(b.dot(A * c), 1.0 / 6, 1e-15);
  }
}

// y' = J y + r(t) with y = (q, v): k_i = J (y_0 + h sum a_ij k_j) + r(t_i), y_1 = y_0 + h b k.
TEST(Sdirk2, AStepByHand) {
  const LinearSystem s;
  const State from = s.initial();
  Eigen::Matrix4d J = Eigen::Matrix4d::Zero();
  J.topRightCorner<2, 2>().setIdentity();
  J.bottomLeftCorner<2, 2>() = -s.M.inverse() * s.K;
  J.bottomRightCorner<2, 2>() = -s.M.inverse() * s.C;
  const auto load = [&](double t) {
    Eigen::Vector4d r;
    r << 0, 0, s.M.inverse() * s.p * LinearSystem::u(t);
    return r;
  };
  Eigen::Vector4d y;
  y << from.q, from.v;
  for (const double g : {gamma_A, gamma_small, 0.5, 0.3})
    for (const double h : {0.01, 0.1, 1.0}) {
      const Eigen::Matrix4d T = Eigen::Matrix4d::Identity() - h * g * J;
      const Eigen::Vector4d k1 = T.lu().solve(J * y + load(from.t + g * h));
      const Eigen::Vector4d k2 =
          T.lu().solve(J * (y + h * (1 - 2 * g) * k1) + load(from.t + (1 - g) * h));
      const Eigen::Vector4d end = y + h / 2 * (k1 + k2);
      const State next = one_step_of_sdirk2(s, g, from, h);
      EXPECT_LT((next.q - end.head<2>()).norm(), 1e-12 * (1 + end.norm())) << g << " " << h;
      EXPECT_LT((next.v - end.tail<2>()).norm(), 1e-11 * (1 + end.norm())) << g << " " << h;
      EXPECT_DOUBLE_EQ(next.t, from.t + h);
    }
}

// R(z) = (1 + (1 - 2 gamma) z + (1/2 - 2 gamma + gamma^2) z^2) / (1 - gamma z)^2, Hairer, Wanner II, IV.6
std::complex<double> stability(double g, std::complex<double> z) {
  return (1.0 + (1 - 2 * g) * z + (0.5 - 2 * g + g * g) * z * z) / ((1.0 - g * z) * (1.0 - g * z));
}

// Of x'' = -a x - b x' with eigenvalue s: (q, v) = (1, s) is an eigenvector of a step, with the value
// R(h s). Real and imaginary part are the two masses.
TEST(Sdirk2, StabilityFunction) {
  const double h = 0.01;
  for (const double g : {gamma_A, gamma_small, 0.4})
    for (double Omega = 0.05; Omega < 300; Omega *= 2)
      for (const double damping : {0.0, 0.3}) {
        const std::complex<double> e =
            Omega / h * std::complex<double>(-damping, std::sqrt(1 - damping * damping));
        const LinearSystem s = LinearSystem::oscillator(std::norm(e), -2 * e.real());
        const State from = s.state(0, {1, 0}, {e.real(), e.imag()});
        const State next = one_step_of_sdirk2(s, g, from, h);
        const std::complex<double> R = stability(g, h * e), q(next.q[0], next.q[1]),
                                   v(next.v[0], next.v[1]);
        EXPECT_LT(std::abs(q - R), 1e-9 * (1 + std::abs(R))) << g << " " << Omega;
        EXPECT_LT(std::abs(v / e - R), 1e-9 * (1 + std::abs(R))) << g << " " << Omega;
      }
}

// A-stable with the upper sign; with the lower one, fast oscillations grow by |R(i infinity)| = 2.73.
TEST(Sdirk2, StableOnTheImaginaryAxis) {
  for (double y = 0.01; y < 1e6; y *= 1.5) {
    EXPECT_LE(std::abs(stability(sdirk2_gamma("A"), {0, y})), 1) << y;
    EXPECT_LE(std::abs(stability(sdirk2_gamma("A"), {-y, y})), 1) << y;
  }
  EXPECT_NEAR(std::abs(stability(sdirk2_gamma("small"), {0, 1e9})), 1 + std::sqrt(3.0), 1e-6);
}

// The factor multiplies the rate of the constraint matrix in the Newton matrix of ali1:
//   (M + G'aG + gh (C + factor G'a Gv_q) + gh^2 K) dv = (M + G'aG) rho                003 (21), (24)
TEST(Sdirk2, TangentFactorByHand) {
  const auto system = problem::make_problem("spherical-pendulum-end");
  const double alpha = 1e3, gh = 0.02, m = 1.25;
  State s = system->initial();
  s.q << 1.2, -1.6, 0;
  s.v << 0.8, 0.6, 0.5;
  const Eigen::RowVector3d G = 2 * s.q.transpose(), Gv_q = 2 * s.v.transpose();
  const Eigen::Matrix3d mass = m * Eigen::Matrix3d::Identity() + alpha * G.transpose() * G;
  StageResidual r{Vector::Zero(3), Vector::Zero(3), Vector::Zero(3), {}, {}};
  r.rho << 0.3, 0.2, -0.1;
  for (const double factor : {1.0, 2.0}) {
    Evaluator eval(*system);
    const auto formulation = make_ali1(eval, alpha);
    LinearisedForm& form = *formulation->linearised_form();
    form.set_up(s, gh);
    ASSERT_EQ(form.linearise(s, gh, factor), Status::ok);
    Vector dv = Vector::Zero(3), dz;
    form.correct(r, dv, dz);
    const Eigen::Matrix3d T = mass + gh * factor * alpha * G.transpose() * Gv_q;
    EXPECT_LT((dv - T.inverse() * (mass * r.rho)).norm(), 1e-12) << factor;
  }
}

}  // namespace
}  // namespace takt::test
