// Steps that locate discontinuities use no heap either.
#include <gtest/gtest.h>

#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"
#include "tests/realtime/allocation_guard.hpp"

namespace takt::test {
namespace {

TEST(Events, LocatingUsesNoHeap) {
  const io::OpenModel open = io::open_model(io::read_model(
      "takt: 1\n"
      "gravity: [0, 0, -10]\n"
      "bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {Z: {type: prismatic, between: [ground, ball], at: [0, 0, 0], axis: z}}\n"
      "forces:\n"
      "  stop: {type: joint_limit, joint: Z, lower: 0 m, stiffness: 1e4 N/m}\n"
      "  push: {type: drive, joint: Z, torque: u}\n"
      "signals: {u: {type: ramp, to: 1, start: 0.3 s, duration: 0.4 s, shape: linear}}\n"
      "initial: {q: {Z: 1 m}}\n",
      "m.yaml"));
  for (const char* method : {"ode+dopri5(rtol=1e-6)", "ode+bdf(rtol=1e-6)"}) {
    Method m = parse_method(method);
    m.step = 1e-3;
    Engine engine(open.system, m, open.start, {.until = 2});
    while (!engine.done()) {
      Status status = Status::ok;
      long heap = 0;
      {
        const AllocationGuard guard;
        status = engine.step().status;
        heap = guard.count();
      }
      ASSERT_EQ(heap, 0) << method << " at " << engine.state().t;
      ASSERT_EQ(status, Status::ok);
    }
    EXPECT_EQ(engine.counters().events, 6) << method;
  }
}

}  // namespace
}  // namespace takt::test
