// PAC2002 in its special cases: no slip, a locked wheel, large camber, no load.
#include <gtest/gtest.h>

#include <cmath>

#include "rolling_wheel.hpp"
#include "takt/element/tyre/tyre_pac2002.hpp"

namespace takt::element {
namespace {

constexpr double radius = 0.344, stiffness = 280835.2941, N0 = 0.81 * 4850;

std::shared_ptr<const BodyForce> tyre(const std::string& friction,
                                      std::string file = sedan_tyre()) {
  return make_body_force("tyre_pac2002", {{"file", std::move(file)}, {"damping_time", "3e-3"}},
                         make_road("flat", {{"friction", friction}}));
}

RollingWheel rolling(const BodyForce& t, double N, double v, double kappa, double tan_alpha) {
  RollingWheel w{radius, stiffness, N};
  w.v_x = v;
  w.v_y = v * tan_alpha;
  w.spin = (1 + kappa) * v / dynamic_cast<const TyrePac2002&>(t).rolling_radius_at(N);
  return w;
}

// On ice the slope of the characteristic changes most with slip.
TEST(TyrePac2002Corners, ForcesDoNotJumpWithTheSignOfSlip) {
  for (const char* mu : {"1", "0.05"}) {
    const auto t = tyre(mu);
    for (const double other : {0.01, -0.03}) {
      const Vec6 left = rolling(*t, N0, 20, other, 1e-9).steady(*t);
      const Vec6 right = rolling(*t, N0, 20, other, -1e-9).steady(*t);
      EXPECT_NEAR(left[4], right[4], 1e-3) << mu << " " << other;
      const Vec6 ahead = rolling(*t, N0, 20, 1e-9, other).steady(*t);
      const Vec6 behind = rolling(*t, N0, 20, -1e-9, other).steady(*t);
      EXPECT_NEAR(ahead[3], behind[3], 1e-3) << mu << " " << other;
    }
  }
}

TEST(TyrePac2002Corners, SlopesAreThoseOfTheForcesNextToNoSlip) {
  const auto t = tyre("0.05");
  for (const double slip : {0.0, 9e-6, 1.1e-5, -9e-6, -1.1e-5}) {
    const double d = 1e-5;  // m/s
    const auto differ = [&](double RollingWheel::*input, int row, int column, double kappa,
                            double tan_alpha) {
      RollingWheel w = rolling(*t, N0, 20, kappa, tan_alpha);
      t->steady(w.in(), w.z);
      BodyForceOut out;
      t->derivatives(w.in(), out);
      const double middle = w.force(*t).wrench[row];
      for (const double side : {d, -d}) {
        RollingWheel moved = w;
        moved.*input += side;
        const double slope = (moved.force(*t).wrench[row] - middle) / side;
        EXPECT_NEAR(slope, out.by_twist(row, column), 2e-3 * std::abs(slope) + 1) << slip;
      }
    };
    differ(&RollingWheel::v_y, 4, 4, 0.01, slip);
    differ(&RollingWheel::v_x, 3, 3, slip, 0.01);
  }
}

TEST(TyrePac2002Corners, ALockedWheelSlidesAgainstItsMotion) {
  const auto t = tyre("1");
  const double Dx = 1.1739 * N0, Dy = 1.0489 * N0;
  for (double degrees = 5; degrees < 89; degrees += 5) {
    const double a = degrees * M_PI / 180;
    RollingWheel w{radius, stiffness, N0};
    w.v_x = 20 * std::cos(a);
    w.v_y = 20 * std::sin(a);
    const Vec6 f = w.steady(*t);
    EXPECT_NEAR(std::atan2(-f[4], -f[3]), a, 0.12) << degrees;
    EXPECT_LT(std::hypot(f[3] / Dx, f[4] / Dy), 1.0) << degrees;
  }
}

// Whatever the slips: but for S_Vy, which the Magic Formula adds to its greatest force.
TEST(TyrePac2002Corners, TheEllipseIsNotExceeded) {
  const auto t = tyre("1");
  const double Dx = 1.1739 * N0, Dy = (1.0489 + 0.0373) * N0;
  Random random;
  for (int round = 0; round < 2000; ++round) {
    const double kappa = random(-1, 1), slope = std::tan(random(-1.5, 1.5));
    const Vec6 f = rolling(*t, N0, 20, kappa, slope).steady(*t);
    EXPECT_LT(std::hypot(f[3] / Dx, f[4] / Dy), 1.005) << kappa << " " << slope;
  }
}

TEST(TyrePac2002Corners, CamberCountsUpToTheRangeOfTheFile) {
  const auto side = [](const BodyForce& t, double camber, double slope) {
    RollingWheel w = rolling(t, N0, 20, 0, slope);
    w.camber = camber;
    return w.steady(t)[4];
  };
  const auto shipped = tyre("1");
  EXPECT_NEAR(side(*shipped, 1.2, 0), side(*shipped, 0.3, 0), 1e-6 * N0);
  EXPECT_LT(std::abs(side(*shipped, 1.2, 0)), N0);
  // Of a slope that changes sign with camber, the part before.
  std::string text = sedan_tyre();
  const std::string was = "PKY3  = -0.024778";
  text.replace(text.find(was), was.size(), "PKY3 = 6");
  const auto steep = tyre("1", text);
  for (const double camber : {0.1, 0.3, -0.3, 1.0})
    EXPECT_LT(side(*steep, camber, 0.01), side(*steep, camber, -0.01)) << camber;
  // One slope across the limit.
  for (double camber = 0.2; camber < 0.3; camber += 0.01) {
    const double h = 1e-5, before = side(*shipped, camber, 0) - side(*shipped, camber - h, 0);
    const double after = side(*shipped, camber + h, 0) - side(*shipped, camber, 0);
    EXPECT_NEAR(after / h, before / h, 5e-3 * N0) << camber;
  }
}

TEST(TyrePac2002Corners, LiftsOffIntoTheDecayInTheAir) {
  const auto t = tyre("1");
  for (const double part : {1e-6, -1e-6}) {
    RollingWheel w = rolling(*t, part * N0, 20, 0.02, 0.03);
    w.z[0] = w.z[1] = 0.01;
    EXPECT_NEAR(w.force(*t).e[0], -0.01 / 3e-3, 1e-3) << part;
    EXPECT_NEAR(w.force(*t).e[1], -0.01 / 3e-3, 1e-3) << part;
  }
}

}  // namespace
}  // namespace takt::element
