// PAC2002 at combined slip with coefficients of its own, compared with a second implementation of
// the published formulas: Pacejka, Tyre and Vehicle Dynamics (2002) 4.3.2.
#include <gtest/gtest.h>

#include <cmath>

#include "rolling_wheel.hpp"
#include "takt/base/error.hpp"
#include "takt/element/tyre/tyre_pac2002.hpp"

namespace takt::element::combined_slip {
namespace {

using Numbers = std::map<std::string, double>;

// Values of the size that passenger car tyres have; factors that are not 1.
const Numbers& own() {
  static const Numbers n{{"RBX1", 12.35},  {"RBX2", -10.77}, {"RCX1", 1.092}, {"REX1", 0.3},
                         {"REX2", -0.2},   {"RHX1", 0.007},  {"RBY1", 6.461}, {"RBY2", 4.196},
                         {"RBY3", -0.015}, {"RCY1", 1.081},  {"REY1", 0.25},  {"REY2", 0.1},
                         {"RHY1", 0.009},  {"RHY2", -0.004}, {"RVY1", 0.053}, {"RVY2", -0.073},
                         {"RVY3", 0.517},  {"RVY4", 35.44},  {"RVY5", 1.9},   {"RVY6", -10.71},
                         {"SSZ1", 0.043},  {"SSZ2", 0.1},    {"SSZ3", 0.731}, {"SSZ4", -0.238},
                         {"LXAL", 0.9},    {"LYKA", 1.15},   {"LVYKA", 0.8},  {"LS", 1.2}};
  return n;
}

std::string file_with(const Numbers& more) {
  std::string text = sedan_tyre() + "\n[LATERAL_COEFFICIENTS]\n";
  for (const auto& [key, value] : more) text += key + " = " + std::to_string(value) + "\n";
  return text;
}

std::shared_ptr<const BodyForce> tyre(const std::string& file, const std::string& mu = "1",
                                      bool mirror = false) {
  return make_body_force("tyre_pac2002", {{"file", file}, {"mirror", mirror ? "true" : "false"}},
                         make_road("flat", {{"friction", mu}}));
}

constexpr double radius = 0.344, stiffness = 280835.2941, FNOMIN = 4850, Fz0 = 0.81 * FNOMIN;

// The published formulas, name by name; lambdas that the file does not have are 1.
struct Published {
  double Fx, Fy, Mz, Gx, Gy, Fx0, Fy0, Mz0;
  Published(const Numbers& r, double Fz, double kappa, double alpha, double gamma, double mu) {
    const auto R = [&r](const char* key) { return r.at(key); };
    const auto sign = [](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; };
    const double dfz = (Fz - Fz0) / Fz0;
    // Pure slip along.
    const double SHx = 0.0012297 + 0.0004318 * dfz, kx = kappa + SHx, Cx = 1.6411;
    const double Dx = (1.1739 - 0.16395 * dfz) * Fz * mu;
    const double Ex = std::min(
        1.0, (0.46403 + 0.25022 * dfz + 0.067842 * dfz * dfz) * (1 + 3.7604e-05 * sign(kx)));
    const double Kx = Fz * (22.303 + 0.48896 * dfz) * std::exp(0.21253 * dfz), Bx = Kx / (Cx * Dx);
    const double SVx = Fz * (-8.8098e-06 + 1.862e-05 * dfz) * mu;
    Fx0 = Dx * std::sin(Cx * std::atan(Bx * kx - Ex * (Bx * kx - std::atan(Bx * kx)))) + SVx;
    // Pure slip across.
    const double SHy = 0.0026747 + 8.9094e-05 * dfz + 0.031415 * gamma, ay = alpha + SHy;
    const double Cy = 1.3507,
                 Dy = (1.0489 - 0.18033 * dfz) * (1 + 2.8821 * gamma * gamma) * Fz * mu;
    const double Ey =
        std::min(1.0, (-0.0074722 - 0.0063208 * dfz) * (1 - (-9.9935 - 760.14 * gamma) * sign(ay)));
    const double Ky = -21.92 * Fz0 * std::sin(2 * std::atan(Fz / (2.0012 * Fz0))) *
                      (1 + 0.024778 * std::abs(gamma));
    const double By = Ky / (Cy * Dy);
    const double SVy = Fz * (0.037318 - 0.010049 * dfz + (-0.32931 - 0.69553 * dfz) * gamma) * mu;
    Fy0 = Dy * std::sin(Cy * std::atan(By * ay - Ey * (By * ay - std::atan(By * ay)))) + SVy;
    // Weights.
    const auto weight = [](double B, double C, double E, double slip, double SH) {
      const auto inside = [&](double x) {
        return std::cos(C * std::atan(B * x - E * (B * x - std::atan(B * x))));
      };
      return inside(slip + SH) / inside(SH);
    };
    const double Bxa = R("RBX1") * std::cos(std::atan(R("RBX2") * kappa)) * R("LXAL");
    Gx = weight(Bxa, R("RCX1"), R("REX1") + R("REX2") * dfz, alpha, R("RHX1"));
    Fx = Fx0 * Gx;
    const double Byk = R("RBY1") * std::cos(std::atan(R("RBY2") * (alpha - R("RBY3")))) * R("LYKA");
    const double DVyk = Dy * (R("RVY1") + R("RVY2") * dfz + R("RVY3") * gamma) *
                        std::cos(std::atan(R("RVY4") * alpha));
    const double SVyk = DVyk * std::sin(R("RVY5") * std::atan(R("RVY6") * kappa)) * R("LVYKA");
    Gy = weight(Byk, R("RCY1"), R("REY1") + R("REY2") * dfz, kappa, R("RHY1") + R("RHY2") * dfz);
    Fy = Gy * Fy0 + SVyk;
    // Torque.
    const double at = alpha + 0.0047326 + 0.0026687 * dfz + (0.11998 + 0.059083 * dfz) * gamma;
    const double Bt = (10.904 - 1.8412 * dfz - 0.52041 * dfz * dfz) *
                      (1 + 0.039211 * gamma + 0.41511 * std::abs(gamma)) / mu;
    const double Dt = Fz * (0.093509 - 0.0092183 * dfz) *
                      (1 - 0.057061 * gamma + 0.73954 * gamma * gamma) * radius / FNOMIN;
    const double Et = std::min(
        1.0, (-1.5697 + 0.33394 * dfz) *
                 (1 + (0.26711 - 3.594 * gamma) * (2 / M_PI) * std::atan(Bt * 1.2136 * at)));
    const double ar = alpha + SHy + SVy / Ky;
    const double Dr =
        Fz * (-0.0067783 + 0.0052254 * dfz + (-0.18175 + 0.029952 * dfz) * gamma) * radius * mu;
    const auto equivalent = [&](double a) {
      return std::atan(std::sqrt(std::pow(std::tan(a), 2) + std::pow(Kx / Ky * kappa, 2))) *
             sign(a);
    };
    const auto moment = [&](double a_t, double a_r, double side, double s) {
      const double t =
          Dt * std::cos(1.2136 * std::atan(Bt * a_t - Et * (Bt * a_t - std::atan(Bt * a_t)))) *
          std::cos(alpha);
      const double Mzr = Dr * std::cos(std::atan(8.9846 / mu * a_r)) * std::cos(alpha);
      return -t * side + Mzr + s * Fx;
    };
    const double s = (R("SSZ1") + R("SSZ2") * Fy / Fz0 + (R("SSZ3") + R("SSZ4") * dfz) * gamma) *
                     radius * R("LS");
    Mz = moment(equivalent(at), equivalent(ar), Fy - SVyk, s);
    Mz0 = moment(at, ar, Fy0, 0);
  }
};

RollingWheel rolling(const BodyForce& t, double N, double kappa, double alpha, double gamma) {
  RollingWheel w{radius, stiffness, N};
  const double v = 30, size = std::hypot(v, 1e-3);
  w.v_x = v;
  w.v_y = size * std::tan(alpha);
  w.spin = (v + kappa * size) / dynamic_cast<const TyrePac2002&>(t).rolling_radius_at(N);
  w.camber = gamma;
  return w;
}

// About the contact point.
struct Seen {
  double Fx, Fy, Mz;
  Seen(const BodyForce& t, double N, double kappa, double alpha, double gamma) {
    const Vec6 f = rolling(t, N, kappa, alpha, gamma).steady(t);
    Fx = f[3], Fy = f[4];
    Mz = f[2] + Fx * (radius - N / stiffness) * std::tan(gamma);
  }
};

TEST(TyrePac2002Combined, FollowsThePublishedFormulas) {
  const std::string file = file_with(own());
  Random random;
  double least_x = 1, least_y = 1;
  for (const double mu : {1.0, 0.4}) {
    const auto t = tyre(file, mu < 1 ? "0.4" : "1");
    for (int round = 0; round < 1000; ++round) {
      const double N = Fz0 * random(0.1, 3.4), gamma = random(-0.06, 0.06);
      const double kappa = random(-1, 1) * (round % 2 == 0 ? 0.1 : 1);
      const double alpha = random(-1, 1) * (round % 3 == 0 ? 0.05 : 0.8);
      const Published p(own(), N, kappa, alpha, gamma, mu);
      const Seen s(*t, N, kappa, alpha, gamma);
      EXPECT_NEAR(s.Fx, std::max(p.Gx, 0.0) * p.Fx0, 2e-6 * N) << kappa << " " << alpha;
      if (p.Gx > 0 && p.Gy > 0) {
        EXPECT_NEAR(s.Fy, p.Fy, 2e-6 * N) << kappa << " " << alpha;
        EXPECT_NEAR(s.Mz, p.Mz, 2e-6 * N) << kappa << " " << alpha;
      }
      least_x = std::min(least_x, p.Gx);
      least_y = std::min(least_y, p.Gy);
    }
  }
  EXPECT_LT(least_x, 0.1);
  EXPECT_LT(least_y, 0.2);
}

// A weight below zero would push a wheel along its motion.
TEST(TyrePac2002Combined, WeightsEndAtZero) {
  Numbers steep = own();
  steep["RCX1"] = 1.5;
  const auto t = tyre(file_with(steep));
  const Published p(steep, Fz0, 0.05, 0.8, 0, 1);
  ASSERT_LT(p.Gx, 0);
  EXPECT_NEAR(Seen(*t, Fz0, 0.05, 0.8, 0).Fx, 0, 1e-9 * Fz0);
}

TEST(TyrePac2002Combined, IsPureSlipWhereTheOtherSlipIsZero) {
  Numbers no_arm = own();
  no_arm["SSZ1"] = no_arm["SSZ2"] = no_arm["SSZ3"] = no_arm["SSZ4"] = 0;
  const auto t = tyre(file_with(no_arm));
  Random random;
  for (int round = 0; round < 200; ++round) {
    const double N = Fz0 * random(0.1, 3.4), slip = random(-0.5, 0.5);
    const Published along(no_arm, N, slip, 0, 0, 1), across(no_arm, N, 0, slip, 0.02, 1);
    EXPECT_NEAR(along.Fx, along.Fx0, 1e-12 * N);
    EXPECT_NEAR(Seen(*t, N, slip, 0, 0).Fx, along.Fx0, 2e-6 * N) << slip;
    EXPECT_NEAR(Seen(*t, N, 0, slip, 0.02).Fy, across.Fy0, 2e-6 * N) << slip;
    EXPECT_NEAR(Seen(*t, N, 0, slip, 0.02).Mz, across.Mz0, 2e-6 * N) << slip;
  }
}

// With weights that never fall, the forces are those of pure slip at every slip.
TEST(TyrePac2002Combined, IsPureSlipWithoutWeights) {
  Numbers flat = own();
  for (auto& [key, value] : flat) value = key[0] == 'L' ? 1 : 0;
  flat["RBX1"] = flat["RBY1"] = flat["RCX1"] = flat["RCY1"] = 1e-6;
  const auto t = tyre(file_with(flat));
  for (const double kappa : {-0.3, 0.02, 0.8})
    for (const double alpha : {-0.4, 0.01, 0.2}) {
      const Published p(flat, Fz0, kappa, alpha, 0, 1);
      EXPECT_NEAR(Seen(*t, Fz0, kappa, alpha, 0).Fx, p.Fx0, 2e-6 * Fz0);
      EXPECT_NEAR(Seen(*t, Fz0, kappa, alpha, 0).Fy, p.Fy0, 2e-6 * Fz0);
    }
}

TEST(TyrePac2002Combined, IsMirroredOnTheOtherSide) {
  const std::string file = file_with(own());
  const auto left = tyre(file), right = tyre(file, "1", true);
  const Seen a(*left, Fz0, 0.05, 0.03, 0.02), b(*right, Fz0, 0.05, -0.03, -0.02);
  EXPECT_NEAR(a.Fx, b.Fx, 1e-9 * Fz0);
  EXPECT_NEAR(a.Fy, -b.Fy, 1e-9 * Fz0);
  EXPECT_NEAR(a.Mz, -b.Mz, 1e-9 * Fz0);
}

TEST(TyrePac2002Combined, SaysWhichLawItHas) {
  EXPECT_NE(tyre(sedan_tyre())->remark().find("ellipse"), std::string_view::npos);
  EXPECT_TRUE(tyre(sedan_tyre())->unused_parts().empty());
  const auto with = tyre(file_with(own()));
  EXPECT_EQ(with->remark(), "combined slip by the coefficients R.. of its file");
  EXPECT_TRUE(with->unused_parts().empty());
  // Without one of four there is an ellipse, and the others are not used.
  Numbers half = own();
  half.erase("RCY1");
  const auto without = tyre(file_with(half));
  EXPECT_NE(without->remark().find("ellipse"), std::string_view::npos);
  ASSERT_EQ(without->unused_parts().size(), 1u);
  EXPECT_NE(without->unused_parts()[0].find("RBX1, RBX2"), std::string::npos);
  const Seen a(*without, Fz0, 0.1, 0.05, 0), b(*tyre(sedan_tyre()), Fz0, 0.1, 0.05, 0);
  EXPECT_EQ(a.Fx, b.Fx);
  EXPECT_EQ(a.Fy, b.Fy);
  EXPECT_EQ(a.Mz, b.Mz);
}

TEST(TyrePac2002Combined, RefusesWeightsThatAreDividedByNothing) {
  Numbers wrong = own();
  wrong["RHX1"] = 5;
  try {
    tyre(file_with(wrong));
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("divided by almost nothing"), std::string::npos);
    EXPECT_NE(e.hint.find("RHX1"), std::string::npos);
  }
}

}  // namespace
}  // namespace takt::element::combined_slip
