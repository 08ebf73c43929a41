// Which method is recommended, when time is what the test says.
#include "takt/certify/advisor.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"
#include "takt/certify/advice_page.hpp"
#include "takt/certify/candidates.hpp"

namespace takt::certify {
namespace {

Opener opener(const std::string& model, const std::vector<std::string>& set = {}) {
  return [=](const std::string& method) { return io::open_model(model, set, method); };
}

TuneOptions few(std::int64_t nanoseconds) {
  TuneOptions o;
  o.period = 10e-3;
  o.until = 2;
  o.methods = {"index1+explicit_euler+s_both2", "index1+heun+s_both2", "index1+rk4+s_both2"};
  auto now = std::make_shared<std::int64_t>(0);
  o.clock = [=] { return *now += nanoseconds; };
  return o;
}

TEST(Advisor, TakesOneThatMeetsTheAccuracy) {
  const Advice a = tune(opener("pendulum-cartesian"), few(1000));
  ASSERT_GE(a.recommended, 0) << a.why;
  const Trial& t = a.trials[static_cast<std::size_t>(a.recommended)];
  EXPECT_TRUE(t.meets);
  EXPECT_LE(t.error, a.accuracy);
  EXPECT_DOUBLE_EQ(t.worst, 1e-6);
  EXPECT_NEAR(a.horizon, 2, 1e-9);
  for (const Trial& x : a.trials)
    if (x.method.find("explicit_euler") != std::string::npos) {
      EXPECT_FALSE(x.meets) << x.error;
    }
}

TEST(Advisor, SaysWhatComesNearestWhenNothingIsGoodEnough) {
  TuneOptions o = few(1000);
  o.methods = {"index1+explicit_euler+s_both2"};
  const Advice a = tune(opener("pendulum-cartesian"), o);
  EXPECT_EQ(a.recommended, -1);
  ASSERT_GE(a.nearest, 0);
  EXPECT_DOUBLE_EQ(a.trials[static_cast<std::size_t>(a.nearest)].step, 10e-3 / 32);  // the smallest
  EXPECT_NE(a.why.find("comes nearest"), std::string::npos) << a.why;
}

TEST(Advisor, WantsConstraintsHeldForHours) {
  TuneOptions o = few(1000);
  o.methods = {"index1+rk4"};
  const Advice a = tune(opener("pendulum-cartesian"), o);
  EXPECT_EQ(a.recommended, -1);
  ASSERT_GE(a.nearest, 0);
  EXPECT_LE(a.trials[static_cast<std::size_t>(a.nearest)].error, a.accuracy);
  EXPECT_TRUE(a.trials[static_cast<std::size_t>(a.nearest)].grows);
}

TEST(Advisor, LeavesOutWhatIsTooSlow) {
  const Advice a = tune(opener("pendulum-cartesian"), few(8000000));  // 8 ms of a period of 10 ms
  EXPECT_EQ(a.recommended, -1);
  EXPECT_EQ(a.too_slow, 3u);
  EXPECT_TRUE(a.trials.empty());
}

TEST(Advisor, LinesToPasteRunAsTheyAre) {
  Trial t;
  t.method = "index2+linear_implicit_euler(J2)+one_step";
  t.step = 2.5e-4;
  EXPECT_EQ(
      lines_to_paste(t),
      "experiment:\n  step: 0.25 ms\n  method: \"index2+linear_implicit_euler(J2)+one_step\"\n");
}

TEST(Candidates, FitEveryShippedModel) {
  for (const std::string& name : io::model_names()) {
    const Candidates c = candidates(opener(name), {});
    EXPECT_FALSE(c.all.empty()) << name;
    for (const Candidate& x : c.all)
      EXPECT_TRUE(compose(x.method).bounded()) << to_string(x.method);
  }
}

TEST(Candidates, OfLoadedSystemsAreResiduals) {
  for (const Candidate& x : candidates(opener("train-carriage"), {}).all)
    EXPECT_TRUE(compose(x.method).integrator->asks.has(Form::residual)) << to_string(x.method);
}

TEST(TightReference, EndsWhereTheMotionCannotBePredicted) {
  ReferenceOptions o;
  o.period = 10e-3;
  o.until = 2;
  o.accuracy = 1e-3;
  const TightReference r = tight_reference(opener("pendulum-cartesian"), o);
  EXPECT_NEAR(r.horizon(), 2, 1e-9);
  EXPECT_LT(r.agreement, 3e-4);
  o.accuracy = 1e-15;
  EXPECT_THROW(tight_reference(opener("pendulum-cartesian"), o), Error);
}

}  // namespace
}  // namespace takt::certify
