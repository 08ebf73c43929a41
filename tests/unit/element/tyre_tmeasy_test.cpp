// TMeasy: the points that define its characteristics, combined slip, torques, standstill, lift-off.
#include "takt/element/tyre/tyre_tmeasy.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "rolling_wheel.hpp"

namespace takt::element::tmeasy {
namespace {

// The VW bus of Project Chrono (van_TMeasyTireFull.json), its trail that of the family.
struct Bus {
  double dFx0[2] = {34910.7, 73974.3}, FxM[2] = {2145.5, 4140.6}, FxS[2] = {1522.8, 2922.8};
  double sxM[2] = {0.13913, 0.13913}, sxS[2] = {0.66667, 0.66667};
  double dFy0[2] = {30366.9, 48833.6}, FyM[2] = {1901.7, 3472.0}, FyS[2] = {1583.8, 2938.8};
  double syM[2] = {0.14852, 0.18504}, syS[2] = {0.96524, 1.0714};
};
constexpr double pn = 1900, radius = 0.376, stiffness = 2e5, low_speed = 1e-3;

Texts bus_texts() {
  return {{"radius", "0.376"},
          {"load", "1900"},
          {"stiffness", "2e5"},
          {"damping", "1801.74"},
          {"rolling_resistance", "0"},
          {"dFx0", "[34910.7, 73974.3]"},
          {"FxM", "[2145.5, 4140.6]"},
          {"FxS", "[1522.8, 2922.8]"},
          {"sxM", "[0.13913, 0.13913]"},
          {"sxS", "[0.66667, 0.66667]"},
          {"dFy0", "[30366.9, 48833.6]"},
          {"FyM", "[1901.7, 3472.0]"},
          {"FyS", "[1583.8, 2938.8]"},
          {"syM", "[0.14852, 0.18504]"},
          {"syS", "[0.96524, 1.0714]"}};
}
std::shared_ptr<const BodyForce> bus_tyre(const Texts& more = {}, const Texts& road = {}) {
  Texts texts = bus_texts();
  for (const auto& [key, text] : more) texts[key] = text;
  return make_body_force("tyre_tmeasy", texts, make_road("flat", road));
}

// Rolling with transport speed V (of the tread) and these slips.
RollingWheel slipping(const BodyForce& tyre, double load, double V, double s_x, double s_y) {
  RollingWheel w{radius, stiffness, load};
  const auto& t = dynamic_cast<const TyreTmeasy&>(tyre);
  const double size = std::hypot(V, low_speed);
  w.spin = V / t.rolling_radius_at(load);
  w.v_x = V - s_x * size;
  w.v_y = -s_y * size;
  return w;
}

TEST(TyreTmeasy, HasItsGreatestAndSlidingForcesWhereTheyAreGiven) {
  const auto tyre = bus_tyre();
  const Bus b;
  for (const int k : {0, 1})
    for (const double V : {20.0, -20.0})
      for (const double sign : {1.0, -1.0}) {
        const double load = (k + 1) * pn;
        const auto along = [&](double s) {
          return slipping(*tyre, load, V, sign * s, 0).steady(*tyre)[3];
        };
        const auto across = [&](double s) {
          return slipping(*tyre, load, V, 0, sign * s).steady(*tyre)[4];
        };
        EXPECT_NEAR(along(b.sxM[k]), sign * b.FxM[k], 1e-9 * load);
        EXPECT_NEAR(along(b.sxS[k]), sign * b.FxS[k], 1e-9 * load);
        EXPECT_NEAR(along(3 * b.sxS[k]), sign * b.FxS[k], 1e-9 * load);
        EXPECT_NEAR(along(1e-7) / 1e-7, sign * b.dFx0[k], 1e-5 * b.dFx0[k]);
        EXPECT_NEAR(across(b.syM[k]), sign * b.FyM[k], 1e-9 * load);
        EXPECT_NEAR(across(b.syS[k]), sign * b.FyS[k], 1e-9 * load);
        EXPECT_NEAR(across(3 * b.syS[k]), sign * b.FyS[k], 1e-9 * load);
        EXPECT_NEAR(across(1e-7) / 1e-7, sign * b.dFy0[k], 1e-5 * b.dFy0[k]);
        EXPECT_LT(std::abs(along(0.9 * b.sxM[k])), b.FxM[k]);
        EXPECT_LT(std::abs(along(1.1 * b.sxM[k])), b.FxM[k]);
      }
}

// The characteristics written down once more, F and its direction instead of F / s.
struct ByHand {
  double Fx, Fy;
  ByHand(double p, double sx, double sy, double mu = 1) {
    const Bus b;
    const auto force = [p](const double* y) {
      return p * (2 * y[0] - y[1] / 2 - (y[0] - y[1] / 2) * p);
    };
    const auto slip = [p](const double* s) { return s[0] + (s[1] - s[0]) * (p - 1); };
    const double ratio_x = force(b.FxM) / force(b.dFx0), ratio_y = force(b.FyM) / force(b.dFy0);
    const double hat_x = slip(b.sxM) / (slip(b.sxM) + slip(b.syM)) + ratio_x / (ratio_x + ratio_y);
    const double hat_y = slip(b.syM) / (slip(b.sxM) + slip(b.syM)) + ratio_y / (ratio_x + ratio_y);
    const double s = std::hypot(sx / hat_x, sy / hat_y), phi = std::atan2(sy / hat_y, sx / hat_x);
    const auto mixed = [phi](double x, double y) {
      return std::hypot(x * std::cos(phi), y * std::sin(phi));
    };
    const double dF = mixed(force(b.dFx0) * hat_x, force(b.dFy0) * hat_y);
    const double FM = mu * mixed(force(b.FxM), force(b.FyM));
    const double FS = mu * mixed(force(b.FxS), force(b.FyS));
    const double sM = mu * mixed(slip(b.sxM) / hat_x, slip(b.syM) / hat_y);
    const double sS = mu * mixed(slip(b.sxS) / hat_x, slip(b.syS) / hat_y);
    double F = FS;
    if (s < sM)
      F = sM * dF * (s / sM) / (1 + s / sM * (s / sM + dF * sM / FM - 2));
    else if (s < sS)
      F = FM - (FM - FS) * std::pow((s - sM) / (sS - sM), 2) * (3 - 2 * (s - sM) / (sS - sM));
    Fx = F * std::cos(phi);
    Fy = F * std::sin(phi);
  }
};

TEST(TyreTmeasy, FollowsItsFormulasInCombinedSlip) {
  const auto tyre = bus_tyre(), wet = bus_tyre({{"mu0", "0.8"}}, {{"friction", "0.4"}});
  Random random;
  for (int round = 0; round < 300; ++round) {
    const double p = random(0.05, 3.4), sx = random(-1, 1), sy = random(-1, 1);
    const ByHand dry(p, sx, sy), half(p, sx, sy, 0.5);
    const Vec6 f = slipping(*tyre, p * pn, 25, sx, sy).steady(*tyre);
    EXPECT_NEAR(f[3], dry.Fx, 1e-9 * p * pn);
    EXPECT_NEAR(f[4], dry.Fy, 1e-9 * p * pn);
    EXPECT_NEAR(f[5], p * pn, 1e-9 * p * pn);
    const Vec6 g = slipping(*wet, p * pn, 25, sx, sy).steady(*wet);
    EXPECT_NEAR(g[3], half.Fx, 1e-9 * p * pn);
    EXPECT_NEAR(g[4], half.Fy, 1e-9 * p * pn);
  }
}

TEST(TyreTmeasy, HasItsTrail) {
  const auto tyre = bus_tyre();
  const double length = std::sqrt(8 * radius * pn / stiffness);
  for (const double V : {20.0, -20.0}) {
    const Vec6 small = slipping(*tyre, pn, V, 0, 1e-6).steady(*tyre);
    EXPECT_NEAR(small[2] / small[4], (V > 0 ? -1 : 1) * 0.178 * length, 1e-5);
    EXPECT_NEAR(slipping(*tyre, pn, V, 0, 0.16337).steady(*tyre)[2], 0, 1e-6);
    EXPECT_GT(slipping(*tyre, pn, V, 0, 0.4).steady(*tyre)[2] * V, 0);  // beyond, it turns round
    EXPECT_NEAR(slipping(*tyre, pn, V, 0, 1.5).steady(*tyre)[2], 0, 1e-9);
  }
  // Forces act at the road: about the centre they turn with its height.
  const Vec6 f = slipping(*tyre, pn, 20, 0.1, 0).steady(*tyre);
  EXPECT_NEAR(f[1], -f[3] * (radius - pn / stiffness), 1e-9 * pn);
}

TEST(TyreTmeasy, CamberAndTurningPushToTheLowSide) {
  const auto tyre = bus_tyre();
  RollingWheel w = slipping(*tyre, pn, 20, 0, 0);
  w.camber = 0.05;  // leans to the right
  const double length = std::sqrt(8 * radius * pn / stiffness);
  const double spin = w.spin, slip = spin * std::sin(0.05) * length / 6 / 20;
  EXPECT_NEAR(w.steady(*tyre)[4], -30366.9 * slip, 0.1 * 30366.9 * slip);
  w.camber = 0;
  w.turn = 0.5;  // to the left
  EXPECT_LT(w.steady(*tyre)[4], 0);
  EXPECT_LT(w.force(*tyre).wrench[2], 0);  // the bore torque holds against
  w = slipping(*tyre, pn, 0, 0, 0);
  w.turn = 0.5;
  EXPECT_NEAR(w.steady(*tyre)[4], 0, 1e-6);  // on the spot: no side force,
  EXPECT_LT(w.force(*tyre).wrench[2], -50);  // but a torque
}

TEST(TyreTmeasy, IsASpringAtStandstill) {
  const auto tyre = bus_tyre();
  RollingWheel w{radius, stiffness, pn};
  w.z[0] = 0.004;
  w.z[1] = -0.003;
  BodyForceOut out = w.force(*tyre);
  EXPECT_NEAR(out.wrench[3], 0.9 * stiffness * 0.004, 0.1);
  EXPECT_NEAR(out.wrench[4], -0.8 * stiffness * 0.003, 0.1);
  EXPECT_LT(std::abs(out.e[0]), 4e-5);  // the leak
  w.v_x = 2e-5;
  EXPECT_NEAR(w.force(*tyre).e[0] - out.e[0], -2e-5, 3e-6);
  // Locked and sliding it is dry friction, at any speed.
  for (const double v : {1e-2, 0.1, 1.0, 30.0}) {
    RollingWheel locked{radius, stiffness, pn};
    locked.v_x = v;
    EXPECT_NEAR(locked.steady(*tyre)[3], -1522.8, 1e-6) << v;
    locked.v_x = -v;
    EXPECT_NEAR(locked.steady(*tyre)[3], 1522.8, 1e-6) << v;
  }
}

TEST(TyreTmeasy, LiftsOffAndLandsWithoutAJump) {
  const auto tyre = bus_tyre();
  for (const double V : {0.0, 0.01, 20.0}) {
    double before = 0;
    for (double load = 1e-9; load < 0.2 * pn; load = 1.1 * load + 1e-9) {
      RollingWheel w = slipping(*tyre, load, V, 0.1, 0.1);
      w.z[0] = 0.01;
      w.z[1] = 0.01;
      const BodyForceOut out = w.force(*tyre);
      const double size = out.wrench.segment<2>(3).norm();
      // A tenth more load, at most a quarter more force: nothing is there at once.
      EXPECT_LT(std::abs(size - before), 1e-6 + 0.25 * size) << V << " " << load;
      EXPECT_LT(std::abs(out.e[0]), 0.01 / 3e-3 + std::abs(w.v_x) + std::abs(V) + 1);
      before = size;
    }
    RollingWheel air = slipping(*tyre, -1, V, 0.1, 0.1);
    air.z[0] = 0.01;
    const BodyForceOut out = air.force(*tyre);
    EXPECT_EQ(out.wrench.norm(), 0);
    EXPECT_NEAR(out.e[0], -0.01 / 3e-3, 1e-9);
    EXPECT_EQ(tyre->report(air.in()), 0);
  }
}

TEST(TyreTmeasy, TakesAFamilyTimesItsLoad) {
  const auto truck = make_body_force(
      "tyre_tmeasy",
      {{"radius", "0.52"}, {"load", "16000"}, {"stiffness", "9e5"}, {"family", "truck"}}, nullptr);
  const auto& d = dynamic_cast<const TyreTmeasy&>(*truck).data();
  EXPECT_DOUBLE_EQ(d.FxM.at_pn, 0.89965 * 16000);
  EXPECT_DOUBLE_EQ(d.FxM.at_2pn, 0.77751 * 32000);
  EXPECT_DOUBLE_EQ(d.syM.at_2pn, 0.33216);
  EXPECT_DOUBLE_EQ(d.cx, 0.9 * 9e5);
}

std::string refused(const Texts& more) {
  try {
    bus_tyre(more);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(TyreTmeasy, SaysWhatItCannotBeMadeOf) {
  EXPECT_EQ(refused({{"family", "custom"}}), "a tyre of family 'custom' lacks n0, sy0, syE");
  EXPECT_EQ(refused({{"FxM", "[9000, 12000]"}}),
            "the curve of a tyre along x starts too flat for its maximum");
  EXPECT_EQ(refused({{"FyM", "[1901.7]"}}), "'FyM' is not two numbers");
  EXPECT_EQ(refused({{"syS", "[0.1, 0.1]"}}),
            "the slips of a tyre along y are not 0 < syM < syS at every load");
  EXPECT_EQ(refused({{"dFy0", "[30366.9, 30366.9]"}}),
            "the forces of a tyre along y fall to zero at some load");
}

// Where its part reaches 1 the rolling radius bends, but has no corner.
TEST(TyreTmeasy, RollingRadiusHasOneSlope) {
  const auto tyre = bus_tyre();
  const auto& law = dynamic_cast<const TyreTmeasy&>(*tyre);
  const double k = stiffness, h = 1e-3 * pn;
  for (double N = 2.4 * pn; N < 3 * pn; N += h) {
    const double before = law.rolling_radius_at(N) - law.rolling_radius_at(N - h);
    const double after = law.rolling_radius_at(N + h) - law.rolling_radius_at(N);
    EXPECT_NEAR(after * k / h, before * k / h, 0.02) << N / pn;
  }
  EXPECT_NEAR(law.rolling_radius_at(2 * pn), radius - 0.25 * 2 * pn / k, 1e-12);
  EXPECT_NEAR(law.rolling_radius_at(3 * pn), radius, 1e-12);
}

}  // namespace
}  // namespace takt::element::tmeasy
