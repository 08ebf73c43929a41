// The structural family alone: steps of a linear system by the formulas of the papers, solved here with
// Eigen, and the spectrum of a step.
#include "takt/integrator/structural.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <complex>
#include <functional>
#include <vector>

#include "takt/formulation/ode.hpp"
#include "tests/unit/integrator/linear_system.hpp"
#include "tests/unit/integrator/no_stabiliser.hpp"

namespace takt::test {
namespace {

struct StructuralRun {
  const LinearSystem& system;
  Evaluator eval;
  std::unique_ptr<Formulation> formulation;
  std::unique_ptr<Integrator> integrator;
  State now, next;
  NoStabiliser none;

  StructuralRun(const LinearSystem& s, const StructuralRow& row, double h)
      : system(s), eval(s), formulation(make_ode(eval)),
        integrator(make_structural(eval, *formulation->position_form(), row, {2, 0})),
        now(s.initial()), next(now) {
    formulation->prepare(now);
    integrator->prepare(now, h);
  }
  void step(double h) {
    ASSERT_EQ(integrator->step(now, next, {h, now.t + h}, none).status, Status::ok);
    std::swap(now, next);
  }
};

// What one step of a published scheme makes of q, v and the acceleration A it carries on.
struct Published {
  Eigen::Vector2d q, v, A;
};

// Chung, Hulbert 1993 (1)-(4): displacements and velocities by Newmark's formulas, and
//   M A_{n+1-am} + C v_{n+1-af} + K q_{n+1-af} = F(t_{n+1-af}),   x_{n+1-a} = (1-a) x_{n+1} + a x_n
// (F as the same combination of both ends), solved for A_{n+1}.
Published chung_hulbert(const LinearSystem& s, const Published& n, double t, double h, double beta,
                        double gamma, double am, double af) {
  const Eigen::Vector2d q = n.q + h * n.v + h * h * (0.5 - beta) * n.A,
                        v = n.v + h * (1 - gamma) * n.A;
  const Eigen::Vector2d F = s.p * ((1 - af) * LinearSystem::u(t + h) + af * LinearSystem::u(t));
  const Eigen::Matrix2d T = (1 - am) * s.M + (1 - af) * (gamma * h * s.C + beta * h * h * s.K);
  const Eigen::Vector2d r =
      F - am * s.M * n.A - s.C * ((1 - af) * v + af * n.v) - s.K * ((1 - af) * q + af * n.q);
  const Eigen::Vector2d A = T.inverse() * r;
  return {q + h * h * beta * A, v + h * gamma * A, A};
}

using Formula = std::function<Published(const Published&, double t)>;

void expect_steps(const LinearSystem& s, const StructuralRow& row, double h,
                  const Formula& by_hand) {
  StructuralRun run(s, row, h);
  Published n{run.now.q, run.now.v, run.now.a};  // A_0 = a_0
  for (int k = 0; k < 4; ++k) {
    n = by_hand(n, run.now.t);
    run.step(h);
    EXPECT_LT((run.now.q - n.q).norm(), 1e-13) << k;
    EXPECT_LT((run.now.v - n.v).norm(), 1e-12) << k;
    // The acceleration of the state fulfils the equations of motion, whatever the scheme carries on.
    EXPECT_LT((run.now.a - s.acceleration(run.now.t, run.now.q, run.now.v)).norm(), 1e-10) << k;
  }
}

constexpr double h_of_steps = 0.05;

TEST(Structural, TrapezoidalRuleByHand) {
  const LinearSystem s;
  const double h = h_of_steps;
  expect_steps(s, trapezoidal_row, h, [&](const Published& n, double t) {
    // v_1 = v_0 + h/2 M^-1 (f_0 + f_1), q_1 = q_0 + h/2 (v_0 + v_1)
    const Eigen::Matrix2d T = s.M + h / 2 * s.C + h * h / 4 * s.K;
    const Eigen::Vector2d r = s.M * n.v + h / 2 * s.f(t, n.q, n.v) +
                              h / 2 * (s.p * LinearSystem::u(t + h) - s.K * (n.q + h / 2 * n.v));
    const Eigen::Vector2d v = T.inverse() * r;
    return Published{n.q + h / 2 * (n.v + v), v, {}};
  });
}

TEST(Structural, NewmarkByHand) {
  const LinearSystem s;
  const double xi = 0.15, gamma = 0.65, beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
  expect_steps(s, newmark_row(xi), h_of_steps, [&](const Published& n, double t) {
    return chung_hulbert(s, n, t, h_of_steps, beta, gamma, 0, 0);
  });
}

TEST(Structural, HhtByHand) {
  // Hilber, Hughes, Taylor 1977 with their alpha, which is negative: M a_1 + (1 + alpha) (C v_1 + K q_1)
  // - alpha (C v_0 + K q_0) = (1 + alpha) F_1 - alpha F_0
  const LinearSystem s;
  const double alpha = -0.2, h = h_of_steps;
  const double beta = (1 - alpha) * (1 - alpha) / 4, gamma = 0.5 - alpha;
  expect_steps(s, hht_row(-alpha), h, [&](const Published& n, double t) {
    const Eigen::Vector2d q = n.q + h * n.v + h * h * (0.5 - beta) * n.A,
                          v = n.v + h * (1 - gamma) * n.A;
    const Eigen::Matrix2d T = s.M + (1 + alpha) * (gamma * h * s.C + beta * h * h * s.K);
    const Eigen::Vector2d r =
        (1 + alpha) * (s.p * LinearSystem::u(t + h) - s.C * v - s.K * q) - alpha * s.f(t, n.q, n.v);
    const Eigen::Vector2d A = T.inverse() * r;
    return Published{q + h * h * beta * A, v + h * gamma * A, A};
  });
}

TEST(Structural, GeneralizedAlphaByHand) {
  const LinearSystem s;
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
    const double am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1);
    const double gamma = 0.5 - am + af, beta = 0.25 * (1 - am + af) * (1 - am + af);
    expect_steps(s, generalized_alpha_row(rho), h_of_steps, [&](const Published& n, double t) {
      return chung_hulbert(s, n, t, h_of_steps, beta, gamma, am, af);
    });
  }
}

// The matrix that a step of x'' = -x, with h = Omega, applies to (q, h v, h^2 A); without memory to (q, h v).
Matrix amplification(const StructuralRow& row, double Omega) {
  const double h = 0.01, a = Omega * Omega / (h * h);
  const LinearSystem s = LinearSystem::oscillator(a);
  const Index n = row.remembers() ? 3 : 2;
  Matrix P(n, n);
  for (Index k = 0; k < n; ++k) {
    StructuralRun run(s, row, h);
    run.now = s.state(0, {k == 0 ? 1 : 0, 0}, {k == 1 ? 1 / h : 0, 0});
    if (n == 3) {
      auto memory = run.integrator->memory();  // A of both masses, then their time
      memory[0] = k == 2 ? 1 / (h * h) : 0;
      memory[1] = 0;
      memory[2] = 0;
    }
    run.step(h);
    P(0, k) = run.now.q[0];
    P(1, k) = h * run.now.v[0];
    if (n == 3) P(2, k) = h * h * run.integrator->memory()[0];
  }
  return P;
}

std::vector<std::complex<double>> spectrum(const StructuralRow& row, double Omega) {
  const Eigen::VectorXcd e = amplification(row, Omega).eigenvalues();
  return {e.begin(), e.end()};
}

double spectral_radius(const StructuralRow& row, double Omega) {
  double most = 0;
  for (const auto& x : spectrum(row, Omega)) most = std::max(most, std::abs(x));
  return most;
}

// At infinite frequency: rho of generalised-alpha by its design; (1 - alpha)/(1 + alpha) of HHT and
// (1 - xi)/(1 + xi) of Newmark, the root of beta x^2 - ... with beta at its limit of stability.
TEST(Structural, SpectralRadiusAtInfiniteFrequency) {
  constexpr double infinite = 1e5;
  for (const double rho : {0.0, 0.3, 0.5, 0.8, 0.95})  // double or triple roots: known to 1e-3 only
    EXPECT_NEAR(spectral_radius(generalized_alpha_row(rho), infinite), rho, 2e-3) << rho;
  for (const double alpha : {0.05, 0.2, 1.0 / 3})
    EXPECT_NEAR(spectral_radius(hht_row(alpha), infinite), (1 - alpha) / (1 + alpha), 2e-3);
  for (const double xi : {0.05, 0.2, 0.5})
    EXPECT_NEAR(spectral_radius(newmark_row(xi), infinite), (1 - xi) / (1 + xi), 2e-3);
  EXPECT_NEAR(spectral_radius(trapezoidal_row, infinite), 1, 1e-6);
}

TEST(Structural, NoFrequencyGrows) {
  for (double Omega = 1e-3; Omega < 1e4; Omega *= 3) {
    EXPECT_NEAR(spectral_radius(trapezoidal_row, Omega), 1, 1e-9) << Omega;
    for (const double x : {0.0, 0.2, 1.0 / 3}) {
      EXPECT_LT(spectral_radius(hht_row(x), Omega), 1 + 1e-9) << Omega;
      EXPECT_LT(spectral_radius(newmark_row(x), Omega), 1 + 1e-9) << Omega;
      EXPECT_LT(spectral_radius(generalized_alpha_row(x), Omega), 1 + 1e-9) << Omega;
    }
  }
}

// The distance of the principal root from exp(i Omega) is the error of a step.
double error_of_a_step(const StructuralRow& row, double Omega) {
  const std::complex<double> exact(std::cos(Omega), std::sin(Omega));
  double least = 1e300;
  for (const auto& x : spectrum(row, Omega)) least = std::min(least, std::abs(x - exact));
  return least;
}

TEST(Structural, ErrorOfAStep) {
  // The trapezoidal rule: Omega^3/12. Newmark: damping (gamma - 1/2) Omega^2/2, of first order.
  EXPECT_NEAR(error_of_a_step(trapezoidal_row, 0.02) / std::pow(0.02, 3), 1.0 / 12, 1e-4);
  EXPECT_NEAR(error_of_a_step(newmark_row(0.2), 0.01) / std::pow(0.01, 2), 0.1, 2e-3);
  for (const StructuralRow& row : {hht_row(0.2), generalized_alpha_row(0.5)})
    EXPECT_NEAR(error_of_a_step(row, 0.04) / error_of_a_step(row, 0.02), 8, 0.2);
}

}  // namespace
}  // namespace takt::test
