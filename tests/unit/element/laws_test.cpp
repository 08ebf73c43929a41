// Every law of the catalogue: derivatives compared with differences, potentials, steady states.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "law_samples.hpp"
#include "takt/base/error.hpp"
#include "takt/element/force/spring_damper.hpp"

namespace takt::element {
namespace {

TEST(Laws, EveryEntryHasASample) {
  for (const ForceEntry& e : forces()) {
    if (e.attach == Attach::body || e.attach == Attach::frames) continue;
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
    const int measures = e.attach == Attach::six          ? 6
                         : e.attach == Attach::three      ? 3
                         : e.attach == Attach::two_joints ? 2
                         : e.attach == Attach::all        ? 7
                         : e.attach == Attach::wheel_rail ? 6
                         : e.attach == Attach::axle       ? 6
                         : e.attach == Attach::vehicle    ? 4
                                                          : 1;
    EXPECT_EQ(make_law(s.name, s.texts)->measures(), measures) << s.name;
  }
}

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
  EXPECT_EQ(make_law("pi_controller", {{"kp", "30"}, {"ki", "7"}})->states(), 1);
  const auto p = make_law("pi_controller", {{"kp", "30"}});
  EXPECT_EQ(p->states(), 0);
  const double s = 0.25, ds = 0, u = 1, du = 0;
  LawOut out;
  p->force({&s, &ds, nullptr, &u, &du}, out);
  EXPECT_EQ(out.Q[0], 30 * 0.75);
  p->derivatives({&s, &ds, nullptr, &u, &du}, out);
  EXPECT_EQ(out.Q_s[0][0], -30);
}

TEST_P(EveryLaw, IsSteadyInItsSteadyState) {
  Random random;
  for (int round = 0; round < 50; ++round) {
    Numbers n = random_numbers(random);
    if (std::string_view(sample.name).ends_with("_controller"))  // on target
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
