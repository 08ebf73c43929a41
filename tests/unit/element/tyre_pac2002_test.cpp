// PAC2002 with the shipped tyre, compared with a second implementation of its formulas.
#include "takt/element/tyre/tyre_pac2002.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "rolling_wheel.hpp"

namespace takt::element::pac2002 {
namespace {

constexpr double radius = 0.344, stiffness = 280835.2941, N0 = 0.81 * 4850;
// Slip across at which the ellipse takes nothing, on a road of friction mu: -(S_Hy + S_Vy / Ky).
double straight(double mu) {
  return -0.0026747 + mu * 0.037318 / (21.92 * std::sin(2 * std::atan(1 / 2.0012)));
}

std::shared_ptr<const BodyForce> tyre(const Texts& more = {}, const Texts& road = {}) {
  Texts texts{{"file", sedan_tyre()}, {"damping_time", "3e-3"}};
  for (const auto& [key, text] : more) texts[key] = text;
  return make_body_force("tyre_pac2002", texts, make_road("flat", road));
}

// Pure slip, from the coefficients of the file; kappa and tan(alpha) as they are.
struct ByHand {
  double Fx, Fy, trail, rest, Kx, Ky, Dx, Dy, SHx, SHy, SVx, SVy;
  ByHand(double N, double kappa, double tan_alpha, double gamma) {
    const double f = (N - N0) / N0, alpha = std::atan(tan_alpha);
    const auto sign = [](double x) { return x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0; };
    Kx = N * (22.303 + 0.48896 * f) * std::exp(0.21253 * f);
    Dx = (1.1739 - 0.16395 * f) * N;
    SHx = 0.0012297 + 0.0004318 * f;
    const double kx = kappa + SHx, Cx = 1.6411, Bx = Kx / Cx / Dx;
    const double Ex =
        std::min(1.0, (0.46403 + 0.25022 * f + 0.067842 * f * f) * (1 + 3.7604e-5 * sign(kx)));
    SVx = N * (-8.8098e-6 + 1.862e-5 * f);
    Fx = Dx * std::sin(Cx * std::atan(Bx * kx - Ex * (Bx * kx - std::atan(Bx * kx)))) + SVx;
    Ky = -21.92 * N0 * std::sin(2 * std::atan(N / 2.0012 / N0)) * (1 + 0.024778 * std::abs(gamma));
    Dy = (1.0489 - 0.18033 * f) * (1 + 2.8821 * gamma * gamma) * N;
    SHy = 0.0026747 + 8.9094e-5 * f + 0.031415 * gamma;
    SVy = N * (0.037318 - 0.010049 * f + (-0.32931 - 0.69553 * f) * gamma);
    const double ay = alpha + SHy, Cy = 1.3507, By = Ky / Cy / Dy;
    const double Ey =
        std::min(1.0, (-0.0074722 - 0.0063208 * f) * (1 - (-9.9935 - 760.14 * gamma) * sign(ay)));
    Fy = Dy * std::sin(Cy * std::atan(By * ay - Ey * (By * ay - std::atan(By * ay)))) + SVy;
    const double at = alpha + 0.0047326 + 0.0026687 * f + (0.11998 + 0.059083 * f) * gamma;
    const double Bt = (10.904 - 1.8412 * f - 0.52041 * f * f) *
                      (1 + 0.039211 * gamma + 0.41511 * std::abs(gamma));
    const double Dt = N * (0.093509 - 0.0092183 * f) *
                      (1 - 0.057061 * gamma + 0.73954 * gamma * gamma) * radius / 4850;
    const double Et =
        std::min(1.0, (-1.5697 + 0.33394 * f) *
                          (1 + (0.26711 - 3.594 * gamma) * 2 / M_PI * std::atan(Bt * 1.2136 * at)));
    trail = Dt * std::cos(1.2136 * std::atan(Bt * at - Et * (Bt * at - std::atan(Bt * at)))) *
            std::cos(alpha);
    const double Dr = N * (-0.0067783 + 0.0052254 * f + (-0.18175 + 0.029952 * f) * gamma) * radius;
    rest = Dr * std::cos(std::atan(8.9846 * (alpha + SHy + SVy / Ky))) * std::cos(alpha);
  }
};

// With the ellipse.
struct Combined {
  double Fx, Fy, Mz;
  Combined(double N, double kappa, double slope, double gamma) {
    const ByHand pure(N, kappa, slope, gamma), zero(N, 0, 0, gamma);
    const double f_x = (pure.Fx - zero.Fx) / kappa, f_y = (zero.Fy - pure.Fy) / slope;
    const double a = (slope + pure.SHy + pure.SVy / pure.Ky) * f_x / pure.Dy;
    const double b = (kappa + pure.SHx + pure.SVx / pure.Kx) * f_y / pure.Dx;
    Fx = pure.Fx / std::sqrt(1 + a * a);
    Fy = pure.Fy / std::sqrt(1 + b * b);
    Mz = pure.rest - pure.trail * Fy;
  }
};

RollingWheel rolling(const BodyForce& t, double N, double v, double kappa, double tan_alpha,
                     double gamma = 0) {
  RollingWheel w{radius, stiffness, N};
  // The camber turns the wheel about its centre: the contact below it stays.
  const double size = std::hypot(v, 1e-3);
  w.v_x = v;
  w.v_y = size * tan_alpha;
  w.spin = (v + kappa * size) / dynamic_cast<const TyrePac2002&>(t).rolling_radius_at(N);
  w.camber = gamma;
  return w;
}

TEST(TyrePac2002, FollowsItsFormulas) {
  const auto t = tyre();
  Random random;
  for (int round = 0; round < 400; ++round) {
    const double N = N0 * random(0.1, 3.4), gamma = random(-0.06, 0.06);
    const double kappa = round % 4 == 0 ? 1e-3 : random(-1, 1);
    const double slope = round % 4 == 1 ? -1e-3 : random(-1, 1);
    const Combined c(N, kappa, slope, gamma);
    const Vec6 f = rolling(*t, N, 30, kappa, slope, gamma).steady(*t);
    EXPECT_NEAR(f[3], c.Fx, 1e-6 * N) << kappa << " " << slope;
    EXPECT_NEAR(f[4], c.Fy, 1e-6 * N) << kappa << " " << slope;
    EXPECT_NEAR(f[2], c.Mz - f[3] * (radius - N / stiffness) * std::tan(gamma), 1e-6 * N);
  }
}

TEST(TyrePac2002, HasTheFrictionAndTheStiffnessOfItsFile) {
  const auto t = tyre();
  double greatest = 0;
  for (double kappa = 0; kappa < 1; kappa += 1e-3)
    greatest = std::max(greatest, rolling(*t, N0, 30, kappa, straight(1)).steady(*t)[3]);
  EXPECT_NEAR(greatest / N0, 1.1739, 1e-4);  // PDX1
  const double d = 1e-4;
  const double cornering = (rolling(*t, N0, 30, 0, -ByHand(N0, 0, 0, 0).SHy + d).steady(*t)[4] -
                            rolling(*t, N0, 30, 0, -ByHand(N0, 0, 0, 0).SHy - d).steady(*t)[4]) /
                           (2 * d);
  const double K = 21.92 * N0 * std::sin(2 * std::atan(1 / 2.0012));
  EXPECT_NEAR(-cornering, K, 1e-3 * K);
  const double braking = (rolling(*t, N0, 30, -0.0012297 + d, 0).steady(*t)[3] -
                          rolling(*t, N0, 30, -0.0012297 - d, 0).steady(*t)[3]) /
                         (2 * d);
  EXPECT_NEAR(braking, 22.303 * N0, 2e-3 * 22.303 * N0);  // PKX1
}

TEST(TyrePac2002, RelaxesOverItsLengths) {
  const auto t = tyre();
  for (const double part : {0.5, 1.0, 2.0}) {
    // At small slip x' = -s - x V / sigma, but for the damping.
    const double N = part * N0, f = part - 1;
    const double sigma_x = (2.3657 + 1.4112 * f) * std::exp(-0.56626 * f) * radius * N / 4850;
    const double sigma_y = 2.1439 * std::sin(2 * std::atan(part / 1.9829)) * radius * 0.81;
    RollingWheel w = rolling(*t, N, 10, 0, 0);
    BodyForceOut out;
    t->derivatives(w.in(), out);
    EXPECT_NEAR(-1 / out.e_z[0][0], sigma_x / 10 + 3e-3, 5e-3 * sigma_x / 10) << part;
    EXPECT_NEAR(-1 / out.e_z[1][1], sigma_y / 10 + 3e-3, 5e-3 * sigma_y / 10) << part;
  }
}

TEST(TyrePac2002, IsASpringAtStandstillAndDryFrictionWhenItSlides) {
  const auto t = tyre();
  RollingWheel w{radius, stiffness, N0};
  w.z[0] = 0.003;
  const double c = 22.303 * N0 / (2.3657 * radius * 0.81);
  EXPECT_NEAR(w.force(*t).wrench[3], 0.003 * c, 1);
  EXPECT_LT(std::abs(w.force(*t).e[0]), 1e-4);
  for (const double v : {0.05, 1.0, 30.0}) {
    RollingWheel locked{radius, stiffness, N0};
    locked.v_x = v;
    EXPECT_NEAR(locked.steady(*t)[3], ByHand(N0, -1, 0, 0).Fx, 0.02 * N0) << v;
  }
}

TEST(TyrePac2002, IsMirroredOnTheOtherSide) {
  const auto t = tyre(), other = tyre({{"mirror", "true"}});
  RollingWheel left = rolling(*t, N0, 20, 0.02, 0.03, 0.02);
  RollingWheel right = rolling(*t, N0, 20, 0.02, -0.03, -0.02);
  const Vec6 a = left.steady(*t), b = right.steady(*other);
  EXPECT_NEAR(a[3], b[3], 1e-9 * N0);
  EXPECT_NEAR(a[4], -b[4], 1e-9 * N0);
  EXPECT_NEAR(a[2], -b[2], 1e-9 * N0);
}

TEST(TyrePac2002, SlidesOnIceAndHasNoForceInTheAir) {
  const auto dry = tyre(), ice = tyre({}, {{"friction", "0.1"}});
  double greatest = 0;
  for (double kappa = 0; kappa < 1; kappa += 1e-3)
    greatest = std::max(greatest, rolling(*ice, N0, 30, kappa, straight(0.1)).steady(*ice)[3]);
  EXPECT_NEAR(greatest / N0, 0.11739, 1e-4);
  RollingWheel air = rolling(*dry, -1, 20, 0.1, 0.1);
  air.z[1] = 0.01;
  EXPECT_EQ(air.force(*dry).wrench.norm(), 0);
  EXPECT_NEAR(air.force(*dry).e[1], -0.01 / 3e-3, 1e-9);
}

}  // namespace
}  // namespace takt::element::pac2002
