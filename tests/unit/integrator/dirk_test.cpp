// Rows of diagonally implicit methods: their order conditions, a step by the Runge-Kutta equations solved
// here with Eigen, and their stability functions.                              003 (6), (7), Table 1
#include "takt/integrator/dirk.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <complex>

#include "takt/base/choice.hpp"
#include "takt/formulation/ali1.hpp"
#include "takt/formulation/ode.hpp"
#include "takt/problem/catalogue.hpp"
#include "tests/unit/integrator/linear_system.hpp"
#include "tests/unit/integrator/no_stabiliser.hpp"

namespace takt::test {
namespace {

const double gamma_A = (3 + std::sqrt(3.0)) / 6, gamma_small = (3 - std::sqrt(3.0)) / 6;

struct NamedRow {
  std::string name;
  DirkRow row;
};

// The rows of the catalogue, and of sdirk2 with some gamma.
std::vector<NamedRow> all_rows() {
  std::vector<NamedRow> rows;
  for (const std::string& name : split(dirk_row_names, '|')) rows.push_back({name, dirk_row(name)});
  rows.push_back({"sdirk2 A", sdirk2_row(gamma_A)});
  rows.push_back({"sdirk2 small", sdirk2_row(gamma_small)});
  rows.push_back({"sdirk2 0.5", sdirk2_row(0.5)});
  rows.push_back({"sdirk2 0.3", sdirk2_row(0.3)});
  return rows;
}

Matrix A_of(const DirkRow& row) {
  Matrix A = row.gamma * Matrix::Identity(row.stages, row.stages);
  for (int i = 0; i < row.stages; ++i)
    for (int j = 0; j < i; ++j) A(i, j) = row.a[i][j];
  return A;
}
Vector vector_of(const DirkRow::Numbers& x, int n) { return Eigen::Map<const Vector>(x.data(), n); }

State one_step_of(const LinearSystem& s, const DirkRow& row, const State& from, double h) {
  Evaluator eval(s);
  const auto formulation = make_ode(eval);
  formulation->prepare(from);
  const auto integrator = make_dirk(eval, *formulation->linearised_form(), row, 1, {2, 0});
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

// Every condition up to order 4, by rooted trees: b phi(tree) = 1/density. Those of the next order must
// not all hold, or the row would be of a higher order than it says.    Hairer, Norsett, Wanner I, II.2
TEST(DirkRows, OrderConditions) {
  for (const auto& [name, row] : all_rows()) {
    const Matrix A = A_of(row);
    const Vector b = vector_of(row.b, row.stages), c = vector_of(row.c, row.stages);
    const auto times = [](const Vector& x, const Vector& y) { return Vector(x.cwiseProduct(y)); };
    const Vector one = Vector::Ones(row.stages), c2 = times(c, c), c3 = times(c2, c);
    const std::vector<std::vector<double>> lack{
        {b.dot(one) - 1},
        {b.dot(c) - 1.0 / 2},
        {b.dot(c2) - 1.0 / 3, b.dot(A * c) - 1.0 / 6},
        {b.dot(c3) - 1.0 / 4, b.dot(times(c, A * c)) - 1.0 / 8, b.dot(A * c2) - 1.0 / 12,
         b.dot(A * (A * c)) - 1.0 / 24},
        {b.dot(times(c2, c2)) - 1.0 / 5, b.dot(times(c2, A * c)) - 1.0 / 10,
         b.dot(times(A * c, A * c)) - 1.0 / 20, b.dot(times(c, A * c2)) - 1.0 / 15,
         b.dot(A * c3) - 1.0 / 20, b.dot(times(c, A * (A * c))) - 1.0 / 30,
         b.dot(A * times(c, A * c)) - 1.0 / 40, b.dot(A * (A * c2)) - 1.0 / 60,
         b.dot(A * (A * (A * c))) - 1.0 / 120}};
    EXPECT_LT((A * one - c).norm(), 1e-14) << name;
    double next = 0;
    for (int order = 1; order <= row.order + 1; ++order)
      for (const double x : lack[static_cast<std::size_t>(order - 1)]) {
        if (order > row.order)
          next = std::max(next, std::abs(x));
        else
          EXPECT_LT(std::abs(x), 4e-15) << name << ", order " << order;
      }
    EXPECT_GT(next, 1e-3) << name;
    EXPECT_LT((A.transpose() * vector_of(row.d, row.stages) - b).norm(), 1e-14) << name;
    EXPECT_NEAR(vector_of(row.end, row.stages).sum(), 1, 1e-15) << name;
    EXPECT_NEAR(vector_of(row.end, row.stages).dot(c), row.c[0] == row.c[row.stages - 1] ? 0.5 : 1,
                1e-14)
        << name;
  }
}

TEST(DirkRows, OrdersAndAccuracyByTheirNames) {
  for (const std::string& name : split(dirk_row_names, '|')) {
    const DirkRow row = dirk_row(name);
    EXPECT_EQ(row.order, name.back() - '0') << name;
    EXPECT_EQ(row.stiffly_accurate(), name != "crouzeix4") << name;
    if (!row.stiffly_accurate()) continue;
    for (int i = 0; i < row.stages; ++i) EXPECT_EQ(row.d[i], i + 1 == row.stages ? 1 : 0) << name;
  }
}

// R(z) = 1 + z b' (I - z A)^-1 1
std::complex<double> stability_of(const DirkRow& row, std::complex<double> z) {
  const Eigen::MatrixXcd T =
      Matrix::Identity(row.stages, row.stages) - z * A_of(row).cast<std::complex<double>>();
  const Eigen::VectorXcd one = Eigen::VectorXcd::Ones(row.stages);
  const Eigen::VectorXcd k = T.partialPivLu().solve(one);
  return 1.0 + z * (vector_of(row.b, row.stages).cast<std::complex<double>>().transpose() * k)(0);
}

TEST(DirkRows, AreAStableAndThoseStifflyAccurateLStable) {
  for (const std::string& name : split(dirk_row_names, '|')) {
    const DirkRow row = dirk_row(name);
    for (double y = 0.01; y < 1e5; y *= 1.2) {
      EXPECT_LE(std::abs(stability_of(row, {0, y})), 1 + 1e-10) << name << " " << y;
      EXPECT_LE(std::abs(stability_of(row, {-y, y})), 1) << name << " " << y;
    }
    EXPECT_EQ(std::abs(stability_of(row, {0, 1e8})) < 1e-6, row.stiffly_accurate()) << name;
  }
}

// y' = J y + r(t) with y = (q, v): k_i = J (y_0 + h sum a_ij k_j) + r(t_i), y_1 = y_0 + h b k.
TEST(DirkRows, AStepByHand) {
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
  for (const auto& [name, row] : all_rows())
    for (const double h : {0.01, 0.1, 1.0}) {
      const Eigen::Matrix4d T = Eigen::Matrix4d::Identity() - h * row.gamma * J;
      std::vector<Eigen::Vector4d> k;
      Eigen::Vector4d end = y;
      for (int i = 0; i < row.stages; ++i) {
        Eigen::Vector4d at = y;
        for (int j = 0; j < i; ++j) at += h * row.a[i][j] * k[static_cast<std::size_t>(j)];
        k.push_back(T.lu().solve(J * at + load(from.t + row.c[i] * h)));
        end += h * row.b[i] * k.back();
      }
      const State next = one_step_of(s, row, from, h);
      EXPECT_LT((next.q - end.head<2>()).norm(), 1e-12 * (1 + end.norm())) << name << " " << h;
      EXPECT_LT((next.v - end.tail<2>()).norm(), 1e-11 * (1 + end.norm())) << name << " " << h;
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
        const State next = one_step_of(s, sdirk2_row(g), from, h);
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
