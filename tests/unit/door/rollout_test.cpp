// Many runs on several threads: each is a simulation by itself.
#include "takt/door/rollout.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/simulate/run.hpp"

namespace takt {
namespace {

LoadedModel steered() {
  return load("iltis", {{"road", "flat"}, {"speed", "8 m/s"}, {"manoeuvre", "wheel"}});
}

TEST(Rollout, HasTheBitsOfSimulationsForAnyNumberOfThreads) {
  constexpr int runs = 5, rows = 12, every = 3;
  std::vector<double> values;
  for (int i = 0; i < runs * rows; ++i) values.push_back(0.01 * std::sin(0.7 * i));
  door::RolloutTask task{.models = {steered()}};
  task.runs = runs;
  task.rows = rows;
  task.steps_a_row = every;
  task.step = 1e-3;
  task.inputs = {"wheel"};
  task.values = values;
  task.outputs = {"yaw", "q.chassis.x", "body.chassis.z"};
  task.threads = 1;
  const door::RolloutResult one = door::rollout(task);
  task.threads = 3;
  const door::RolloutResult three = door::rollout(task);
  EXPECT_EQ(one.outputs, three.outputs);
  ASSERT_EQ(one.outputs.size(), std::size_t{runs * (rows + 1) * 3});
  EXPECT_DOUBLE_EQ(one.t.back(), rows * every * 1e-3);
  for (int r = 0; r < runs; ++r) {
    Simulation sim(task.models.front(), {.step = 1e-3, .until = HUGE_VAL});
    auto wheel = sim.input("wheel");
    for (int k = 0; k < rows; ++k) {
      wheel = values[static_cast<std::size_t>(r * rows + k)];
      ASSERT_TRUE(sim.step(every));
    }
    const double* last = &one.outputs[static_cast<std::size_t>((r + 1) * (rows + 1) - 1) * 3];
    EXPECT_EQ(last[0], sim.output("yaw").value());
    EXPECT_EQ(last[1], sim.state().q[0]);
    EXPECT_EQ(last[2], sim.body("chassis").pose().position.z());
    EXPECT_EQ(one.runs[static_cast<std::size_t>(r)].hash, state_hash(sim.state()));
    EXPECT_EQ(one.runs[static_cast<std::size_t>(r)].hash,
              three.runs[static_cast<std::size_t>(r)].hash);
  }
  EXPECT_NE(one.runs[0].hash, one.runs[1].hash);
}

TEST(Rollout, ModelsOfTheirOwnAndStartsOfTheirOwn) {
  const std::vector<double> q{0.1, 0.2}, v{0, 1};
  door::RolloutTask task{
      .models = {load("simple-pendulum", {{"L", 1}}), load("simple-pendulum", {{"L", 2}})}};
  task.runs = 2;
  task.rows = 50;
  task.q = q;
  task.v = v;
  task.outputs = {"q.pivot"};
  const door::RolloutResult out = door::rollout(task);
  for (std::size_t r = 0; r < 2; ++r) {
    Simulation sim(task.models[r], {.until = HUGE_VAL});
    sim.set_state(Vector::Constant(1, q[r]), Vector::Constant(1, v[r]));
    sim.step(50);
    EXPECT_EQ(out.outputs[r * 51], q[r]);
    EXPECT_EQ(out.outputs[r * 51 + 50], sim.state().q[0]);
  }
}

TEST(Rollout, RefusesWhatMakesNoSense) {
  door::RolloutTask task{.models = {steered()}};
  EXPECT_THROW(door::rollout(task), Error);  // no runs
  task.runs = 2;
  task.rows = 3;
  task.outputs = {"yav"};
  EXPECT_THROW(door::rollout(task), Error);
  task.outputs = {"yaw"};
  task.inputs = {"wheel"};
  EXPECT_THROW(door::rollout(task), Error);  // no values
  task.inputs = {};
  task.q = task.values = std::span<const double>();
  const std::vector<double> few(3, 0.0);
  task.q = few;
  EXPECT_THROW(door::rollout(task), Error);
  task.q = {};
  task.models.push_back(steered());
  task.models.push_back(steered());
  EXPECT_THROW(door::rollout(task), Error);
}

}  // namespace
}  // namespace takt
