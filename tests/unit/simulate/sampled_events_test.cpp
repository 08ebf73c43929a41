// Controllers inside of a model that is full of discontinuities: they are computed exactly once a period,
// also where a discontinuity lies just before or just behind a sampling instant.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::test::sampled_events {
namespace {

// A mass of 1 kg that bounces on a stop; `count` counts how often it was computed.
io::OpenModel bouncing(double height, const std::string& more = "") {
  return io::open_model(io::read_model(
      "takt: 1\ngravity: [0, 0, -10]\n"
      "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: z}}\n"
      "signals:\n  count: {type: sampled, period: 1 ms, text: last + 1}\n" +
          more +
          "forces: {stop: {type: joint_limit, joint: Z, lower: 0 m, stiffness: 1e6 N/m}}\n"
          "outputs: {z: {coordinate: Z}}\n"
          "initial: {q: {Z: " +
          std::to_string(height) + "}}\n",
      "m.yaml"));
}

Engine simulation(const io::OpenModel& open, const std::string& method, double until) {
  Method m = parse_method(method);
  m.step = 1e-3;
  return Engine(open.system, m, open.start, {.until = until});
}

TEST(SampledAtEvents, AreComputedOnceAPeriod) {
  std::int64_t events = 0;
  for (const char* rtol : {"1e-3", "3e-4", "1e-4", "1e-5", "1e-7"})
    for (int k = 0; k < 8; ++k) {
      const io::OpenModel open = bouncing(0.01 + 1e-4 * k);
      Engine s = simulation(open, std::string("ode+dopri5(rtol=") + rtol + ")", 5.0005);
      while (!s.done()) {
        const double t = s.state().t;
        ASSERT_EQ(s.step().status, Status::ok) << s.failure();
        // computed at 0, 1 ms, 2 ms ... up to the start of the step, and no instant lies within it
        const double instants = std::floor(t / 1e-3 + 1e-9) + 1;
        ASSERT_EQ(s.kept()[0], instants) << rtol << ", start " << k << ", t " << t;
        ASSERT_LE(s.state().t, instants * 1e-3);
      }
      events += s.counters().events;
    }
  EXPECT_GT(events, 3000);
}

// Long periods and a wide tolerance: the step that was shortened for a discontinuity meets it later than its
// trial had said, and that may be behind the next instant.
TEST(SampledAtEvents, NoInstantIsPassed) {
  for (int k = 0; k < 60; ++k) {
    const io::OpenModel open = io::open_model(io::read_model(
        "takt: 1\ngravity: [0, 0, -10]\n"
        "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: z}}\n"
        "signals: {count: {type: sampled, period: 0.1 s, text: last + 1}}\n"
        "forces: {rub: {type: expression_force, joint: Z, force: -1000*s - 20*sign(v)}}\n"
        "initial: {q: {Z: " +
            std::to_string(0.05 + 0.005 * k) + "}}\n",
        "m.yaml"));
    Engine s = simulation(open, "ode+dopri5(rtol=0.5)", 5.0005);
    while (!s.done()) {
      ASSERT_EQ(s.step().status, Status::ok) << s.failure();
      ASSERT_LE(s.state().t, s.kept()[0] * 0.1 * (1 + 1e-12)) << "start " << k;
    }
    EXPECT_EQ(s.kept()[0], 51) << "start " << k;
  }
}

// Kinks that are known beforehand often stand at an instant, beside it by round-off.
TEST(SampledAtEvents, AKinkAtAnInstantIsLocatedToo) {
  for (const double period : {0.1, 0.05, 1e-3}) {
    const io::OpenModel open = io::open_model(io::read_model(
        "takt: 1\nbodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
        "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: x}}\n"
        "forces: {push: {type: drive, joint: Z, torque: u}}\n"
        "signals:\n"
        "  u: {type: ramp, to: 1, start: 0.3 s, duration: 0.4 s, shape: linear}\n"
        "  count: {type: sampled, text: last + 1, period: " +
            std::to_string(period) + "}\n",
        "m.yaml"));
    Engine s = simulation(open, "ode+dopri5(rtol=1e-8)", 0.99999);
    while (!s.done()) ASSERT_EQ(s.step().status, Status::ok) << s.failure();
    EXPECT_EQ(s.counters().events, 2) << period;
    EXPECT_EQ(s.kept()[0], std::round(1 / period)) << period;
  }
}

// The values that a controller sees are those at its instant, and not of a state behind it.
TEST(SampledAtEvents, SeeTheStateAtTheInstant) {
  const io::OpenModel open = bouncing(0.01, "  seen: {type: sampled, period: 1 ms, text: out.z}\n");
  Engine s = simulation(open, "ode+dopri5(rtol=1e-3)", 1);
  double counted = 0;
  while (!s.done()) {
    const double t = s.state().t, z = s.state().q[0];
    ASSERT_EQ(s.step().status, Status::ok);
    if (s.kept()[0] == counted) continue;
    ASSERT_NEAR(t, counted * 1e-3, 1e-12);
    ASSERT_EQ(s.kept()[1], z);
    counted = s.kept()[0];
  }
  EXPECT_EQ(counted, 1000);
}

TEST(SampledAtEvents, SavedRunsCountOn) {
  const io::OpenModel open = bouncing(0.0101);
  Engine whole = simulation(open, "ode+dopri5(rtol=1e-4)", 0.3005);
  std::vector<std::byte> memory(whole.memory_size());
  for (int n = 0; !whole.done(); ++n) {
    Engine other = simulation(open, "ode+dopri5(rtol=1e-4)", 0.3005);
    ASSERT_TRUE(whole.save(memory));
    ASSERT_EQ(whole.step().status, Status::ok);
    if (n % 7 != 0) continue;
    for (int i = 0; i < n % 5; ++i) other.step();
    ASSERT_TRUE(other.restore(memory));
    ASSERT_EQ(other.step().status, Status::ok);
    ASSERT_EQ(other.kept()[0], whole.kept()[0]);
    ASSERT_EQ(other.state().t, whole.state().t);
    ASSERT_EQ(other.state().q[0], whole.state().q[0]);
  }
  EXPECT_EQ(whole.kept()[0], 301);
  // a state that is adopted is computed at its instant, and only there
  Engine third = simulation(open, "ode+dopri5(rtol=1e-4)", 0.3005);
  State at = whole.state();
  at.t = 0.1;
  third.adopt(at, 100, whole.kept());
  ASSERT_EQ(third.step().status, Status::ok);
  EXPECT_EQ(third.kept()[0], 302);
  at.t = 0.1003;
  third.adopt(at, 100, whole.kept());
  ASSERT_EQ(third.step().status, Status::ok);
  EXPECT_EQ(third.kept()[0], 301);
}

}  // namespace
}  // namespace takt::test::sampled_events
