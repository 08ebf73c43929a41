// A run that continues from any of its checkpoints ends with the same bits, samples and sums.
#include "takt/simulate/checkpoint.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt {
namespace {

struct Case {
  const char *model, *method;
  double step, every, until;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.model << " " << c.method; }

struct KeptSamples final : Sink {
  std::vector<std::pair<double, std::uint64_t>> rows;
  void take(const Sample& s) override { rows.emplace_back(s.state.t, state_hash(s.state)); }
};

class Resumed : public testing::TestWithParam<Case> {
 protected:
  Engine simulation(double until) const {
    const Case& c = GetParam();
    const auto system = problem::make_problem(c.model, {});
    Method method = parse_method(c.method);
    method.step = c.step;
    takt::SetUp set_up;
    set_up.until = until;
    return Engine(system, method, system->initial(), set_up);
  }
  Summary go(KeptSamples& rows, const Checkpoints& checkpoints) const {
    Engine s = simulation(GetParam().until);
    RunOptions options;
    options.every = GetParam().every;
    Sink* const sinks[] = {&rows};
    return run(s, options, sinks, checkpoints);
  }
};

TEST_P(Resumed, EndsAsIfItHadNeverStopped) {
  struct Checkpoint {
    std::vector<std::byte> memory;
    std::size_t rows;
  };
  std::vector<Checkpoint> all;
  KeptSamples whole;
  Checkpoints make;
  make.every = GetParam().until / 8;
  make.keep = [&](std::span<const std::byte> m) {
    all.push_back({{m.begin(), m.end()}, whole.rows.size()});
  };
  const Summary expected = go(whole, make);
  ASSERT_EQ(expected.status, Status::ok);
  ASSERT_GE(all.size(), 5u);
  KeptSamples plain;
  EXPECT_EQ(go(plain, {}).state_hash, expected.state_hash);  // they change nothing
  EXPECT_EQ(plain.rows, whole.rows);
  for (const Checkpoint& c : all) {
    KeptSamples rest;
    rest.rows.assign(whole.rows.begin(), whole.rows.begin() + static_cast<std::ptrdiff_t>(c.rows));
    Checkpoints from;
    from.resume = c.memory;
    const Summary s = go(rest, from);
    EXPECT_EQ(s.state_hash, expected.state_hash);
    EXPECT_EQ(rest.rows, whole.rows);
    EXPECT_EQ(s.steps, expected.steps);
    EXPECT_EQ(s.max_drift.position, expected.max_drift.position);
    EXPECT_EQ(s.energy_initial, expected.energy_initial);
    EXPECT_EQ(s.energy_max_change, expected.energy_max_change);
    EXPECT_EQ(s.energy.inputs, expected.energy.inputs);
    EXPECT_EQ(s.energy.dissipated, expected.energy.dissipated);
    EXPECT_EQ(s.energy.method, expected.energy.method);
    EXPECT_EQ(s.energy.resolution, expected.energy.resolution);
    EXPECT_EQ(s.energy.projections, expected.energy.projections);
    EXPECT_EQ(s.energy.most_kinetic, expected.energy.most_kinetic);
    EXPECT_EQ(s.counters.rejected, expected.counters.rejected);
    EXPECT_EQ(s.step_time.count(), expected.step_time.count());
    EXPECT_EQ(s.bound.has_value(), expected.bound.has_value());
    if (s.bound) {
      EXPECT_EQ(s.bound->limit, expected.bound->limit);
      EXPECT_EQ(s.bound->half_C0, expected.bound->half_C0);
      EXPECT_EQ(s.bound->samples, expected.bound->samples);
    }
  }
}

TEST_P(Resumed, RefusesWhatIsNoCheckpointOfIt) {
  std::vector<std::byte> last;
  Checkpoints make;
  make.every = GetParam().until / 3;
  make.keep = [&](std::span<const std::byte> m) { last.assign(m.begin(), m.end()); };
  KeptSamples rows;
  go(rows, make);
  EXPECT_NO_THROW(require_checkpoint(last, simulation(GetParam().until), GetParam().until));
  EXPECT_THROW(require_checkpoint(last, simulation(GetParam().until), GetParam().until / 2), Error);
  last.pop_back();
  EXPECT_THROW(require_checkpoint(last, simulation(GetParam().until), GetParam().until), Error);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, Resumed,
    testing::Values(Case{"car-axle", "index2+linear_implicit_euler(J2)+one_step", 1e-3, 0, 0.5},
                    Case{"car-axle", "index1+rk4+s_both2", 1e-3, 7e-3, 0.4995},
                    Case{"pendulum-cartesian", "index1+dopri5(rtol=1e-9)+s_both2", 1e-3, 0.011, 2},
                    Case{"pendulum-cartesian", "ggl+bdf(rtol=1e-7)", 1e-3, 0, 2},
                    Case{"pendulum-cartesian", "ggl+bdf(rtol=1e-7)+grouped", 1e-3, 0.011, 2},
                    Case{"pendulum-cartesian", "ali3+trapezoidal+tangent", 1e-3, 0, 0.5}));

}  // namespace
}  // namespace takt
