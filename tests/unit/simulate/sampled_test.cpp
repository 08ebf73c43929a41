// Controllers inside of a model: signals of type sampled. The same bits as a controller in lockstep; their
// values are saved and restored with the state.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/checkpoint.hpp"
#include "takt/simulate/run.hpp"

namespace takt::test::sampled_signals {
namespace {

constexpr const char* arm =
    "takt: 1\n"
    "bodies: {arm: {mass: 2, com: [1, 0, 0], inertia: [1, 1, 1]}}\n"
    "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}}\n"
    "forces: {motor: {type: drive, joint: A, torque: torque}}\n"
    "outputs: {angle: {coordinate: A}, rate: {coordinate_rate: A}, u: {signal: torque},\n"
    "          W: {work: motor}, a: {acceleration: arm.com, axis: z}}\n";

io::OpenModel model_with(const std::string& signals) {
  return io::open_model(io::read_model(arm + signals, "arm.yaml"));
}

Method method_of(const char* text, double step = 1e-3) {
  Method m = parse_method(text);
  m.step = step;
  return m;
}

Summary run_of(const io::OpenModel& open, const char* method, double until,
               Controller* controller = nullptr) {
  Engine engine(open.system, method_of(method), open.start, {until});
  RunOptions o;
  o.controller = controller;
  o.control_every = 2;
  return run(engine, o, {});
}

class Direct final : public Controller {
 public:
  bool answer(std::int64_t, double, std::span<const double> out,
              std::span<double> inputs) override {
    inputs[0] = 60 * (0.3 - out[0]) - 9 * out[1] + 0.1 * out[4];
    return true;
  }
};

constexpr const char* inside =
    "signals: {torque: {type: sampled, period: 2 ms,\n"
    "  text: 60 * (0.3 - out.angle) - 9 * out.rate + 0.1 * out.a}}\n";

TEST(Sampled, RepeatsTheBitsOfAControllerInLockstep) {
  Direct direct;
  for (const char* method :
       {"ode+rk4", "ode+linear_implicit_euler(J2)", "natural:index1+heun+s_both2"}) {
    const Summary wanted = run_of(
        io::open_model(
            io::read_model(arm + std::string("signals: {torque: {type: input}}\n"), "arm.yaml"), {},
            io::StatedMethod(method)),
        method, 0.2, &direct);
    ASSERT_EQ(wanted.status, Status::ok) << wanted.failure;
    EXPECT_EQ(wanted.controller.answers, 100);
    EXPECT_GT(std::abs(wanted.outputs[0]), 1e-3);
    const Summary s = run_of(io::open_model(io::read_model(arm + std::string(inside), "arm.yaml"),
                                            {}, io::StatedMethod(method)),
                             method, 0.2);
    EXPECT_EQ(s.status, Status::ok) << s.failure;
    EXPECT_EQ(s.state_hash, wanted.state_hash) << method;
    EXPECT_EQ(s.outputs, wanted.outputs) << method;
  }
}

// The torque of a drive has a potential. Where a controller changes it, energy comes from outside and not
// from the method.
TEST(Sampled, JumpsAreInputsOfTheEnergyBalance) {
  Direct direct;
  for (Controller* controller :
       {static_cast<Controller*>(nullptr), static_cast<Controller*>(&direct)}) {
    const Summary s =
        run_of(model_with(controller == nullptr ? inside : "signals: {torque: {type: input}}\n"),
               "ode+rk4", 0.5, controller);
    EXPECT_GT(std::abs(s.energy.inputs), 0.1);
    EXPECT_LT(std::abs(s.energy.method), 1e-5 * s.energy.most_kinetic);
    EXPECT_FALSE(s.energy.noteworthy());
  }
}

TEST(Sampled, SeesTheValuesBeforeTheInstant) {
  const io::OpenModel open = model_with(
      "signals:\n"
      "  torque: {type: sampled, period: 2 ms, text: last + 0.5, most: 2}\n"
      "  behind: {type: sampled, period: 2 ms, text: torque}\n"
      "  slow: {type: sampled, period: 4 ms, text: 100 * t + behind + floor(0.9), value: -1}\n");
  Engine engine(open.system, method_of("ode+rk4"), open.start, {1.0});
  const auto kept = engine.kept();
  EXPECT_EQ(kept[2], -1);
  const auto step = [&](int n) {
    for (int i = 0; i < n; ++i) ASSERT_EQ(engine.step().status, Status::ok);
  };
  step(1);  // computed at t = 0
  EXPECT_EQ(kept[0], 0.5);
  EXPECT_EQ(kept[1], 0);
  EXPECT_EQ(kept[2], 0);
  step(1);
  EXPECT_EQ(kept[0], 0.5);
  step(1);  // at 2 ms
  EXPECT_EQ(kept[0], 1);
  EXPECT_EQ(kept[1], 0.5);
  EXPECT_EQ(kept[2], 0);
  step(2);  // at 4 ms
  EXPECT_EQ(kept[0], 1.5);
  EXPECT_EQ(kept[1], 1);
  EXPECT_NEAR(kept[2], 100 * 4e-3 + 0.5, 1e-15);
  step(8);  // its range ends at 2
  EXPECT_EQ(kept[0], 2);
}

TEST(Sampled, IsSavedWithTheState) {
  const io::OpenModel open = model_with(inside);
  Engine engine(open.system, method_of("ode+rk4"), open.start, {1.0});
  for (int i = 0; i < 31; ++i) ASSERT_EQ(engine.step().status, Status::ok);  // between two instants
  std::vector<std::byte> memory(engine.memory_size());
  ASSERT_TRUE(engine.save(memory));
  const std::vector<double> then(engine.kept().begin(), engine.kept().end());
  EXPECT_NE(then[0], 0);
  EXPECT_NE(then[1], 0);  // the work
  for (int i = 0; i < 40; ++i) engine.step();
  const std::uint64_t wanted = state_hash(engine.state());
  const double work = engine.kept()[1];
  Engine other(open.system, method_of("ode+rk4"), open.start, {1.0});
  ASSERT_TRUE(other.restore(memory));
  EXPECT_TRUE(std::equal(then.begin(), then.end(), other.kept().begin()));
  for (int i = 0; i < 40; ++i) other.step();
  EXPECT_EQ(state_hash(other.state()), wanted);
  EXPECT_EQ(other.kept()[1], work);
  // a state that is adopted takes them along only if they are given
  Engine third(open.system, method_of("ode+rk4"), open.start, {1.0});
  third.adopt(other.state(), other.steps(), other.kept());
  EXPECT_EQ(third.kept()[1], work);
}

TEST(Sampled, ResumedRunsRepeatTheBits) {
  const io::OpenModel open = model_with(inside);
  std::vector<std::byte> saved;
  Checkpoints c;
  c.every = 0.05;
  c.keep = [&](std::span<const std::byte> memory) {
    if (saved.empty()) saved.assign(memory.begin(), memory.end());
  };
  Engine whole(open.system, method_of("ode+rk4"), open.start, {0.2});
  const Summary wanted = run(whole, {}, {}, c);
  ASSERT_FALSE(saved.empty());
  Engine again(open.system, method_of("ode+rk4"), open.start, {0.2});
  Checkpoints resume;
  resume.resume = saved;
  const Summary s = run(again, {}, {}, resume);
  EXPECT_EQ(s.state_hash, wanted.state_hash);
  EXPECT_EQ(s.outputs, wanted.outputs);
}

// A double integrator under a sampled PD law has an exact discrete closed form:
//   x+ = x + h v + h^2 u / 2,  v+ = v + h u,  u = -k x - d v
TEST(Sampled, FollowsTheDiscreteClosedForm) {
  const io::OpenModel open = io::open_model(io::read_model(
      "takt: 1\ngravity: 0\n"
      "bodies: {cart: {mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}}\n"
      "joints: {rail: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: x}}\n"
      "signals: {u: {type: sampled, period: 50 ms, text: -40 * out.x - 8 * out.v}}\n"
      "forces: {push: {type: drive, joint: rail, torque: u}}\n"
      "initial: {q: {rail: 1}}\n"
      "outputs: {x: {coordinate: rail}, v: {coordinate_rate: rail}}\n",
      "cart.yaml"));
  Engine engine(open.system, method_of("ode+rk4", 5e-3), open.start, {1.0});
  double x = 1, v = 0;
  constexpr double h = 0.05;
  for (int k = 0; k < 20; ++k) {
    const double u = -40 * x - 8 * v;
    x += h * v + 0.5 * h * h * u;
    v += h * u;
    for (int i = 0; i < 10; ++i) ASSERT_EQ(engine.step().status, Status::ok);
    EXPECT_NEAR(engine.state().q[0], x, 1e-12);
    EXPECT_NEAR(engine.state().v[0], v, 1e-12);
  }
  // a method that chooses its steps ends one at every instant
  Engine free(open.system, method_of("ode+dopri5", 5e-3), open.start, {1.0});
  while (!free.done()) ASSERT_EQ(free.step().status, Status::ok);
  EXPECT_GE(free.steps(), 20);
  EXPECT_NEAR(free.state().q[0], x, 1e-9);
  EXPECT_NEAR(free.state().v[0], v, 1e-9);
}

TEST(Sampled, NeedsStepsThatFit) {
  const io::OpenModel open = model_with(inside);
  const auto refused = [&](const char* method, double step) -> std::string {
    try {
      Engine(open.system, method_of(method, step), open.start, {1.0});
      return "";
    } catch (const Error& e) {
      EXPECT_EQ(e.fault, Fault::model);
      return std::string(e.what()) + " (" + e.where + "); " + e.hint;
    }
  };
  EXPECT_EQ(refused("ode+rk4", 1e-3), "");
  EXPECT_EQ(refused("ode+dopri5", 1e-3), "");
  EXPECT_NE(refused("ode+bdf", 1e-3).find("signals must not jump within its history"),
            std::string::npos);
  EXPECT_EQ(
      refused("ode+rk4", 1.5e-3),
      "the signal is computed every 2 ms, which is 1.33333 steps of 1.5 ms (signal 'torque'); "
      "a period is a whole number of steps: write --step 1ms, or change the period");
  EXPECT_NE(refused("ode+rk4", 4e-3), "");
}

// Outputs without a sampled signal may be integrated by methods that choose their steps.
// A step that fails leaves the last good state, and the values of controllers belong to it.
TEST(Sampled, AFailedStepDoesNotCount) {
  const io::OpenModel open = model_with(
      "signals: {torque: {type: sampled, period: 1 ms, text: last + 1 + 0*log(2.5 - last)}}\n");
  Engine engine(open.system, method_of("ode+rk4"), open.start, {1.0});
  while (engine.step().status == Status::ok) ASSERT_LT(engine.steps(), 10);
  const double kept = engine.kept()[0];
  EXPECT_TRUE(std::isfinite(kept));
  EXPECT_NE(engine.step().status, Status::ok);
  EXPECT_EQ(engine.kept()[0], kept);
}

TEST(Sampled, WorkNeedsNoFixedStep) {
  const io::OpenModel open = model_with("signals: {torque: 3}\n");
  const Summary fixed = run_of(open, "ode+rk4", 0.5), adaptive = run_of(open, "ode+dopri5", 0.5);
  EXPECT_NEAR(fixed.outputs[3], 3 * fixed.outputs[0], 1e-5);
  EXPECT_NEAR(adaptive.outputs[3], 3 * adaptive.outputs[0], 2e-2);
}

class Wild final : public Controller {
 public:
  bool answer(std::int64_t period, double, std::span<const double>,
              std::span<double> inputs) override {
    inputs[0] = period == 3 ? std::nan("") : period < 3 ? 7 : 1;
    return true;
  }
};

TEST(Lockstep, CountsAnswersThatWereNotTaken) {
  const io::OpenModel open = model_with("signals: {torque: {type: input, least: -2, most: 2}}\n");
  Wild wild;
  const Summary s = run_of(open, "ode+rk4", 0.02, &wild);
  EXPECT_EQ(s.controller.answers, 10);
  EXPECT_EQ(s.controller.clamped, 3);
  EXPECT_EQ(s.controller.not_finite, 1);
}

}  // namespace
}  // namespace takt::test::sampled_signals
