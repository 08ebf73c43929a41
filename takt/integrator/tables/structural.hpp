// The coefficients of the structural integrators.
//
//   q_{n+1} = q_n (+) (h v_n + h^2 ((1/2 - beta) A_n + beta A_{n+1}))
//   v_{n+1} = v_n + h ((1 - gamma) A_n + gamma A_{n+1})
//   (1 - alpha_m) A_{n+1} + alpha_m A_n = (1 - alpha_f) a_{n+1} + alpha_f a_n
//
// Terms used: a the acceleration that fulfils the equations of motion, A the one used to advance
// the step.
//                          Newmark 1959; Hilber, Hughes, Taylor 1977; Chung, Hulbert 1993; 003 [2]
#pragma once

namespace takt {

struct StructuralRow {
  double beta, gamma, alpha_m = 0, alpha_f = 0;
  // A differs from a and must be remembered from step to step.
  constexpr bool remembers() const noexcept { return alpha_m != 0 || alpha_f != 0; }
};

inline constexpr StructuralRow trapezoidal_row{0.25, 0.5};

// A is constant over the step, (v_{n+1} - v_n)/h, for equations stated between both ends, 001 (8),
// (9).
inline constexpr StructuralRow midpoint_row{0.5, 1};

// gamma = 1/2 + xi; beta is the smallest value for unconditional stability.
constexpr StructuralRow newmark_row(double xi) { return {0.25 * (1 + xi) * (1 + xi), 0.5 + xi}; }

constexpr StructuralRow hht_row(double alpha) {
  return {0.25 * (1 + alpha) * (1 + alpha), 0.5 + alpha, 0, alpha};
}

// rho: spectral radius at infinite frequency, the part of infinitely fast oscillations left after a
// step.
constexpr StructuralRow generalized_alpha_row(double rho) {
  const double alpha_m = (2 * rho - 1) / (rho + 1), alpha_f = rho / (rho + 1);
  const double x = 1 - alpha_m + alpha_f;
  return {0.25 * x * x, 0.5 - alpha_m + alpha_f, alpha_m, alpha_f};
}

}  // namespace takt
