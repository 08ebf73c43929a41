// Compares the tangent of a position form with differences of its residual.
#pragma once

#include <gtest/gtest.h>

#include "takt/form/position_form.hpp"
#include "tests/support/methods.hpp"

namespace takt::test {

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

// The largest error of T^-1 times the differences of residuals, which should be unit vectors; at the
// increment `at` of the step.
inline double tangent_error(const EquationsOfMotion& system, PositionForm& form, const Step& step,
                            const State& from, const Vector& at) {
  const Index n = system.shape().nv;
  form.prepare(from, step.sensitivity());
  EXPECT_EQ(form.begin(from, step.sensitivity()), Status::ok);
  const auto residual = [&](const Vector& increment, Vector& r) {
    State trial;
    Vector moved = increment;
    step.follow(system, from, increment, trial);
    trial.lambda = from.lambda;
    EXPECT_EQ(form.residual(from, trial, moved, r), Status::ok);
  };
  double error = 0;
  for (Index k = 0; k < n; ++k) {
    const double d = 1e-6;
    Vector plus(n), minus(n), x = Vector::Zero(n), moved = at;
    moved[k] += d;
    residual(moved, plus);
    moved[k] -= 2 * d;
    residual(moved, minus);
    Vector column = (plus - minus) / (2 * d);
    residual(at, x);
    EXPECT_EQ(form.factorise(), Status::ok);
    form.solve(column);  // T^-1 dr = the unit vector
    column[k] -= 1;
    error = std::max(error, max_norm(column));
    form.begin(from, step.sensitivity());  // forget what the multipliers learned
  }
  return error;
}

}  // namespace takt::test
