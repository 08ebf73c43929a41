// Which of several acceptable trials is taken, and how motions are judged.
#include "takt/certify/choice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "takt/certify/advice_reason.hpp"
#include "takt/certify/view.hpp"

namespace takt::certify {
namespace {

Trial tried(const char* method, double share, double error, bool meets = true) {
  Trial t;
  t.method = method;
  t.usual = share * 1e-3;
  t.error = error;
  t.meets = meets;
  return t;
}

TEST(Choice, TakesTheExactOneWhereCostHardlyMatters) {
  const double nothing = 0.05e-3;  // of a period of 1 ms
  List<Trial> all{tried("euler", 0.032, 8e-4), tried("ralston", 0.042, 4e-7),
                  tried("heun", 0.043, 3e-7), tried("rk4", 0.30, 1e-9)};
  EXPECT_EQ(take(all, nothing), 1);  // heun is not twice as exact, rk4 costs
  EXPECT_EQ(take(all, 0), 0);        // where every microsecond counts
  all[1].meets = false;
  EXPECT_EQ(take(all, nothing), 2);
  for (Trial& t : all) t.meets = false;
  EXPECT_EQ(take(all, nothing), -1);
  EXPECT_EQ(nearest(all, 0.1e-3), 2);
}

TEST(Choice, RuleStandsOnThePage) {
  Advice a;
  a.period = 1e-3;
  a.accuracy = 1e-3;
  a.share = 0.7;
  a.nothing = 0.05;
  a.trials = {tried("ode+explicit_euler", 0.032, 8e-4), tried("ode+ralston", 0.042, 4e-7)};
  a.recommended = 1;
  const std::string why = reason(a);
  for (const char* part :
       {"The fastest of them takes 3.2 % of the period", "at most 5 % of the period more",
        "The most accurate of these is chosen", "it was not certified"})
    EXPECT_NE(why.find(part), std::string::npos) << part << "\n" << why;
}

Opener opens(const std::string& model) {
  return [=](const std::string& method) { return io::open_model(model, {}, method); };
}

TuneOptions one_method(const std::string& method) {
  TuneOptions o;
  o.period = 10e-3;
  o.methods = {method};
  auto now = std::make_shared<std::int64_t>(0);
  o.clock = [=] { return *now += 1000; };
  return o;
}

// The bodies of this model do not move at all: only its output and its spring tell good from bad.
TEST(Advisor, JudgesOutputsAndForces) {
  TuneOptions o = one_method("ode+midpoint_rk2");
  o.until = 2;
  o.methods.emplace_back("ode+rk4");
  const Advice a = tune(opens(TAKT_SOURCE_DIR "/tests/support/models/spun_disc.yaml"), o);
  bool coarse = false;
  for (const Trial& t : a.trials) {
    if (t.method.find("rk2") == std::string::npos || t.step < 9e-3) continue;
    coarse = true;
    EXPECT_GT(t.error, 1e-3);
    EXPECT_EQ(t.most_off, "force.spring");
    EXPECT_FALSE(t.meets);
  }
  EXPECT_TRUE(coarse);
  ASSERT_GE(a.recommended, 0) << a.why;
  EXPECT_LE(a.trials[static_cast<std::size_t>(a.recommended)].error, 1e-3);
}

// It loses a tenth of its energy in this time, which `takt certify` marks red.
TEST(Advisor, TakesNothingThatCertifyMarksRed) {
  TuneOptions o = one_method("ode+linear_implicit_euler(exact)");
  o.until = 10;
  o.accuracy = 1e4;  // anything goes
  const Advice a = tune(opens("linear-oscillator"), o);
  ASSERT_EQ(a.trials.size(), 1u);
  const Trial& t = a.trials[0];
  EXPECT_LE(t.error, o.accuracy);
  EXPECT_FALSE(t.grows);
  ASSERT_TRUE(t.certified);
  ASSERT_EQ(t.red.size(), 1u);
  EXPECT_TRUE(t.red[0].starts_with("energy: ")) << t.red[0];
  EXPECT_FALSE(t.meets);
  EXPECT_EQ(a.recommended, -1);
  EXPECT_NE(a.why.find("certify marks it red: energy"), std::string::npos) << a.why;
}

TEST(Shown, IsTheRootMeanSquareOverTheRange) {
  ShownError e;
  EXPECT_EQ(e.value(), 0);
  EXPECT_EQ(e.worst(), -1);
  const Vector size = (Vector(2) << 1, 10).finished();
  e.add((Vector(2) << 0, 3).finished(), (Vector(2) << 0, 0).finished(), size);
  e.add((Vector(2) << 0.1, 3).finished(), (Vector(2) << 0, 0).finished(), size);
  EXPECT_DOUBLE_EQ(e.value(), 0.3);
  EXPECT_EQ(e.worst(), 1);
}

}  // namespace
}  // namespace takt::certify
