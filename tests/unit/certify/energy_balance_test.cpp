// The energy balance after a run: inputs, dissipation, and the error of the method.
#include "takt/certify/energy_balance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/models.hpp"

namespace takt::certify {
namespace {

EnergyBalance book_of(const std::string& model, const std::string& method, double h, double until,
                      const std::vector<std::string>& set = {}) {
  Engine sim = test::simulation_of(model, method, h, until, set);
  EnergyMeter meter(sim.system(), h);
  meter.look(sim.state());
  while (!sim.done()) {
    const Status status = sim.step().status;
    EXPECT_EQ(status, Status::ok) << model << " " << method;
    if (status != Status::ok) break;
    meter.look(sim.state());
  }
  return meter.book();
}

TEST(EnergyBalance, IntegratesCubicsExactlyWhateverTheSteps) {
  std::vector<double> t, y;
  for (int i = 0; i <= 10; ++i) {
    t.push_back(0.1 * i * i + 0.3 * i);
    y.push_back(1 + 0.3 * t.back() - 0.02 * std::pow(t.back(), 3));
  }
  const std::vector<double> all = integrals(t, y);
  for (std::size_t i = 0; i < t.size(); ++i)
    EXPECT_NEAR(all[i], t[i] + 0.15 * t[i] * t[i] - 0.005 * std::pow(t[i], 4), 1e-11) << t[i];
  EXPECT_DOUBLE_EQ(integrals({0, 2}, {1, 3})[1], 4);  // fewer samples: what there is
}

// Steps of the method's own choice are of different length; the motion exchanges the same.
TEST(EnergyBalance, AdaptiveStepsAddNothingOfTheirOwn) {
  const EnergyBalance fixed = book_of("circular-track", "index1+rk4+s_both2", 1e-3, 2),
                      adaptive =
                          book_of("circular-track", "index1+dopri5(rtol=1e-10)+s_both2", 1e-3, 2);
  EXPECT_NEAR(adaptive.exchanged(), fixed.exchanged(), 1e-4 * adaptive.size);
  EXPECT_LE(std::abs(adaptive.method), std::max(adaptive.resolution, 1e-6 * adaptive.size));
}

// What the differences of the energy miss is no work of inputs that are not there.
TEST(EnergyBalance, NothingIsPutInWhereNothingDrives) {
  const double h = 0.01, b = 0.5;
  Engine sim =
      test::simulation_of("linear-oscillator", "ode+rk4", h, 2, {"b=" + std::to_string(b)});
  EnergyMeter meter(sim.system(), h), driven(sim.system(), h);
  for (bool more = true; more;) {
    const double taken = -1.001 * b * sim.state().v[0] * sim.state().v[0];  // a thousandth off
    meter.look(sim.state(), {0, taken});
    driven.look(sim.state(), {0.1, taken});
    more = !sim.done() && sim.step().status == Status::ok;
  }
  const EnergyBalance book = meter.book();
  EXPECT_EQ(book.inputs, 0);
  EXPECT_NEAR(book.dissipated, book.change(), 1e-6);
  EXPECT_NE(driven.book().inputs, 0);
  EXPECT_EQ(driven.book().exchanged(), book.exchanged());
  EXPECT_GT(book.resolution, 9e-4 * std::abs(book.dissipated));  // no better than the two agree
}

TEST(EnergyBalance, TrapezoidalRuleKeepsTheEnergyOfAnOscillator) {
  const EnergyBalance b = book_of("linear-oscillator", "ali3+trapezoidal", 0.05, 10);
  EXPECT_NEAR(b.method, 0, 1e-12);
  EXPECT_NEAR(b.exchanged(), 0, 1e-12);
}

TEST(EnergyBalance, ExplicitEulerAddsWhatTheoryKnows) {
  const double h = 0.05;
  const int n = 100;
  const EnergyBalance b = book_of("linear-oscillator", "ode+explicit_euler", h, n * h);
  EXPECT_NEAR(b.exchanged(), 0, 1e-12);
  EXPECT_NEAR(b.method, 0.5 * (std::pow(1 + h * h, n) - 1), 1e-9);
}

// With a damper nearly all of the loss is the damper's, and the method's part falls with its order.
TEST(EnergyBalance, TellsADamperFromTheMethod) {
  const auto damped = [](const char* method, double h) {
    return book_of("linear-oscillator", method, h, 8, {"b=0.4"});
  };
  const EnergyBalance coarse = damped("ode+explicit_euler", 0.02),
                      fine = damped("ode+explicit_euler", 0.01);
  EXPECT_NEAR(coarse.exchanged(), -0.48, 0.02);
  EXPECT_NEAR(coarse.method / fine.method, 2, 0.15);
  EXPECT_NEAR(coarse.change(), coarse.exchanged() + coarse.method, 1e-12);
  const double second = damped("ode+heun", 0.02).method / damped("ode+heun", 0.01).method;
  EXPECT_NEAR(second, 4, 0.2);
}

TEST(EnergyBalance, VehicleLosesToItsDampersAndLittleToTheStep) {
  const char* method = "index2+linear_implicit_euler(J2)+one_step";
  const EnergyBalance coarse = book_of("iltis", method, 2e-3, 2),
                      fine = book_of("iltis", method, 1e-3, 2);
  EXPECT_LT(std::abs(fine.method), 0.05 * std::abs(fine.exchanged()));
  EXPECT_NEAR(coarse.method / fine.method, 2, 0.2);
}

// The powers of elements and rows, which a run sums up, are those of the whole energy by differences.
TEST(EnergyBalance, AgreesWithTheBooksOfARun) {
  struct Run {
    const char *model, *method;
    double until;
  };
  for (const Run& r : {Run{"iltis", "index2+linear_implicit_euler(J2)+one_step", 1.5},
                       Run{"iltis", "natural:ali3+trapezoidal+tangent", 1},
                       Run{"sedan", "index2+linear_implicit_euler(J2)+one_step", 0.5},
                       Run{"test-rig", "ode+rk4", 0.4}, Run{"passenger-car", "ode+rk4", 0.3},
                       Run{"stewart-platform", "index1+rk4+s_both2", 0.3},
                       Run{"two-link-sine", "index1+rk4+s_both2", 1}}) {
    const EnergyBalance book = book_of(r.model, r.method, 1e-3, r.until);
    const Summary s = test::whole_run(test::simulation_of(r.model, r.method, 1e-3, r.until));
    EXPECT_NEAR(s.energy.inputs + s.energy.dissipated, book.exchanged(),
                s.energy.resolution + book.resolution + 1e-6 * book.size)
        << r.model << " " << r.method;
  }
}

TEST(EnergyBalance, RoadsAndDrivesDoWork) {
  const EnergyBalance coarse = book_of("car-axle", "index1+rk4+s_both2", 2e-3, 2),
                      fine = book_of("car-axle", "index1+rk4+s_both2", 1e-3, 2);
  EXPECT_GT(std::abs(fine.exchanged()), 1);
  EXPECT_LT(std::abs(fine.method), 1e-5 * std::abs(fine.exchanged()));
  EXPECT_GT(std::abs(coarse.method / fine.method), 12);  // of fourth order
}

}  // namespace
}  // namespace takt::certify
