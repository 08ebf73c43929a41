// Discontinuities located by methods with error control (simulate/events.hpp).
#include "takt/simulate/events.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::test::events {
namespace {

io::OpenModel model(const std::string& text, const char* coordinates = "joint:") {
  return io::open_model(io::read_model("takt: 1\n" + text, "m.yaml"), {}, coordinates);
}

// A mass of 1 kg that falls 1 m on a spring of 1e4 N/m; it bounces for ever.
const std::string bounce =
    "gravity: [0, 0, -10]\n"
    "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
    "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: z}}\n"
    "forces: {stop: {type: joint_limit, joint: Z, lower: 0 m, stiffness: 1e4 N/m}}\n"
    "initial: {q: {Z: 1 m}}\n";
constexpr double g = 10, w = 100;                        // w^2: stiffness by mass
const double fall = std::sqrt(2 / g), speed = g * fall;  // to the first touch
const double contact = 2 * (std::numbers::pi - std::atan(speed * w / g)) / w;

Engine simulation(const io::OpenModel& open, const std::string& method, double until,
                  double step = 1e-3) {
  Method m = parse_method(method);
  m.step = step;
  return Engine(open.system, m, open.start, {.until = until});
}

struct Steps {
  std::vector<double> ends;  // of all steps
  State last;
  Counters counters;
  Status status = Status::ok;
  bool ends_at(double t, double within) const {
    for (const double e : ends)
      if (std::abs(e - t) < within) return true;
    return false;
  }
};

Steps steps_of(Engine s) {
  Steps all;
  while (!s.done() && all.status == Status::ok && all.ends.size() < 100000) {
    all.status = s.step().status;
    all.ends.push_back(s.state().t);
  }
  all.last = s.state();
  all.counters = s.counters();
  return all;
}

TEST(Events, AStepEndsAtEveryImpactOfABouncingMass) {
  const io::OpenModel open = model(bounce);
  for (const std::string method : {"ode+dopri5(rtol=1e-9)", "ode+bdf(rtol=1e-9)"}) {
    const Steps s = steps_of(simulation(open, method, 3));
    ASSERT_EQ(s.status, Status::ok);
    for (int k = 0; k < 3; ++k) {
      const double touch = fall + k * (2 * fall + contact);
      EXPECT_TRUE(s.ends_at(touch, 1e-7)) << method << " touch " << k;
      EXPECT_TRUE(s.ends_at(touch + contact, 1e-7)) << method << " release " << k;
    }
    EXPECT_EQ(s.counters.events, 6) << method;
    EXPECT_EQ(s.counters.chatters, 0) << method;
    const Steps blind =
        steps_of(simulation(open, method.substr(0, method.size() - 1) + ",events=false)", 3));
    EXPECT_EQ(blind.counters.events, 0);
    EXPECT_FALSE(blind.ends_at(fall, 1e-9)) << method;
  }
}

TEST(Events, JointAndNaturalCoordinatesLocateTheSame) {
  const auto ends = [](const char* coordinates, const char* method) {
    const io::OpenModel open = model(bounce, coordinates);
    Engine s = simulation(open, method, 2);
    while (!s.done() && s.step().status == Status::ok) {
    }
    EXPECT_EQ(s.located().size(), 1U);
    EXPECT_EQ(s.located().front().name, "force.stop");
    return s.located().front().count;
  };
  EXPECT_EQ(ends("joint:", "ode+dopri5"), 4);
  EXPECT_EQ(ends("natural:", "index1+dopri5+s_both2"), 4);
  EXPECT_EQ(ends("joint:", "ode+bdf(rtol=1e-7)"), 4);
  EXPECT_EQ(ends("natural:", "ggl+bdf(rtol=1e-7)"), 4);
}

// A mass thrown up just touches a soft stop at the top of its flight, much shorter than the steps.
TEST(Events, ATouchWithinAStepIsNotMissed) {
  const io::OpenModel open = model(
      "gravity: [0, 0, -10]\n"
      "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: z}}\n"
      "forces: {stop: {type: joint_limit, joint: Z, upper: 4.9999 m, stiffness: 10}}\n"
      "initial: {v: {Z: 10 m/s}}\n");
  for (const char* method : {"ode+dopri5(rtol=1e-4,h0=0.7)", "ode+bdf(rtol=1e-4)"}) {
    const Steps s = steps_of(simulation(open, method, 2));
    EXPECT_EQ(s.counters.events, 2) << method;
    EXPECT_TRUE(s.ends_at(1 - std::sqrt(2e-4 / 10), 1e-3)) << method;
  }
}

// Dry friction without any smoothing: the sliding mass sticks, and friction has no value at rest. The
// factor in its switching function makes round-off look like a change of sign.
TEST(Events, AFunctionThatChattersIsLeftAlone) {
  const io::OpenModel open = model(
      "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: x}}\n"
      "forces: {rub: {type: expression_force, joint: Z, force: -2 * sign(1e9 * v) + 0.5}}\n"
      "initial: {v: {Z: 1 m/s}}\n");
  Engine s = simulation(open, "ode+dopri5(rtol=1e-4)", 1);
  std::int64_t n = 0;
  while (!s.done() && n < 20000 && s.step().status == Status::ok) ++n;
  EXPECT_TRUE(s.done());
  EXPECT_GE(s.counters().chatters, 1);
  ASSERT_EQ(s.chattering().size(), 1U);
  EXPECT_EQ(s.chattering().front().name, "force.rub");
  EXPECT_NEAR(s.state().v[0], 0, 1e-3);
  EXPECT_NEAR(s.state().q[0], 1.0 / 3, 1e-3);  // v^2 / (2 a), a = 1.5
}

// Its sign changes within the tolerance in nearly every step, which is no event, but chatter: to end
// steps at such changes would take many times as many of them.
TEST(Events, ChatterWithinTheToleranceCostsNoMoreSteps) {
  const io::OpenModel open = model(
      "bodies: {block: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {Z: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x}}\n"
      "forces: {rub: {type: expression_force, joint: Z, force: -100*s - 5*sign(v)}}\n"
      "initial: {q: {Z: 0.5 m}}\n");
  const auto steps = [&](const std::string& method) {
    Engine s = simulation(open, method, 1.58);  // it sticks from pi/2 s on
    std::int64_t n = 0;
    while (!s.done() && n < 1000000 && s.step().status == Status::ok) ++n;
    EXPECT_TRUE(s.done()) << method;
    EXPECT_EQ(s.counters().chatters > 0, s.locates()) << method;
    return static_cast<double>(n);
  };
  EXPECT_LE(steps("ode+dopri5"), 1.5 * steps("ode+dopri5(events=false)"));
}

// An oscillation dies away. Its velocity goes on to change its sign, but below the tolerance (1e-7) that is
// no event: from 20 m/s it takes 24 half periods to get there, and 20 s have 123.
TEST(Events, RoundOffAtRestIsNone) {
  const io::OpenModel open = model(
      "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: x}}\n"
      "forces: {rub: {type: expression_force, joint: Z, force: -400*s - 10*v - 2*v*abs(v)/(1 + "
      "v^2)}}\n"
      "initial: {q: {Z: 1 m}}\n");
  for (const char* method : {"ode+dopri5(rtol=1e-6)", "ode+bdf(rtol=1e-6)"}) {
    const Steps s = steps_of(simulation(open, method, 20));
    EXPECT_GE(s.counters.events, 15) << method;
    EXPECT_LE(s.counters.events, 30) << method;
  }
}

TEST(Events, BdfStartsAgainAtOrderOne) {
  const io::OpenModel open = model(bounce);
  Engine s = simulation(open, "ode+bdf(rtol=1e-8)", 2);
  double before = 0;
  while (s.counters().events == 0) {
    before = s.state().t;
    ASSERT_EQ(s.step().status, Status::ok);
  }
  const double last = s.state().t - before, there = s.state().t;
  ASSERT_EQ(s.step().status, Status::ok);
  const double first = s.state().t - there;
  ASSERT_EQ(s.step().status, Status::ok);
  const double second = s.state().t - there - first;
  EXPECT_LT(first, 1e-4);  // order 1 at this tolerance
  EXPECT_LT(first, 0.2 * std::max(last, 1e-3));
  EXPECT_NEAR(second, 2 * first, 1e-3 * first);  // order and step rise with every step
}

TEST(Events, RestoredRunsRepeatTheirBits) {
  const io::OpenModel open = model(bounce);
  for (const char* method : {"ode+dopri5(rtol=1e-7)", "ode+bdf(rtol=1e-7)"}) {
    Engine a = simulation(open, method, 4), b = simulation(open, method, 4);
    while (a.counters().events < 2) ASSERT_EQ(a.step().status, Status::ok);
    std::vector<std::byte> saved(a.memory_size());
    ASSERT_TRUE(a.save(saved));
    b.step();
    ASSERT_TRUE(b.restore(saved));
    while (!a.done()) {
      ASSERT_EQ(a.step().status, Status::ok);
      ASSERT_EQ(b.step().status, Status::ok);
      ASSERT_EQ(a.state().q[0], b.state().q[0]);
      ASSERT_EQ(a.state().t, b.state().t);
    }
    EXPECT_EQ(a.located().front().count, b.located().front().count);
  }
}

// A force by a signal with a kink at 0.3 s and 0.7 s, or a jump at 0.5 s.
const std::string pushed =
    "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
    "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: x}}\n"
    "forces: {push: {type: drive, joint: Z, torque: u}}\n";

TEST(Events, NoStepGoesOverAKinkOfASignal) {
  const io::OpenModel ramp = model(
      pushed + "signals: {u: {type: ramp, to: 1, start: 0.3 s, duration: 0.4 s, shape: linear}}\n");
  const io::OpenModel jump =
      model(pushed + "signals: {u: {type: expression, text: 3 * step(t - 0.5)}}\n");
  for (const char* method : {"ode+dopri5(rtol=1e-8)", "ode+bdf(rtol=1e-8)"}) {
    const Steps r = steps_of(simulation(ramp, method, 1));
    EXPECT_TRUE(r.ends_at(0.3, 1e-15)) << method;
    EXPECT_TRUE(r.ends_at(0.7, 1e-15)) << method;
    EXPECT_EQ(r.counters.events, 2) << method;
    // x'' rises from 0 to 1 in 0.4 s, then stays for 0.3 s
    EXPECT_NEAR(r.last.q[0], 0.4 * 0.4 / 6 + 0.2 * 0.3 + 0.045, 2e-8) << method;
    const Steps j = steps_of(simulation(jump, method, 1));
    EXPECT_TRUE(j.ends_at(0.5, 1e-9)) << method;
    EXPECT_NEAR(j.last.q[0], 3 * 0.125, 5e-8) << method;
    EXPECT_EQ(j.counters.events, 1) << method;
  }
}

// Steps of fixed length run over discontinuities, and the run counts them.
TEST(Events, FixedStepsCountWhatTheyCross) {
  const io::OpenModel open = model(bounce);
  Engine s = simulation(open, "ode+rk4", 3);
  EXPECT_FALSE(s.locates());
  const Summary sum = run(s, {}, {});
  EXPECT_EQ(sum.counters.events, 0);
  EXPECT_EQ(sum.counters.crossings, 6);
  ASSERT_EQ(sum.switches.size(), 1U);
  EXPECT_EQ(sum.switches.front().name, "force.stop");
  EXPECT_EQ(sum.switches.front().count, 6);
  Engine located = simulation(open, "ode+dopri5", 3);
  const Summary with = run(located, {}, {});
  EXPECT_EQ(with.counters.crossings, 0);
  EXPECT_EQ(with.switches.front().count, with.counters.events);
}

TEST(Events, OnlyMethodsWithErrorControlLocate) {
  const io::OpenModel open = model(bounce);
  EXPECT_TRUE(simulation(open, "ode+bdf", 1).locates());
  EXPECT_FALSE(simulation(open, "ode+bdf(events=false)", 1).locates());
  EXPECT_FALSE(simulation(open, "ode+bdf(passes=2)", 1).locates());
  EXPECT_FALSE(simulation(open, "ode+rk4", 1).locates());
  EXPECT_FALSE(simulation(io::open_model("four-bar"), "index1+dopri5+s_both2", 1).locates());
}

}  // namespace
}  // namespace takt::test::events
