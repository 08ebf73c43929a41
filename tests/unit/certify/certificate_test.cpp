// What a certificate claims and what it takes back, with a clock and a heap of the test's own.
#include "takt/certify/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "takt/certify/page.hpp"

namespace takt::certify {
namespace {

Certificate certified(const std::string& model, const std::string& method, double h, double until,
                      CertifyOptions o = {}) {
  const io::OpenModel open = io::open_model(model, {}, method);
  Method m = parse_method(method);
  m.step = h;
  o.until = until;
  if (!o.clock) {
    auto now = std::make_shared<std::int64_t>(0);
    o.clock = [now] { return *now += 1000; };
  }
  o.trace_seconds = 0;
  o.states = 3;
  return certify(open, m, o);
}

Verdict verdict(const Certificate& c, const std::string& key) {
  for (const Finding& f : findings(c))
    if (f.key == key) return f.verdict;
  ADD_FAILURE() << "no finding " << key;
  return Verdict::open;
}

const char* const good = "index2+linear_implicit_euler(J2)+one_step";

TEST(Certificate, HoldsWhatTheMethodHolds) {
  const Certificate c = certified("pendulum-cartesian", good, 1e-3, 0.5);
  EXPECT_EQ(c.steps, 500);
  for (const char* key : {"run", "deadline", "cost", "counters", "stability", "violations", "drift",
                          "energy", "repeats"})
    EXPECT_EQ(verdict(c, key), Verdict::holds) << key;
  EXPECT_EQ(verdict(c, "heap"), Verdict::open);  // nobody watched
  EXPECT_FALSE(c.breaks_budget());
  EXPECT_DOUBLE_EQ(c.timing.periods.max(), 1000);
}

TEST(Certificate, MissesADeadline) {
  CertifyOptions o;
  o.period = 0.9e-6;  // the clock says a step takes 1 us
  const Certificate c = certified("pendulum-cartesian", good, 1e-3, 0.1, o);
  EXPECT_EQ(verdict(c, "deadline"), Verdict::fails);
  EXPECT_TRUE(c.breaks_budget());
  EXPECT_EQ(findings(c).front().key, "deadline");  // what does not hold is said first
}

TEST(Certificate, AddsTheStepsOfAPeriod) {
  CertifyOptions o;
  o.period = 4e-3;
  const Certificate c = certified("pendulum-cartesian", good, 1e-3, 0.1, o);
  EXPECT_EQ(c.timing.steps_per_period, 4);
  EXPECT_EQ(c.timing.periods.count(), 25);
  EXPECT_DOUBLE_EQ(c.timing.periods.max(), 4000);
}

int reads = 0;
void arm() noexcept {}
long sees_control_only() noexcept { return ++reads == 1 ? 2 : 0; }
long sees_every_step() noexcept { return 2; }
long sees_nothing() noexcept { return 0; }

TEST(Certificate, BelievesAHeapWatchThatSeesTheControl) {
  CertifyOptions o;
  reads = 0;
  HeapProbe probe{arm, sees_control_only};
  o.heap = &probe;
  EXPECT_EQ(verdict(certified("pendulum-cartesian", good, 1e-3, 0.1, o), "heap"), Verdict::holds);
  probe.disarm = sees_every_step;
  const Certificate leaking = certified("pendulum-cartesian", good, 1e-3, 0.1, o);
  EXPECT_EQ(leaking.heap_calls, 200);
  EXPECT_EQ(verdict(leaking, "heap"), Verdict::fails);
  EXPECT_TRUE(leaking.breaks_budget());
  probe.disarm = sees_nothing;
  EXPECT_EQ(verdict(certified("pendulum-cartesian", good, 1e-3, 0.1, o), "heap"), Verdict::open);
}

TEST(Certificate, RefusesWhatIsNotBounded) {
  const Certificate iterating =
      certified("pendulum-cartesian", "ali3+trapezoidal+tangent", 1e-3, 0.1);
  EXPECT_EQ(verdict(iterating, "cost"), Verdict::fails);
  EXPECT_TRUE(iterating.breaks_budget());
  const Certificate adaptive = certified("pendulum-cartesian", "index1+dopri5+s_both2", 1e-3, 0.1);
  EXPECT_EQ(verdict(adaptive, "cost"), Verdict::fails);
  EXPECT_EQ(verdict(adaptive, "stability"), Verdict::open);
}

TEST(Certificate, FindsGrowthAndAddedEnergy) {
  const Certificate c = certified("linear-oscillator", "ode+explicit_euler", 0.1, 5);
  EXPECT_EQ(verdict(c, "stability"), Verdict::fails);
  EXPECT_EQ(verdict(c, "energy"), Verdict::fails);
  EXPECT_FALSE(c.breaks_budget());
}

TEST(Certificate, FindsThatNothingRepairsViolations) {
  EXPECT_EQ(verdict(certified("pendulum-cartesian", "index1+rk4", 1e-3, 0.1), "violations"),
            Verdict::fails);
  EXPECT_EQ(verdict(certified("pendulum-cartesian", "index1+rk4+s_both2", 1e-3, 0.1), "violations"),
            Verdict::holds);
}

TEST(Certificate, SaysWhatBreaksAtALongStep) {
  const Certificate c = certified("car-axle", good, 1, 10);
  EXPECT_EQ(verdict(c, "drift"), Verdict::fails);  // condition (13)
}

TEST(Certificate, ReportsASolverThatFails) {
  const Certificate c = certified("car-axle", "index1+heun+s_both2", 30e-3, 10);
  EXPECT_NE(c.status, Status::ok);
  EXPECT_EQ(findings(c).front().key, "run");
  EXPECT_EQ(to_json(c)["status"], "not_finite");
}

TEST(Certificate, IsTheSameAsJson) {
  const auto j = to_json(certified("pendulum-cartesian", good, 1e-3, 0.1));
  EXPECT_EQ(j["cost"]["factorisations"], 4);
  EXPECT_EQ(j["heap_calls"], nullptr);
  EXPECT_EQ(j["spectral_radius"].size(), 3u);
  EXPECT_LE(j["drift"]["position"].get<double>(),
            j["drift"]["bound"]["g_lim"].get<double>() + 1e-14);  // exact numbers but for round-off
  EXPECT_TRUE(j["repeats"].get<bool>());
  EXPECT_EQ(j["state_hash"].get<std::string>().size(), 16u);
}

}  // namespace
}  // namespace takt::certify
