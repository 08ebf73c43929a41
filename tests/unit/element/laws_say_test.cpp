// What laws report besides their forces: power, dependence on time, sign conventions.
#include <gtest/gtest.h>

#include <cmath>

#include "law_samples.hpp"
#include "takt/element/force/power.hpp"

namespace takt::element {
namespace {

class WhatLawsSay : public EveryLaw {};

// Whatever a law brings that is no input it takes out. Bristles and pads give back what they stored,
// and the trail of a linear tyre turns with no slip of its own.
TEST_P(WhatLawsSay, DissipatesOrDoesNothing) {
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
      if (passive->acts_on(i)) all += out.Q[i] * n.ds[i];
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
TEST_P(WhatLawsSay, ChangesWithItsSignalsAsItSays) {
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
TEST_P(WhatLawsSay, ShowsWhatItsSignSays) {
  const ForceEntry& entry = find(forces(), sample.name);
  ASSERT_FALSE(entry.sign.empty() || entry.unit.empty()) << entry.name;
  const bool against =
      entry.sign.starts_with("tension") || entry.sign.find("against the ") != entry.sign.npos;
  const bool size = entry.sign.find("never negative") != entry.sign.npos ||
                    entry.sign.starts_with("the normal load");
  Random random;
  for (int round = 0; round < 100; ++round) {
    const Numbers n = random_numbers(random);
    LawOut out;
    law->force(n.in(), out);
    const double shown = law->report(n.in());
    if (entry.sign.starts_with("tension of the strut")) {  // Q = -T dL/ds: by s alone
      Numbers other = n;
      other.ds[0] += 0.3;
      LawOut out_of_other;
      law->force(other.in(), out_of_other);
      EXPECT_NEAR(out.Q[0] * law->report(other.in()), out_of_other.Q[0] * shown,
                  1e-12 * std::abs(out.Q[0] * shown));
    } else if (against) {
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
    if (entry.sign.ends_with("positive while the coordinate increases") &&
        std::abs(n.ds[0]) > 1e-3) {
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

INSTANTIATE_TEST_SUITE_P(LawSample, WhatLawsSay,
                         testing::Range<std::size_t>(0, law_samples().size()),
                         [](const auto& info) {
                           return std::string(law_samples()[info.param].name) + "_" +
                                  std::to_string(info.param);
                         });

}  // namespace
}  // namespace takt::element
