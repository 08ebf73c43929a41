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

Engine engine_of(const io::OpenModel& open, const char* method) {
  Method m = parse_method(method);
  m.step = 1e-3;
  return {open.system, m, open.start, {1}};
}

// Jumps of the input, between two samples too.
void push(Engine& engine, int step) {
  if (step == 50) engine.inputs()[0] = 0.2;
  if (step == 205) engine.inputs()[0] = -0.1;
}

TEST(Smoothed, AnInputDrivesAnEliminatedJointThroughIt) {
  EXPECT_EQ(cart("follow", "joint:ode+rk4").system->shape().nq, 1);
  EXPECT_EQ(cart("follow", "joint:ode+rk4").system->shape().ng, 0);
  EXPECT_EQ(cart("hand", "joint:index1+rk4").system->shape().nq, 2);
  EXPECT_EQ(cart("hand", "joint:index1+rk4").system->shape().ng, 1);
}

TEST(Smoothed, BothCoordinatesMoveAlike) {
  const io::OpenModel tree = cart("follow", "ode+rk4"),
                      natural = cart("follow", "natural:index1+rk4+s_both2");
  Engine a = engine_of(tree, "ode+rk4"), b = engine_of(natural, "natural:index1+rk4+s_both2");
  for (int k = 0; k < 1000; ++k) {
    push(a, k);
    push(b, k);
    ASSERT_EQ(a.step().status, Status::ok);
    ASSERT_EQ(b.step().status, Status::ok);
  }
  std::vector<Motion> of_tree(tree.mechanism->model().bodies.size()), of_natural(of_tree);
  const auto place = [](const io::OpenModel& open, const Engine& engine, std::span<Motion> bodies) {
    Evaluator eval(*open.system);
    std::copy(engine.kept().begin(), engine.kept().end(),
              eval.inputs().last(engine.kept().size()).begin());
    eval.place(Slot::start, engine.state());
    open.mechanism->motions(eval.point(Slot::start), bodies, eval.scratch());
  };
  place(tree, a, of_tree);
  place(natural, b, of_natural);
  EXPECT_NEAR(of_tree[1].p[0], -0.1, 1e-12);
  for (std::size_t body = 1; body < of_tree.size(); ++body) {
    EXPECT_LT((of_tree[body].p - of_natural[body].p).norm(), 1e-7);
    EXPECT_LT((of_tree[body].R - of_natural[body].R).norm(), 1e-7);
  }
  EXPECT_GT(std::abs(a.state().q[0]), 0.01) << "the pendulum must swing";
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
