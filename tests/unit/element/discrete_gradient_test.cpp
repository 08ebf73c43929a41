// Discrete gradients give the exact change of measures and potentials over a step.
#include "takt/element/discrete_gradient.hpp"

#include <gtest/gtest.h>

#include <random>

#include "takt/element/force/spring_damper.hpp"
#include "takt/element/road/bump.hpp"
#include "takt/element/tyre/tyre_radial.hpp"

namespace takt::element {
namespace {

std::mt19937& random_numbers() {
  static std::mt19937 random(7);
  return random;
}

Vec3 random_vector() {
  std::uniform_real_distribution<double> unit(-1, 1);
  return {unit(random_numbers()), unit(random_numbers()), unit(random_numbers())};
}

TEST(DiscreteGradient, OfEveryMeasureGivesItsChange) {
  for (MeasureKind kind :
       {MeasureKind::difference, MeasureKind::along, MeasureKind::dot, MeasureKind::distance,
        MeasureKind::half_square, MeasureKind::angle, MeasureKind::twist}) {
    const int n = carriers_of(kind, 1, 2).count;
    Vec3 y0[max_carriers], y1[max_carriers];
    for (int k = 0; k < n; ++k) {
      y0[k] = random_vector();
      y1[k] = y0[k] + 0.1 * random_vector();
    }
    MeasureValue from, to, mean, middle;
    measure(kind, 1, 1.3, y0, false, from);
    measure(kind, 1, 1.3, y1, false, to);
    discrete_measure(kind, 1, 2, 1.3, y0, y1, mean);
    double change = 0, corrected = 0;
    Vec3 ym[max_carriers];
    for (int k = 0; k < n; ++k) ym[k] = 0.5 * (y0[k] + y1[k]);
    measure(kind, 1, 1.3, ym, false, middle);
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      change += mean.gradient[k].dot(y1[k] - y0[k]);
      corrected = std::max(corrected, (mean.gradient[k] - middle.gradient[k]).norm());
    }
    EXPECT_NEAR(change, to.s - from.s, 1e-14) << static_cast<int>(kind);
    const bool quadratic = kind == MeasureKind::difference || kind == MeasureKind::along ||
                           kind == MeasureKind::dot || kind == MeasureKind::half_square ||
                           kind == MeasureKind::twist;
    if (quadratic) {
      EXPECT_LT(corrected, 1e-13) << static_cast<int>(kind);
    }
  }
}

TEST(DiscreteGradient, OfASpringGivesItsEnergy) {
  const SpringDamper shock(Curve::polynomial({-4.0092e6, 2.8397e7, -6.7061e7, 5.2796e7}),
                           Curve::linear(9945.6));
  for (const double s1 : {0.40, 0.4400001, 0.44, 0.46}) {
    const double s0 = 0.44;
    double Q = 0;
    discrete_law(shock, &s0, &s1, {}, &Q);
    const double rest = 0;
    const double dV = shock.potential({&s1, &rest, nullptr, nullptr, nullptr}) -
                      shock.potential({&s0, &rest, nullptr, nullptr, nullptr});
    EXPECT_NEAR(Q * (s1 - s0), -dV, 1e-9 * (1 + std::abs(dV)));
    if (s1 == s0) {
      EXPECT_NEAR(Q, 155, 1);
    }
  }
}

TEST(DiscreteGradient, OfATyreGivesItsEnergy) {
  const auto road = std::make_shared<BumpRoad>(0.97, 5, 0.2, false);
  const TyreRadial tyre(TyreContact(road, RadialLaw::potential, 0.364, 460000, 0));
  BodyForceIn from, to;
  from.p = {2.0, 0, 0.43};
  to.p = {2.1, 0, 0.44};
  BetweenPlaces between;
  between_places(tyre, from, from.p, to.p, between);
  const Vec3& F = between.F;
  const double dV = tyre.potential(to) - tyre.potential(from);
  EXPECT_GT(std::abs(dV), 1);
  EXPECT_NEAR(F.dot(to.p - from.p), -dV, 1e-9 * std::abs(dV));
}

}  // namespace
}  // namespace takt::element
