// Every signal of the catalogue: derivatives compared with differences, and its values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sample_values.hpp"
#include "takt/base/error.hpp"

namespace takt::element {
namespace {

struct SignalSample {
  std::string name;
  Texts texts;
};

const std::vector<SignalSample>& signal_samples() {
  static const std::vector<SignalSample> all{
      {"constant", {{"value", "3"}}},
      {"sine", {{"amplitude", "2"}, {"frequency", "1.5"}, {"phase", "0.3"}, {"offset", "1"}}},
      {"sine", {{"omega", "4"}}},
      {"ramp", {{"to", "2"}, {"start", "0.5"}, {"shape", "linear"}}},
      {"ramp", {{"from", "1"}, {"to", "2"}, {"start", "0.5"}, {"duration", "2"}}},
      {"ramp", {{"to", "-2"}, {"duration", "2"}, {"shape", "quintic"}}},
      {"table", {{"points", "[[0, 0], [0.5, 1], [1.5, -1], [2, 0], [2.5, 0.3]]"}}},
      {"table", {{"points", "[[0, 0], [1, 1]]"}, {"beyond", "hold"}}},
      {"expression", {{"text", "2 * sin(3 * t)^2 + exp(-t) / (1 + t^2)"}}},
      {"expression", {{"text", "atan2(sin(t), 2 + t) + sqrt(t + 3) * log(t + 4) - tan(t / 9)"}}},
      {"expression", {{"text", "asin(t / 9) * acos(t / 8) + atan(t) + (t + 2)^t + 2^-t"}}},
      {"expression", {{"text", "t < 1 ? smoothstep(t) : abs(2 - t) + min(t, 2) * max(t, 1.5)"}}},
      {"sampled", {{"period", "0.01"}, {"text", "2*last - t"}, {"value", "0.4"}}},
      {"smoothed", {{"period", "0.01"}, {"text", "2*last - t"}, {"value", "0.4"}}},
      {"input", {}}};
  return all;
}

TEST(Signals, EveryEntryHasASample) {
  for (const SignalEntry& e : signals())
    EXPECT_TRUE(std::any_of(signal_samples().begin(), signal_samples().end(),
                            [&e](const SignalSample& s) { return s.name == e.name; }))
        << e.name;
}

TEST(Signals, SampledFormulasAreLimited) {
  const auto signal = make_signal("sampled", {{"period", "0.01"},
                                              {"text", "2*last - t"},
                                              {"value", "0.4"},
                                              {"least", "-1"},
                                              {"most", "3"}});
  EXPECT_EQ(signal->value(7).u, 0.4) << "before it is computed for the first time";
  const auto at = [&](double t, double last) {
    const double values[] = {t, last};
    return signal->sampled(values);
  };
  EXPECT_EQ(at(1, 1.25), 1.5);
  EXPECT_EQ(at(1, 2.5), 3);
  EXPECT_EQ(at(5, 1), -1);
  EXPECT_TRUE(std::isnan(at(0, std::nan("")))) << "a run with it must end";
}

TEST(Signals, SmoothedSignalsAreTwiceContinuouslyDifferentiable) {
  const double period = 0.02;
  const auto signal = make_signal("smoothed", {{"period", "0.02"}, {"text", "t"}});
  ASSERT_EQ(signal->kept(), 5);
  EXPECT_TRUE(signal->smooth());
  Random random;
  std::vector<double> kept, next(5);
  for (int part = 0; part < 5; ++part) kept.push_back(signal->first(part));
  for (int k = 0; k < 50; ++k) {
    const double t = k * period, sample = random(-1, 1);
    const SignalValue before = signal->between(t, kept);
    for (int part = 0; part < 5; ++part)
      next[static_cast<std::size_t>(part)] = signal->renewed(part, t, sample, kept);
    kept = next;
    const SignalValue after = signal->between(t, kept);
    if (k > 0) {
      EXPECT_NEAR(before.u, after.u, 1e-14);
      EXPECT_NEAR(before.du, after.du, 1e-13 / period);  // t / period has round-off too
      EXPECT_NEAR(before.ddu, after.ddu, 1e-13 / (period * period));
    }
    constexpr double h = 1e-5;
    const double at = t + random(0.1, 0.9) * period;
    const SignalValue low = signal->between(at - h, kept), here = signal->between(at, kept),
                      high = signal->between(at + h, kept);
    EXPECT_NEAR(here.du, (high.u - low.u) / (2 * h), 1e-4);
    EXPECT_NEAR(here.ddu, (high.du - low.du) / (2 * h), 1e-4 / period);
  }
}

TEST(Signals, SmoothedSignalsFollowStraightLinesTwoPeriodsLate) {
  const double period = 0.01;
  const auto signal = make_signal("smoothed", {{"period", "0.01"}, {"text", "t"}});
  std::vector<double> kept(5), next(5);
  for (int k = 0; k < 5; ++k) {
    const double t = k * period;
    for (int part = 0; part < 5; ++part)
      next[static_cast<std::size_t>(part)] = signal->renewed(part, t, 3 - 7 * t, kept);
    kept = next;
  }
  for (const double s : {0.0, 0.3, 1.0}) {
    const SignalValue u = signal->between(0.04 + s * period, kept);
    EXPECT_NEAR(u.u, 3 - 7 * (0.04 + (s - 2) * period), 1e-14);
    EXPECT_NEAR(u.du, -7, 1e-11);
    EXPECT_NEAR(u.ddu, 0, 1e-8);
  }
}

TEST(Signals, DerivativesAreThoseOfTheValue) {
  for (const SignalSample& s : signal_samples()) {
    const auto signal = make_signal(s.name, s.texts);
    if (s.name == "input") {
      EXPECT_EQ(signal, nullptr);
      continue;
    }
    Random random;
    for (int k = 0; k < 300; ++k) {
      constexpr double h = 1e-5;
      const double t = random(-1, 4);
      const SignalValue low = signal->value(t - h), at = signal->value(t),
                        high = signal->value(t + h);
      EXPECT_NEAR(at.du, (high.u - low.u) / (2 * h), 1e-6 * (1 + std::abs(at.du)))
          << s.name << " at " << t;
      EXPECT_NEAR(at.ddu, (high.du - low.du) / (2 * h), 1e-6 * (1 + std::abs(at.ddu)))
          << s.name << " at " << t;
    }
  }
}

TEST(Sine, NeedsOneFrequency) {
  EXPECT_THROW(make_signal("sine", {}), Error);
  EXPECT_THROW(make_signal("sine", {{"omega", "1"}, {"frequency", "1"}}), Error);
  EXPECT_NEAR(make_signal("sine", {{"frequency", "1"}})->value(0.25).u, 1, 1e-15);
}

TEST(Ramp, IsConstantBeforeAndAfter) {
  const auto ramp = make_signal("ramp", {{"from", "1"}, {"to", "5"}, {"start", "2"}});
  EXPECT_EQ(ramp->value(1.9).u, 1);
  EXPECT_EQ(ramp->value(3.1).u, 5);
  EXPECT_NEAR(ramp->value(2.5).u, 3, 1e-14);
  EXPECT_NEAR(ramp->value(2 + 1e-9).du, 0, 1e-6);
}

TEST(Table, IsANaturalSpline) {
  const auto table = make_signal("table", {{"points", "[[0, 0], [1, 1], [2, 0], [4, 3]]"}});
  const double points[][2] = {{0, 0}, {1, 1}, {2, 0}, {4, 3}};
  for (const auto& p : points) {
    EXPECT_NEAR(table->value(p[0]).u, p[1], 1e-14);
    const SignalValue before = table->value(p[0] - 1e-9), after = table->value(p[0] + 1e-9);
    EXPECT_NEAR(before.du, after.du, 1e-7);
    EXPECT_NEAR(before.ddu, after.ddu, 1e-7);
  }
  EXPECT_NEAR(table->value(4 - 1e-9).ddu, 0, 1e-7);
  EXPECT_NEAR(table->value(6).u - table->value(5).u, table->value(5).du, 1e-12);
  EXPECT_THROW(make_signal("table", {{"points", "[[0, 0]]"}}), Error);
  EXPECT_THROW(make_signal("table", {{"points", "[[0, 0], [0, 1]]"}}), Error);
  EXPECT_THROW(make_signal("table", {{"points", "[[0, 0, 1], [2, 1, 1]]"}}), Error);
}

TEST(Formula, RefusesFloor) {
  EXPECT_THROW(make_signal("expression", {{"text", "floor(t)"}}), Error);
  EXPECT_THROW(make_signal("expression", {{"text", "x"}}), Error);
}

}  // namespace
}  // namespace takt::element
