// Whose the change of the energy is.
#include "takt/certify/energy_book.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/models.hpp"

namespace takt::certify {
namespace {

EnergyBook book_of(const std::string& model, const std::string& method, double h, double until,
                   const std::vector<std::string>& set = {}) {
  Simulation sim = test::simulation_of(model, method, h, until, set);
  EnergyMeter meter(sim.system(), h);
  meter.look(sim.state());
  while (!sim.done()) {
    EXPECT_EQ(sim.step().status, Status::ok);
    meter.look(sim.state());
  }
  return meter.book();
}

TEST(EnergyBook, GregoryIntegratesParabolasExactly) {
  std::vector<double> y;
  for (int i = 0; i <= 10; ++i) y.push_back(1 + 0.3 * i - 0.02 * i * i);
  const auto integral = [](double x) { return x + 0.15 * x * x - 0.02 / 3 * x * x * x; };
  EXPECT_NEAR(gregory(y, 11, 1), integral(10), 1e-12);
  EXPECT_NEAR(gregory(y, 11, 1, 2), integral(10), 1e-12);
}

TEST(EnergyBook, TrapezoidalRuleKeepsTheEnergyOfAnOscillator) {
  const EnergyBook b = book_of("linear-oscillator", "ali3+trapezoidal", 0.05, 10);
  EXPECT_NEAR(b.numerical, 0, 1e-12);
  EXPECT_NEAR(b.exchanged, 0, 1e-12);
}

TEST(EnergyBook, ExplicitEulerAddsWhatTheoryKnows) {
  const double h = 0.05;
  const int n = 100;
  const EnergyBook b = book_of("linear-oscillator", "ode+explicit_euler", h, n * h);
  EXPECT_NEAR(b.exchanged, 0, 1e-12);
  EXPECT_NEAR(b.numerical, 0.5 * (std::pow(1 + h * h, n) - 1), 1e-9);
}

// With a damper nearly all of the loss is the damper's, and the method's part falls with its order.
TEST(EnergyBook, TellsADamperFromTheMethod) {
  const auto damped = [](const char* method, double h) {
    return book_of("linear-oscillator", method, h, 8, {"b=0.4"});
  };
  const EnergyBook coarse = damped("ode+explicit_euler", 0.02),
                   fine = damped("ode+explicit_euler", 0.01);
  EXPECT_NEAR(coarse.exchanged, -0.48, 0.02);
  EXPECT_NEAR(coarse.numerical / fine.numerical, 2, 0.15);
  EXPECT_NEAR(coarse.change(), coarse.exchanged + coarse.numerical, 1e-12);
  const double second = damped("ode+heun", 0.02).numerical / damped("ode+heun", 0.01).numerical;
  EXPECT_NEAR(second, 4, 0.2);
}

TEST(EnergyBook, VehicleLosesToItsDampersAndLittleToTheStep) {
  const char* method = "index2+linear_implicit_euler(J2)+one_step";
  const EnergyBook coarse = book_of("iltis", method, 2e-3, 2),
                   fine = book_of("iltis", method, 1e-3, 2);
  EXPECT_LT(std::abs(fine.numerical), 0.05 * std::abs(fine.exchanged));
  EXPECT_NEAR(coarse.numerical / fine.numerical, 2, 0.2);
}

TEST(EnergyBook, RoadsAndDrivesDoWork) {
  const EnergyBook coarse = book_of("car-axle", "index1+rk4+s_both2", 2e-3, 2),
                   fine = book_of("car-axle", "index1+rk4+s_both2", 1e-3, 2);
  EXPECT_GT(std::abs(fine.exchanged), 1);
  EXPECT_LT(std::abs(fine.numerical), 1e-5 * std::abs(fine.exchanged));
  EXPECT_GT(std::abs(coarse.numerical / fine.numerical), 12);  // of fourth order
}

}  // namespace
}  // namespace takt::certify
