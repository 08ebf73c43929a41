// Switching functions of laws and signals: where a derivative jumps, one of them changes its sign.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "law_samples.hpp"
#include "takt/element/signal/samples.hpp"

namespace takt::element {
namespace {

constexpr int parts = 2000;

Numbers between(const Numbers& a, const Numbers& b, double x) {
  Numbers n;
  const auto mix = [x](const double* from, const double* to, double* out, int count) {
    for (int k = 0; k < count; ++k) out[k] = from[k] + x * (to[k] - from[k]);
  };
  mix(a.s, b.s, n.s, law_measures);
  mix(a.ds, b.ds, n.ds, law_measures);
  mix(a.z, b.z, n.z, law_states);
  mix(a.u, b.u, n.u, law_signals);
  return n;
}

struct Seen {
  std::vector<double> slopes, switches;
};

Seen seen(const Law& law, const Numbers& n) {
  LawOut out;
  law.force(n.in(), out);
  law.derivatives(n.in(), out);
  Seen s;
  for (int i = 0; i < law.measures(); ++i)
    for (int k = 0; k < law.measures(); ++k) {
      s.slopes.push_back(out.Q_s[i][k]);
      s.slopes.push_back(out.Q_ds[i][k]);
    }
  for (int i = 0; i < law.states(); ++i)
    for (int k = 0; k < law.measures(); ++k) {
      s.slopes.push_back(out.e_s[i][k]);
      s.slopes.push_back(out.e_ds[i][k]);
    }
  s.switches.resize(static_cast<std::size_t>(law.switches()));
  law.switch_values(n.in(), s.switches.data());
  return s;
}

// A change between samples 1 and 2 that is far greater than those before and behind.
bool jumps(const Seen* at, double scale) {
  for (std::size_t i = 0; i < at[0].slopes.size(); ++i) {
    const auto change = [&](int k) { return std::abs(at[k + 1].slopes[i] - at[k].slopes[i]); };
    if (change(1) > 100 * std::max(change(0), change(2)) + 1e-4 * scale) return true;
  }
  return false;
}

bool switched(const Seen& a, const Seen& b) {
  for (std::size_t i = 0; i < a.switches.size(); ++i)
    if ((a.switches[i] >= 0) != (b.switches[i] >= 0)) return true;
  return false;
}

class SwitchesOfLaw : public EveryLaw {};

// Left to the error control: the path of a driver, which is made of short pieces, and the |v| of bristles.
bool left_to_error_control(const std::string& law) {
  return law == "driver" || law == "bristle_friction" || law == "holding_brake";
}

TEST_P(SwitchesOfLaw, NamesEveryPlaceWhereADerivativeJumps) {
  if (left_to_error_control(sample.name)) return;
  Random random;
  int found = 0;
  for (int round = 0; round < 40; ++round) {
    const Numbers from = random_numbers(random), to = random_numbers(random);
    std::vector<Seen> all;
    double scale = 1e-9;
    for (int k = 0; k <= parts; ++k) {
      all.push_back(seen(*law, between(from, to, double(k) / parts)));
      for (const double x : all.back().slopes) scale = std::max(scale, std::abs(x));
    }
    for (int k = 0; k + 3 <= parts; ++k) {
      if (!jumps(&all[k], scale)) continue;
      ++found;
      EXPECT_TRUE(switched(all[k + 1], all[k + 2]))
          << sample.name << " sample " << GetParam()
          << " at s = " << between(from, to, double(k + 1) / parts).s[0]
          << ", v = " << between(from, to, double(k + 1) / parts).ds[0];
    }
  }
  if (sample.name == std::string("stamp_tyre")) {
    EXPECT_GT(found, 0) << "nothing was tested";
  }
}
INSTANTIATE_TEST_SUITE_P(LawSample, SwitchesOfLaw,
                         testing::Range<std::size_t>(0, law_samples().size()));

TEST(Switches, RampsAndTablesKnowTheirKinks) {
  const auto all = [](const SignalFunction& f) {
    std::vector<double> at;
    for (double t = f.next_kink(-1); std::isfinite(t); t = f.next_kink(t)) at.push_back(t);
    return at;
  };
  using List = std::vector<double>;
  const Texts times{{"to", "2"}, {"start", "0.5"}, {"duration", "2"}};
  const auto ramp = [&](const char* shape) {
    Texts texts = times;
    texts["shape"] = shape;
    return all(*make_signal("ramp", texts));
  };
  EXPECT_EQ(ramp("linear"), (List{0.5, 2.5}));
  EXPECT_EQ(ramp("cubic"), (List{0.5, 2.5}));  // u'' jumps
  EXPECT_EQ(ramp("quintic"), List());
  const char* points = "[[0, 0], [1, 1], [2, 0]]";
  EXPECT_EQ(all(*make_signal("table", {{"points", points}})), List());
  EXPECT_EQ(all(*make_signal("table", {{"points", points}, {"beyond", "hold"}})), (List{0, 2}));
  EXPECT_EQ(all(SampledSignal({0, 1, 2, 3}, {5, 5, 6, 6}, false)), (List{0, 2}));
  EXPECT_EQ(all(SampledSignal({0, 1, 2, 3}, {0, 1, 2, 0}, true)), (List{0, 2, 3}));
}

// A method with error control asks in every step: an input file that says the same value for hours must
// not be gone through each time.
TEST(Switches, LongFilesAreNotSearchedThrough) {
  constexpr int samples = 1'000'000;
  std::vector<double> t(samples), u(samples, 3.0);
  for (int k = 0; k < samples; ++k) t[static_cast<std::size_t>(k)] = k;
  u.back() = 4;
  const SampledSignal held(t, u, false);
  const std::clock_t begin = std::clock();
  for (int k = 0; k < 10000; ++k) ASSERT_EQ(held.next_kink(k), samples - 1);
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 0.5);
}

TEST(Switches, FormulasSwitchWhereTheirPartsDo) {
  const auto signal =
      make_signal("expression", {{"text", "t < 1 ? abs(t - 0.4) : min(2 - t, 0.2)"}});
  ASSERT_EQ(signal->switches(), 3);
  double a[3], b[3];
  for (const double t : {0.4, 1.0, 1.8}) {
    signal->switch_values(t - 1e-9, {}, a);
    signal->switch_values(t + 1e-9, {}, b);
    int changed = 0;
    for (int k = 0; k < 3; ++k) changed += (a[k] >= 0) != (b[k] >= 0);
    EXPECT_EQ(changed, 1) << t;
  }
}

}  // namespace
}  // namespace takt::element
