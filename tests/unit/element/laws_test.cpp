// Every law of the catalogue: derivatives against differences, potentials, steady states.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sample_values.hpp"
#include "takt/base/error.hpp"
#include "takt/element/force/pi_controller.hpp"
#include "takt/element/force/power.hpp"
#include "takt/element/force/spring_damper.hpp"

namespace takt::element {
namespace {

struct LawSample {
  const char* name;
  Texts texts;
};

const std::vector<LawSample>& law_samples() {
  static const std::vector<LawSample> all{
      {"spring_damper", {{"stiffness", "2e4"}, {"length", "0.4"}, {"preload", "50"}}},
      {"spring_damper", {{"stiffness", "2e4"}, {"damping", "900"}}},
      {"spring_damper",
       {{"spring", "[-4.0092e6, 2.8397e7, -6.7061e7, 5.2796e7]"}, {"damper", "[0, 9945, 3395]"}}},
      {"spring_damper", {{"spring", "[[0, -300], [0.3, 0], [0.5, 100], [0.9, 900]]"}}},
      {"axial_spring", {{"stiffness", "35906"}, {"length", "0.152"}}},
      {"torsion_spring", {{"stiffness", "300"}, {"angle", "0.2"}, {"damping", "3"}}},
      {"torsion_spring", {{"spring", "[0, 10, 0, 5]"}}},
      {"bump_stop", {{"stiffness", "1e5"}, {"length", "0.6"}, {"width", "0.2"}}},
      {"bump_stop",
       {{"stiffness", "1e5"}, {"length", "0.4"}, {"width", "0.2"}, {"damping", "500"}}},
      {"bump_stop", {{"stiffness", "1e5"}, {"length", "0.4"}, {"side", "above"}}},
      {"bump_stop",
       {{"stiffness", "1e5"},
        {"length", "0.4"},
        {"width", "0.2"},
        {"damping", "500"},
        {"side", "above"}}},
      {"bushing", {{"stiffness", "[1e4, 2e4, 3e4, 100, 200, 300]"}}},
      {"bushing",
       {{"stiffness",
         "[[9, 1, 0, 0, 0, 2], [1, 8, 0, 0, 0, 0], [0, 0, 7, 0, 3, 0],"
         " [0, 0, 0, 6, 0, 0], [0, 0, 3, 0, 5, 0], [2, 0, 0, 0, 0, 4]]"},
        {"preload", "[1, 2, 3, 4, 5, 6]"}}},
      {"bushing", {{"stiffness", "[1, 2, 3, 4, 5, 6]"}, {"damping", "[6, 5, 4, 3, 2, 1]"}}},
      {"anti_roll_bar", {{"stiffness", "800"}, {"ratio", "-1"}}},
      {"anti_roll_bar", {{"stiffness", "800"}, {"damping", "4"}}},
      {"pi_controller", {{"kp", "30"}, {"ki", "7"}}},
      {"pi_controller", {{"kp", "30"}, {"ki", "7"}, {"of", "rate"}}},
      {"friction", {{"sliding", "5"}, {"breakaway", "8"}, {"viscous", "0.2"}}},
      {"friction", {{"sliding", "5"}, {"threshold", "0.5"}}},
      {"bristle_friction",
       {{"sliding", "5"}, {"breakaway", "8"}, {"stiffness", "1e3"}, {"damping", "3"}}},
      {"bristle_friction", {{"sliding", "5"}, {"stiffness", "1e3"}, {"model", "dahl"}}},
      {"drive", {}},
      {"brake", {{"threshold", "0.3"}}},
      {"holding_brake", {{"stiffness", "3e4"}, {"damping", "50"}}},
      {"point_actuator", {}},
      {"cubic_bushing",
       {{"stiffness", "[30, 40, 50]"},
        {"cubic", "[9, 8, 7]"},
        {"preload", "[1, 2, 3]"},
        {"gap", "0.3"},
        {"stop", "20"}}},
      {"cubic_bushing",
       {{"stiffness", "[30, 40, 50]"},
        {"damping", "[1, 2, 3]"},
        {"friction", "9"},
        {"threshold", "0.3"}}},
      {"rack_bushing", {{"stiffness", "[3, 4, 5]"}, {"damping", "[1, 2, 3]"}}},
      {"stamp_tyre", {{"stiffness", "200"}, {"damping", "3"}, {"load", "50"}}},
      {"tyre_linear",
       {{"radius", "0.3"},
        {"speed", "20"},
        {"load", "5e3"},
        {"stiffness", "1e3"},
        {"damping", "20"},
        {"along", "8e4"},
        {"across", "6e4"},
        {"trail", "0.03"}}},
      {"creep", {{"speed", "30"}, {"along", "8e4"}, {"across", "7e4"}}},
      {"burn", {{"time", "0"}}},
      {"ball_spring", {{"stiffness", "200"}, {"damping", "3"}}},
      {"spring_damper",
       {{"stiffness", "100"},
        {"damping", "5"},
        {"degression_compression", "3"},
        {"degression_extension", "1"}}},
      {"steering", {{"wheelbase", "4"}, {"track", "1.6"}, {"stiffness", "1e4"}, {"damping", "50"}}},
      {"driver",
       {{"curvature", "0.3*sin(s)"},
        {"length", "50"},
        {"wheelbase", "4"},
        {"track", "1.6"},
        {"understeer", "0.01"},
        {"stiffness", "1e4"},
        {"damping", "50"}}},
      {"driver",
       {{"points", "[[0, 0], [2, 0.1], [5, -0.2]]"}, {"wheelbase", "4"}, {"stiffness", "1e4"}}},
      {"speed_control", {{"kp", "30"}, {"ki", "4"}, {"drive", "2e3"}, {"brake", "3e3"}}},
      {"speed_push", {{"kp", "30"}, {"ki", "4"}, {"drive", "2e3"}, {"brake", "3e3"}}}};
  return all;
}

TEST(Laws, EveryEntryHasASample) {
  for (const ForceEntry& e : forces()) {
    if (e.attach == Attach::body) continue;
    EXPECT_TRUE(e.law && !e.body_force) << e.name;
    EXPECT_TRUE(std::any_of(law_samples().begin(), law_samples().end(), [&e](const LawSample& s) {
      return s.name == e.name;
    })) << e.name;
  }
}

TEST(Laws, KeysOfKindSignalAreTheSignals) {
  for (const LawSample& s : law_samples()) {
    const ForceEntry& e = find(forces(), s.name);
    const auto count = std::count_if(e.keys.begin(), e.keys.end(),
                                     [](const Key& k) { return k.kind == KeyKind::signal; });
    EXPECT_EQ(make_law(s.name, s.texts)->signals(), count) << s.name;
    const int measures = e.attach == Attach::six       ? 6
                         : e.attach == Attach::three   ? 3
                         : e.attach == Attach::pair    ? 2
                         : e.attach == Attach::all     ? 7
                         : e.attach == Attach::contact ? 6
                         : e.attach == Attach::axle    ? 6
                         : e.attach == Attach::vehicle ? 4
                                                       : 1;
    EXPECT_EQ(make_law(s.name, s.texts)->measures(), measures) << s.name;
  }
}

struct Numbers {  // what LawIn points to
  double s[law_measures] = {}, ds[law_measures] = {}, z[law_states] = {}, u[law_signals] = {};
  double lambda[1] = {-300};
  LawIn in() const { return {s, ds, z, u, u, lambda[0]}; }
};

Numbers random_numbers(Random& random) {
  Numbers n;
  for (double& x : n.s) x = random(0.05, 1);
  for (double& x : n.ds) x = random(-1, 1);
  for (double& x : n.z) x = random(-0.01, 0.01);
  for (double& x : n.u) x = random(-100, 100);
  return n;
}

class EveryLaw : public testing::TestWithParam<std::size_t> {
 protected:
  const LawSample& sample = law_samples()[GetParam()];
  std::shared_ptr<const Law> law = make_law(sample.name, sample.texts);
};

// Central differences of (Q, e) by one entry of one array of the numbers.
template <class Array> LawOut difference(const Law& law, Numbers n, Array Numbers::*array, int k) {
  constexpr double h = 1e-6;
  LawOut low, high;
  double& x = (n.*array)[k];
  const double here = x;
  x = here + h;
  law.force(n.in(), high);
  x = here - h;
  law.force(n.in(), low);
  for (int i = 0; i < law_measures; ++i) high.Q[i] = (high.Q[i] - low.Q[i]) / (2 * h);
  for (int i = 0; i < law_states; ++i) high.e[i] = (high.e[i] - low.e[i]) / (2 * h);
  return high;
}

TEST_P(EveryLaw, DerivativesAreThoseOfTheForce) {
  Random random;
  for (int round = 0; round < 200; ++round) {
    const Numbers n = random_numbers(random);
    LawOut at, out;
    law->force(n.in(), at);
    law->derivatives(n.in(), out);
    double scale = 1;
    for (const double Q : at.Q) scale = std::max(scale, std::abs(Q));
    const auto near = [scale](double exact, double difference) {
      EXPECT_NEAR(exact, difference, 2e-6 * (scale + std::abs(exact)));
    };
    for (int j = 0; j < law->measures(); ++j) {
      const LawOut by_s = difference(*law, n, &Numbers::s, j);
      const LawOut by_ds = difference(*law, n, &Numbers::ds, j);
      for (int i = 0; i < law->measures(); ++i) {
        near(out.Q_s[i][j], by_s.Q[i]);
        near(out.Q_ds[i][j], by_ds.Q[i]);
      }
      for (int i = 0; i < law->states(); ++i) {
        near(out.e_s[i][j], by_s.e[i]);
        near(out.e_ds[i][j], by_ds.e[i]);
      }
    }
    const LawOut by_lambda = difference(*law, n, &Numbers::lambda, 0);
    for (int i = 0; i < law->measures(); ++i) near(out.Q_lambda[i], by_lambda.Q[i]);
    for (int j = 0; j < law->states(); ++j) {
      const LawOut by_z = difference(*law, n, &Numbers::z, j);
      for (int i = 0; i < law->measures(); ++i) near(out.Q_z[i][j], by_z.Q[i]);
      for (int i = 0; i < law->states(); ++i) near(out.e_z[i][j], by_z.e[i]);
    }
  }
}

TEST_P(EveryLaw, WritesAllItsDerivatives) {
  Random random;
  const Numbers n = random_numbers(random);
  LawOut clean, dirty;
  law->derivatives(n.in(), clean);
  for (auto* block : {&dirty.Q_s, &dirty.Q_ds})
    for (auto& row : *block)
      for (double& x : row) x = 99;
  law->derivatives(n.in(), dirty);
  for (int i = 0; i < law->measures(); ++i)
    for (int j = 0; j < law->measures(); ++j) {
      EXPECT_EQ(clean.Q_s[i][j], dirty.Q_s[i][j]);
      EXPECT_EQ(clean.Q_ds[i][j], dirty.Q_ds[i][j]);
    }
}

// Whatever a law brings that is no input it takes out. Bristles and pads give back what they stored,
// and the trail of a linear tyre turns with no slip of its own.
TEST_P(EveryLaw, DissipatesOrDoesNothing) {
  Texts texts = sample.texts;
  if (texts.contains("trail")) texts["trail"] = "0";
  const auto passive = make_law(sample.name, texts);
  if (passive->states() > 0) return;
  Random random;
  for (int round = 0; round < 200; ++round) {
    Numbers n = random_numbers(random);
    for (double& u : n.u) u = std::abs(u);  // of a brake the size
    LawOut out;
    passive->force(n.in(), out);
    const Power p = power_of(*passive, n.in(), out);
    double scale = 1, all = 0;
    for (int i = 0; i < passive->measures(); ++i) {
      scale += std::abs(out.Q[i] * n.ds[i]);
      if (passive->pushes(i)) all += out.Q[i] * n.ds[i];
    }
    EXPECT_LE(p.dissipated, 1e-3 + 1e-7 * scale) << sample.name;
    // What is neither is the change of the potential.
    if (passive->potential(n.in()) == 0) {
      EXPECT_NEAR(p.inputs + p.dissipated, all, 1e-9 * scale) << sample.name;
    }
    if (passive->conservative() && passive->signals() == 0) {
      EXPECT_NEAR(all + potential_rate(*passive, n.in(), out), 0, 1e-3 + 1e-7 * scale);
      EXPECT_EQ(p.dissipated, 0);
    }
  }
}

// Along u' and u'', which differ from each other and from zero.
TEST_P(EveryLaw, ChangesWithItsSignalsAsItSays) {
  if (law->signals() == 0) return;
  Random random;
  for (int round = 0; round < 50; ++round) {
    const Numbers n = random_numbers(random);
    double du[law_signals], ddu[law_signals];
    for (double& x : du) x = random(-3, 3);
    for (double& x : ddu) x = random(-3, 3);
    LawIn in = n.in();
    in.du = du;
    in.ddu = ddu;
    LawOut said, side[2];
    law->by_time(in, said);
    constexpr double h = 2e-6;
    for (int k = 0; k < 2; ++k) {
      double u[law_signals], rate[law_signals];
      for (int i = 0; i < law_signals; ++i) {
        u[i] = n.u[i] + (k == 0 ? -h : h) * du[i];
        rate[i] = du[i] + (k == 0 ? -h : h) * ddu[i];
      }
      LawIn later = n.in();
      later.u = u;
      later.du = rate;
      law->force(later, side[k]);
    }
    for (int i = 0; i < law->measures(); ++i) {
      const double want = (side[1].Q[i] - side[0].Q[i]) / (2 * h);
      EXPECT_NEAR(said.Q_t[i], want,
                  1e-5 * (1 + std::abs(want)) + 1e-9 * std::abs(side[0].Q[i]) / h)
          << sample.name << " " << i;
    }
    for (int i = 0; i < law->states(); ++i) {
      const double want = (side[1].e[i] - side[0].e[i]) / (2 * h);
      EXPECT_NEAR(said.e_t[i], want, 1e-5 * (1 + std::abs(want))) << sample.name;
    }
  }
}

// The sentence of the catalogue about `force.<name>`, against the law itself.
TEST_P(EveryLaw, ShowsWhatItsSignSays) {
  const ForceEntry& entry = find(forces(), sample.name);
  ASSERT_FALSE(entry.sign.empty() || entry.unit.empty()) << entry.name;
  const bool against = entry.sign.starts_with("tension") || entry.sign.starts_with("what it does");
  const bool size = entry.sign.find("never negative") != entry.sign.npos ||
                    entry.sign.starts_with("the normal load");
  Random random;
  for (int round = 0; round < 100; ++round) {
    const Numbers n = random_numbers(random);
    LawOut out;
    law->force(n.in(), out);
    const double shown = law->report(n.in());
    if (against) {
      EXPECT_EQ(shown, -out.Q[0]) << entry.sign;
    } else if (size) {
      EXPECT_GE(shown, 0) << entry.sign;
    } else if (entry.sign.starts_with("the torque on both wheels")) {
      EXPECT_EQ(shown, out.Q[4] + out.Q[5]);
    } else {
      EXPECT_TRUE(entry.sign == "always 0" || entry.unit == "m") << entry.sign;
    }
    if (entry.sign.ends_with("minus the signal, which pushes the points apart") ||
        entry.sign.find("minus the signal") != entry.sign.npos) {
      EXPECT_EQ(shown, -n.u[0]);
    }
    if (entry.sign.ends_with("positive while the coordinate grows") && std::abs(n.ds[0]) > 1e-3) {
      EXPECT_EQ(std::signbit(shown * (n.u[0] < 0 && law->signals() > 0 ? -1 : 1)),
                std::signbit(n.ds[0]))
          << entry.name;
    }
  }
}

TEST(Power, OfADamperIsItsLoss) {
  const auto law = make_law("spring_damper", {{"stiffness", "2e4"}, {"damping", "900"}});
  const double s = 0.3, ds = -0.7;
  const LawIn in{&s, &ds};
  LawOut out;
  law->force(in, out);
  const Power p = power_of(*law, in, out);
  EXPECT_NEAR(p.dissipated, -900 * ds * ds, 1e-4);
  EXPECT_EQ(p.inputs, 0);
}

TEST(Power, OfAStampIsSplitBetweenItsDriveAndTheTyre) {
  const auto law = make_law("stamp_tyre", {{"stiffness", "200"}, {"damping", "3"}, {"load", "50"}});
  const double s = 0.1, ds = 0.4, u = 0.2, du = -0.5;
  const LawIn in{&s, &ds, nullptr, &u, &du};
  LawOut out;
  law->force(in, out);
  const Power p = power_of(*law, in, out);
  EXPECT_NEAR(p.inputs, out.Q[0] * du, 1e-9);
  EXPECT_NEAR(p.dissipated, -3 * (ds - du) * (ds - du), 1e-6);
}

TEST_P(EveryLaw, PotentialHasTheForceAsItsGradient) {
  if (!law->conservative()) return;
  Random random;
  for (int round = 0; round < 100; ++round) {
    const Numbers n = random_numbers(random);
    LawOut out;
    law->force(n.in(), out);
    for (int i = 0; i < law->measures(); ++i) {
      constexpr double h = 1e-6;
      Numbers low = n, high = n;
      low.s[i] -= h;
      high.s[i] += h;
      const double V = law->potential(n.in());
      const double slope = (law->potential(high.in()) - law->potential(low.in())) / (2 * h);
      EXPECT_NEAR(out.Q[i], -slope, 1e-6 * (1 + std::abs(out.Q[i])) + 1e-9 * std::abs(V));
    }
    Numbers faster = n;  // Q depends on s only
    for (double& x : faster.ds) x += 1;
    LawOut same;
    law->force(faster.in(), same);
    for (int i = 0; i < law->measures(); ++i) EXPECT_EQ(out.Q[i], same.Q[i]);
  }
}

TEST(PiController, WithoutIntegralHasNoState) {
  EXPECT_EQ(PiController(30, 7, false).states(), 1);
  const PiController p(30, 0, false);
  EXPECT_EQ(p.states(), 0);
  const double s = 0.25, ds = 0, u = 1, du = 0;
  LawOut out;
  p.force({&s, &ds, nullptr, &u, &du}, out);
  EXPECT_EQ(out.Q[0], 30 * 0.75);
  p.derivatives({&s, &ds, nullptr, &u, &du}, out);
  EXPECT_EQ(out.Q_s[0][0], -30);
}

TEST_P(EveryLaw, IsSteadyInItsSteadyState) {
  Random random;
  for (int round = 0; round < 50; ++round) {
    Numbers n = random_numbers(random);
    if (std::string_view(sample.name) == "pi_controller")  // on target
      n.u[0] = sample.texts.contains("of") ? n.ds[0] : n.s[0];
    if (std::string_view(sample.name) == "driver")  // at rest: the way along the path stays
      for (double& x : n.ds) x = 0;
    if (std::string_view(sample.name).starts_with("speed_")) {
      const double size = std::hypot(n.s[2], n.s[3]);
      n.u[0] = (n.ds[0] * n.s[2] + n.ds[1] * n.s[3]) / size;
    }
    law->steady(n.in(), n.z);
    LawOut out;
    law->force(n.in(), out);
    for (int i = 0; i < law->states(); ++i) EXPECT_NEAR(out.e[i], 0, 1e-14);
  }
}

INSTANTIATE_TEST_SUITE_P(LawSample, EveryLaw, testing::Range<std::size_t>(0, law_samples().size()),
                         [](const auto& it) {
                           return std::string(law_samples()[it.param].name) + "_" +
                                  std::to_string(it.param);
                         });

double tension(const Law& law, double s, double ds = 0) {
  LawOut out;
  Numbers n;
  n.s[0] = s;
  n.ds[0] = ds;
  law.force(n.in(), out);
  return -out.Q[0];
}

TEST(SpringDamper, IsTheIltisShockAbsorber) {
  const Curve damper = Curve::pieces(
      {-0.2, 0.21},
      {{-416.42, 1844.3}, {0, 9945.627, 33955.72, -59832.25, -395651.0}, {1919.1638, 1634.727}});
  const SpringDamper law(Curve::polynomial({-4.0092e6, 2.8397e7, -6.7061e7, 5.2796e7}), damper);
  const std::pair<double, double> published[] = {{0.36, -14135}, {0.38, -4926}, {0.40, -1216},
                                                 {0.42, -470},   {0.44, -155},  {0.46, 2264},
                                                 {0.48, 9321},   {0.50, 23550}};
  for (const auto& [x, F] : published) EXPECT_NEAR(tension(law, x), F, 0.6) << x;
  EXPECT_NEAR(tension(law, 0.442817), 0, 0.05);
  EXPECT_NEAR(tension(law, 0.44055648), -128.03, 0.01);
  EXPECT_NEAR(tension(law, 0.43490), -334.69, 0.3);
  EXPECT_NEAR(tension(law, 0.43792), -242.48, 0.3);
  // The damper is continuous where its pieces meet.
  EXPECT_NEAR(damper(-0.2), damper(-0.2 - 1e-12), 0.01);
  EXPECT_NEAR(damper(0.21), damper(0.21 - 1e-12), 0.1);
  EXPECT_NEAR(damper(-1), -416.42 - 1844.3, 1e-9);
}

TEST(SpringDamper, IsTheIltisLeafSpring) {
  const SpringDamper law(Curve::pieces({0.006}, {{35906 * (0.006 - 0.152) - 1e7 * 0.006, 1e7},
                                                 {-35906 * 0.152, 35906}}),
                         Curve());
  EXPECT_NEAR(tension(law, 0.076), -2728.86, 0.01);
  EXPECT_NEAR(tension(law, 0.006), -5242.276, 1e-3);
  EXPECT_NEAR(tension(law, 0.005), -5242.276 - 1e4, 1e-3);
  EXPECT_TRUE(law.conservative());
}

TEST(SpringDamper, RefusesTwoSprings) {
  EXPECT_THROW(make_law("spring_damper", {{"spring", "[0, 1]"}, {"stiffness", "1"}}), Error);
  EXPECT_THROW(make_law("bushing", {{"stiffness", "[1, 2, 3]"}}), Error);
  EXPECT_THROW(make_law("friction", {{"sliding", "2"}, {"breakaway", "1"}}), Error);
}

TEST(BumpStop, ActsOnOneSideOnly) {
  const auto law = make_law("bump_stop", {{"stiffness", "1e7"}, {"length", "0.006"}});
  EXPECT_EQ(tension(*law, 0.007, -3), 0);
  EXPECT_NEAR(tension(*law, 0.005), -1e4, 1e-6);
  const auto rebound =
      make_law("bump_stop", {{"stiffness", "100"}, {"length", "1"}, {"side", "above"}});
  EXPECT_EQ(tension(*rebound, 0.5), 0);
  EXPECT_NEAR(tension(*rebound, 1.5), 50, 1e-12);
}

TEST(BristleFriction, HoldsAndSlides) {
  const auto law = make_law("bristle_friction", {{"sliding", "5"}, {"stiffness", "1e3"}});
  Numbers n;
  n.ds[0] = 0.5;
  law->steady(n.in(), n.z);
  LawOut out;
  law->force(n.in(), out);
  EXPECT_NEAR(out.Q[0], -5, 1e-12);
  n.ds[0] = 0;
  n.z[0] = 0.002;  // stuck, bent
  law->force(n.in(), out);
  EXPECT_NEAR(out.Q[0], -2, 1e-12);
  EXPECT_EQ(out.e[0], 0);
}

}  // namespace
}  // namespace takt::element
