// A signal whose value becomes NaN or infinite stops a run, and is reported with its name and time.
#include "takt/simulate/lost_signal.hpp"

#include <gtest/gtest.h>

#include "takt/io/model_file/model_file.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::test {
namespace {

std::shared_ptr<const mechanism::Mechanism> arm_with(const std::string& more) {
  return mechanism::compile(std::make_shared<const Model>(io::read_model(R"yaml(takt: 1
bodies: {arm: {mass: 1 kg, com: [0, 0, -1], inertia: [1, 1, 1]}}
joints: {pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}}
)yaml" + more,
                                                                         "arm.yaml")),
                            mechanism::Coordinates::joint);
}

struct Failed {
  Status status = Status::ok;
  double t = 0;
  std::string text;
};
Failed run_out(const std::string& more, const std::string& how, double step) {
  const auto m = arm_with(more);
  Method method = parse_method(how);
  method.step = step;
  Engine s(m, method, start_of(*m), {.until = 3});
  Failed f;
  while (!s.done() && f.status == Status::ok) f.status = s.step().status;
  f.t = s.state().t;
  f.text = s.failure();
  return f;
}

constexpr const char* rooted =
    "signals: {root: \"sqrt(1.25 - t)\"}\nforces: {f: {type: drive, joint: pin, torque: root}}\n";

TEST(LostSignal, IsNamedWithItsTime) {
  for (const char* method :
       {"ode+rk4", "ode+linear_implicit_euler(J2)", "ali3+trapezoidal", "ode+dopri5", "ode+bdf"}) {
    const Failed f = run_out(rooted, method, 0.01);
    EXPECT_NE(f.status, Status::ok) << method;
    EXPECT_EQ(f.text, "the signal 'root' (arm.yaml:4:11) is not a finite number from t = 1.25 s on")
        << method;
    EXPECT_GT(f.t, 1.2) << method;
    EXPECT_LT(f.t, 1.27) << method;
  }
}

TEST(LostSignal, AlsoOneThatOnlyOutputsShow) {
  const Failed f =
      run_out("signals: {pole: \"1/(t - 1)\"}\noutputs: {p: {signal: pole}}\n", "ode+rk4", 0.125);
  EXPECT_EQ(f.status, Status::not_finite);
  EXPECT_NE(f.text.find("'pole'"), std::string::npos) << f.text;
}

TEST(LostSignal, OtherFailuresNameNone) {
  const Failed f = run_out(
      "signals: {fine: sin(t)}\nforces:\n  f: {type: drive, joint: pin, torque: fine}\n"
      "  k: {type: torsion_spring, joint: pin, stiffness: 1e9}\n",
      "ode+explicit_euler", 0.01);
  EXPECT_EQ(f.status, Status::not_finite);
  EXPECT_EQ(f.text.find("signal"), std::string::npos) << f.text;
}

}  // namespace
}  // namespace takt::test
