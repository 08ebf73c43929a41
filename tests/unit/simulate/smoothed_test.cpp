// Joints driven by an input through a signal of type smoothed: no unknowns, although the input jumps.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

namespace takt::test::smoothed_signals {
namespace {

// A cart that the input moves, and a pendulum on it.
io::OpenModel cart(const std::string& driven_by, const std::string& method) {
  return io::open_model(
      io::read_model(
          "takt: 1\n"
          "bodies:\n"
          "  cart: {mass: 3}\n"
          "  bob: {mass: 2, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.1]}\n"
          "joints:\n"
          "  slide: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: x, driven: " +
              driven_by +
              "}\n"
              "  hang: {type: revolute, between: [cart, bob], at: [0, 0, 0], axis: y}\n"
              "signals:\n"
              "  hand: {type: input, unit: m}\n"
              "  follow: {type: smoothed, period: 10 ms, text: hand}\n",
          "cart.yaml"),
      {}, method);
}

Engine engine_of(const io::OpenModel& open, const char* method, double step = 1e-3) {
  Method m = parse_method(method);
  m.step = step;
  return {open.system, m, open.start, {1}};
}

// Jumps of the input, between two samples too.
void push(Engine& engine, int millisecond) {
  if (millisecond == 50) engine.inputs()[0] = 0.2;
  if (millisecond == 205) engine.inputs()[0] = -0.1;
}

TEST(Smoothed, AnInputDrivesAnEliminatedJointThroughIt) {
  EXPECT_EQ(cart("follow", "joint:ode+rk4").system->shape().nq, 1);
  EXPECT_EQ(cart("follow", "joint:ode+rk4").system->shape().ng, 0);
  EXPECT_EQ(cart("hand", "joint:index1+rk4").system->shape().nq, 2);
  EXPECT_EQ(cart("hand", "joint:index1+rk4").system->shape().ng, 1);
}

// Where the bodies are after a second.
std::vector<Motion> after_a_second(const char* method, int steps_per_millisecond) {
  const io::OpenModel open = cart("follow", method);
  Engine engine = engine_of(open, method, 1e-3 / steps_per_millisecond);
  for (int k = 0; k < 1000 * steps_per_millisecond; ++k) {
    if (k % steps_per_millisecond == 0) push(engine, k / steps_per_millisecond);
    EXPECT_EQ(engine.step().status, Status::ok);
  }
  std::vector<Motion> bodies(open.mechanism->model().bodies.size());
  Evaluator eval(*open.system);
  std::copy(engine.kept().begin(), engine.kept().end(),
            eval.inputs().last(engine.kept().size()).begin());
  eval.place(Slot::start, engine.state());
  open.mechanism->motions(eval.point(Slot::start), bodies, eval.scratch());
  return bodies;
}

// The largest difference between both coordinates.
double difference(int steps_per_millisecond) {
  const std::vector<Motion> tree = after_a_second("ode+rk4", steps_per_millisecond),
                            natural =
                                after_a_second("natural:index1+rk4+s_both2", steps_per_millisecond);
  EXPECT_NEAR(tree[1].p[0], -0.1, 1e-12);
  EXPECT_GT(std::abs(tree[2].R(0, 2)), 0.01) << "the pendulum must swing";
  double largest = 0;
  for (std::size_t body = 1; body < tree.size(); ++body)
    largest = std::max({largest, (tree[body].p - natural[body].p).norm(),
                        (tree[body].R - natural[body].R).norm()});
  return largest;
}

TEST(Smoothed, BothCoordinatesMoveAlike) {
  const double coarse = difference(1), fine = difference(2);
  EXPECT_LT(coarse, 1e-6);
  EXPECT_LT(fine, coarse / 12)
      << "order 4: the filter's kinks of the third derivative are at steps";
}

TEST(Smoothed, ARestoredRunRepeatsTheBits) {
  const io::OpenModel open = cart("follow", "ode+rk4");
  Engine a = engine_of(open, "ode+rk4"), b = engine_of(open, "ode+rk4");
  std::vector<std::byte> memory;
  for (int k = 0; k < 400; ++k) {
    if (k == 57) {  // the samples differ and wait for the next instant
      memory.resize(a.memory_size());
      a.save(memory);
    }
    push(a, k);
    ASSERT_EQ(a.step().status, Status::ok);
  }
  b.restore(memory);
  for (int k = 57; k < 400; ++k) {
    push(b, k);
    ASSERT_EQ(b.step().status, Status::ok);
  }
  EXPECT_EQ(a.state().q, b.state().q);
  EXPECT_EQ(a.state().v, b.state().v);
}

}  // namespace
}  // namespace takt::test::smoothed_signals
