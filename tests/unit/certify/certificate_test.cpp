// What a certificate claims and what it does not, with a clock and a heap probe of the test.
#include "takt/certify/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "takt/base/error.hpp"
#include "takt/certify/certificate_text.hpp"
#include "tests/support/models.hpp"

namespace takt::certify {
namespace {

Certificate certified(const std::string& model, const std::string& method, double h, double until,
                      CertifyOptions o = {}) {
  const io::OpenModel open = io::open_model(model, {}, method);
  Method m = parse_method(method);
  m.step = h;
  o.until = until;
  if (o.period == CertifyOptions{}.period) o.period = h;
  if (!o.clock) {
    auto now = std::make_shared<std::int64_t>(0);
    o.clock = [now] { return *now += 1000; };
  }
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
  const Certificate c = certified("pendulum-cartesian", good, 0.9e-6, 90e-6, o);
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

TEST(Certificate, RefusesAPeriodThatIsNoNumberOfSteps) {
  CertifyOptions o;
  for (const double period : {1.4e-3, 0.5e-3, 1e-9}) {
    o.period = period;
    EXPECT_THROW(certified("pendulum-cartesian", good, 1e-3, 0.1, o), Error) << period;
  }
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

Finding finding(const Certificate& c, const std::string& key) {
  for (const Finding& f : findings(c))
    if (f.key == key) return f;
  ADD_FAILURE() << "no finding " << key;
  return {};
}

// What was not seen to the end neither holds nor fails.
void expect_nothing_claimed(const Certificate& c) {
  EXPECT_EQ(c.status, Status::interrupted);
  for (const char* key : {"run", "drift", "energy", "repeats"})
    EXPECT_EQ(verdict(c, key), Verdict::open) << key;
  EXPECT_EQ(c.work.why_not, "interrupted");
  const auto j = to_json(c);
  EXPECT_TRUE(j["repeats"].is_null());
  EXPECT_TRUE(j["energy"]["method"].is_null());
  EXPECT_TRUE(j["drift"]["position"].is_null());
  EXPECT_EQ(page(c, {}).find("nan"), std::string::npos);
}

TEST(Certificate, ClaimsNothingAfterAnInterruptInTheFirstRun) {
  std::atomic<bool> stop = false;
  std::int64_t now = 0;
  CertifyOptions o;
  o.interrupt = &stop;
  o.clock = [&] {
    stop = now > 100000;
    return now += 1000;
  };
  const Certificate c = certified("pendulum-cartesian", good, 1e-3, 0.5, o);
  EXPECT_GT(c.steps, 10);
  EXPECT_LT(c.steps, 500);
  expect_nothing_claimed(c);
}

TEST(Certificate, ClaimsNothingAfterAnInterruptInTheSecond) {
  std::atomic<bool> stop = false;
  CertifyOptions o;
  o.interrupt = &stop;
  o.progress = [&](double share) { stop = share > 0.45; };
  const Certificate c = certified("pendulum-cartesian", good, 1e-3, 0.5, o);
  EXPECT_EQ(c.steps, 500);
  EXPECT_LT(c.steps_again, 500);
  EXPECT_GT(c.steps_again, 0);
  expect_nothing_claimed(c);
}

TEST(Certificate, LeavesStabilityOpenWhereDifferencesDisagree) {
  Certificate c;
  Radius& r = c.radii.emplace_back();
  r.along = 5.088;
  r.noise = 4.09;
  r.motion = 1.0003;
  r.has_motion = true;
  EXPECT_EQ(verdict(c, "stability"), Verdict::open);
  c.radii.push_back(r);
  c.radii.back().noise = 1e-9;  // at another state it is plain
  EXPECT_EQ(verdict(c, "stability"), Verdict::fails);
}

// One step with its passes and the same step converged, by hand.
TEST(Certificate, KnowsWhatUnfinishedIterationsDidToTheEnergy) {
  for (const std::string integrator : {"ggl+bdf", "index1+sdirk2", "ali3+trapezoidal"}) {
    const std::string end = integrator == "ali3+trapezoidal" ? "+tangent" : "";
    const double h = 20e-3;
    const auto after = [&](int passes) {
      const std::string text = integrator + "(passes=" + std::to_string(passes) + ")" + end;
      Engine s = test::simulation_of("four-bar", text, h, h);
      EXPECT_EQ(s.step().status, Status::ok);
      return EnergyMeter(s.system(), h).of(s.state());
    };
    CertifyOptions o;
    o.period = h;
    const Certificate c = certified("four-bar", integrator + "(passes=1)" + end, h, h, o);
    EXPECT_EQ(c.unconverged, 1) << integrator;
    ASSERT_TRUE(c.energy.unconverged.has_value()) << integrator << c.why_not_unconverged;
    EXPECT_NEAR(*c.energy.unconverged, after(1) - after(20), 1e-6 + 1e-3 * std::abs(c.energy.size))
        << integrator;
    EXPECT_NE(*c.energy.unconverged, 0) << integrator;
  }
}

TEST(Certificate, DoesNotCallLostEnergyGood) {
  CertifyOptions o;
  o.period = 20e-3;
  const Certificate c = certified("four-bar", "ggl+bdf(passes=1)", 20e-3, 2, o);
  EXPECT_LT(c.energy.method, -0.05 * c.energy.size);
  EXPECT_EQ(verdict(c, "energy"), Verdict::fails);
  const Certificate two = certified("four-bar", "ggl+bdf(passes=1)", 20e-3, 40e-3, o);
  EXPECT_EQ(verdict(two, "energy"), Verdict::open);  // too few steps to judge it by
}

TEST(Certificate, PromisesDriftOnlyForWhatTheTheoremIsAbout) {
  for (const char* method :
       {"index1+linear_implicit_euler(vedyna)+one_step", "index1+heun+one_step"}) {
    const Certificate c = certified("pendulum-cartesian", method, 1e-3, 0.1);
    EXPECT_EQ(verdict(c, "drift"), Verdict::open) << method;
    EXPECT_NE(c.why_no_bound.find("positions first"), std::string::npos) << c.why_no_bound;
  }
}

TEST(Certificate, HasNoRatioToABoundBelowRoundOff) {
  Certificate c;
  c.constrained = c.through = true;
  c.steps = c.steps_again = 100;
  c.drift.position = 1.4e-48;
  c.bound = Bound{0, 0, 0, 0, true};
  const Finding f = finding(c, "drift");
  EXPECT_EQ(f.verdict, Verdict::holds);
  EXPECT_EQ(f.says, "1.4e-48: round-off; the bound 0 is below round-off, too");
}

TEST(Certificate, LooksAtTheStartToo) {
  Engine s = test::simulation_of("car-axle", good, 1e-3, 2e-3);
  RunOptions run_options;
  const Summary r = run(s, run_options, {});
  const Certificate c = certified("car-axle", good, 1e-3, 2e-3);
  EXPECT_EQ(c.drift.position, r.max_drift.position);
  EXPECT_EQ(c.drift.velocity, r.max_drift.velocity);
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
