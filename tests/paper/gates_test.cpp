// Requirements for every default method, and properties that the methods promise on the same
// systems: forces that follow a signal, bristle friction, stops, stiff damping, free fall.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/method/default_method.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/monitor.hpp"

namespace takt {
namespace {

io::OpenModel gate(const std::string& name, const std::vector<std::string>& set = {},
                   const std::string& method = "") {
  return io::open_model(TAKT_SOURCE_DIR "/tests/gates/" + name + ".yaml", set, method);
}

// Calls look(simulation, monitor) at the start and after every step.
template <class Look>
void follow(io::OpenModel model, const std::string& method, double step, double until,
            Look&& look) {
  if (!method.empty()) model.stated = method;
  const Method m = io::method_for(model, step);
  Engine s(model.system, m, model.start, {.until = until});
  Monitor monitor(*model.system, s.composition(), s.state());
  monitor.evaluate(s.state());
  look(s, monitor);
  while (!s.done()) {
    ASSERT_EQ(s.step().status, Status::ok) << to_string(m) << ": " << s.failure();
    monitor.evaluate(s.state());
    look(s, monitor);
  }
}

double peak_torque(const std::string& method) {
  double peak = 0;
  follow(gate("pd"), method, 1e-3, 2, [&](const Engine& s, const Monitor& m) {
    if (s.state().t >= 0.5) peak = std::max(peak, std::abs(m.outputs()[0] + m.outputs()[1]));
  });
  return peak;
}

TEST(Gates, TorquesThatFollowASignalDoNotLag) {
  const double exact = peak_torque("ode+rk4");
  EXPECT_NEAR(exact, 0.992, 0.001);
  for (const char* row : {"J1", "J2", "exact"})
    EXPECT_NEAR(peak_torque("ode+linear_implicit_euler(" + std::string(row) + ")"), exact,
                0.03 * exact)
        << row;
  // J2 as printed in 000.
  EXPECT_NEAR(peak_torque("ode+linear_implicit_euler(J2,autonomous=true)"), 1.71, 0.01);
  // Without damping in the matrix, and without h f_q v.
  EXPECT_NEAR(peak_torque("ode+linear_implicit_euler(J3)"), 0.837, 0.01);
  EXPECT_NEAR(peak_torque("ode+linear_implicit_euler(vedyna)"), 1.159, 0.01);
}

TEST(Gates, StiffDampingDoesNotRing) {
  double first = 0, later = 0;
  int step = 0;
  follow(gate("pd", {"kd=2000"}), "", 1e-3, 0.03, [&](const Engine&, const Monitor& m) {
    const double torque = std::abs(m.outputs()[0] + m.outputs()[1]);
    if (step >= 1 && step <= 2) first = std::max(first, torque);
    if (step >= 20) later = std::max(later, torque);
    ++step;
  });
  EXPECT_LT(later, 0.01 * first);
}

TEST(Gates, BristlesOfTheDefaultHoldAndSlide) {
  const auto peak = [](const std::string& method) {
    double most = 0;
    follow(gate("lugre", {}, method), method, 1e-3, 3, [&](const Engine&, const Monitor& m) {
      most = std::max(most, std::abs(m.outputs()[0]));
    });
    return most;
  };
  const double exact = peak("ode+bdf");
  EXPECT_NEAR(exact, 1.5, 0.01);
  EXPECT_NEAR(peak(""), exact, 0.05 * exact);
}

struct Stop {
  const char* method;
  double share;  // of the energy of the fall, 9.81 J, that may be lost or gained in 20 s
};
class Stops : public testing::TestWithParam<Stop> {};

TEST_P(Stops, GiveBackWhatTheyTook) {
  double first = 0, worst = 0;
  follow(gate("ball", {}, GetParam().method), GetParam().method, 1e-3, 20,
         [&](const Engine& s, const Monitor& m) {
           const double E = m.energy().total();
           if (s.state().t == 0) first = E;
           worst = std::max(worst, std::abs(E - first));
         });
  EXPECT_LT(worst, GetParam().share * 9.81);
}
INSTANTIATE_TEST_SUITE_P(
    Structural, Stops,
    testing::Values(Stop{"", 1e-5}, Stop{"ode+trapezoidal(passes=2)", 0.01},
                    Stop{"ode+trapezoidal", 1e-9},
                    Stop{"ode+generalized_alpha(rho=0.8,passes=2)", 0.01},
                    Stop{"ode+newmark(xi=0.05,passes=3)", 1e-3}, Stop{"ode+hht(passes=3)", 1e-3},
                    Stop{"natural:ali3+trapezoidal(passes=2)+tangent", 0.01},
                    Stop{"natural:ali3+generalized_alpha(rho=0.9,passes=4)+tangent", 1e-5},
                    Stop{"natural:conserving+midpoint(passes=4)", 1e-9}));

TEST(Gates, AnArmFallsWithItsEnergy) {
  double first = 0, worst = 0, kinetic = 0;
  follow(gate("arm"), "", 1e-3, 100, [&](const Engine& s, const Monitor& m) {
    if (s.state().t == 0) first = m.energy().total();
    worst = std::max(worst, std::abs(m.energy().total() - first));
    kinetic = std::max(kinetic, m.energy().kinetic);
  });
  EXPECT_LT(worst, 1e-3 * kinetic);
}

// Mean over the periods of the road; that of an exact run is 9.83 J.
TEST(Gates, TheCarAxleKeepsItsMeanEnergy) {
  double sum = 0;
  std::int64_t count = 0;
  follow(io::open_model("car-axle"), "", 1e-2, 3000, [&](const Engine&, const Monitor& m) {
    sum += m.energy().total();
    ++count;
  });
  EXPECT_NEAR(sum / static_cast<double>(count), 9.83, 0.1 * 9.83);
}

TEST(Gates, TheIltisEndsWithTheEnergyItShould) {
  const auto last = [](const std::string& method, double step) {
    double E = 0;
    follow(io::open_model("iltis", {}, method), method, step, 8,
           [&](const Engine& s, const Monitor& m) {
             if (s.done()) E = m.energy().total();
           });
    return E;
  };
  const double exact = last("index1+rk4+s_both2", 5e-4);
  for (const double h : {1e-3, 1e-2}) EXPECT_NEAR(last("", h), exact, 0.05 * exact) << h;
}

// Full braking; the inputs are set as by a program.
TEST(Gates, TheSedanStandsStillAfterBraking) {
  for (const double h : {1e-3, 2e-3, 5e-3, 1e-2}) {
    io::OpenModel model = io::open_model("sedan");
    model.stated = {};  // the default, not that of its experiment
    const Method m = io::method_for(model, h);
    Engine s(model.system, m, model.start, {.until = 12});
    const auto& inputs = model.system->names().inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].name == "brake") s.inputs()[i] = std::min(inputs[i].most, 3000.0);
    while (!s.done()) ASSERT_EQ(s.step().status, Status::ok) << to_string(m) << s.failure();
    EXPECT_LT(max_norm(s.state().v), 1e-4) << to_string(m) << " at " << h;
  }
}

TEST(Gates, AChainOfThousandsRuns) {
  const io::OpenModel model = io::open_model("chain", std::vector<std::string>{"N=5000"});
  const Method m = io::method_for(model);
  Engine s(model.system, m, model.start, {.until = 0.01});
  while (!s.done()) ASSERT_EQ(s.step().status, Status::ok) << to_string(m);
}

}  // namespace
}  // namespace takt
