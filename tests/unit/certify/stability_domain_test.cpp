#include "takt/certify/stability_domain.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace takt::certify {
namespace {

constexpr PlanePoint some[] = {{-0.5, 1.2}, {-1.7, 0.4}, {0.1, 0.9}, {-3, 2}};

TEST(StabilityDomain, AmplifiesAsThePolynomialOfTheMethod) {
  for (const PlanePoint z : some) {
    EXPECT_NEAR(amplification(parse_method("index1+explicit_euler"), z), std::abs(1.0 + z), 1e-6);
    EXPECT_NEAR(amplification(parse_method("index1+heun+s_both2"), z),
                std::abs(1.0 + z + z * z / 2.0), 1e-5);
    const PlanePoint rk4 = 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)));
    EXPECT_NEAR(amplification(parse_method("index1+rk4"), z), std::abs(rk4), 1e-5);
    EXPECT_NEAR(amplification(parse_method("index1+linear_implicit_euler(exact)"), z),
                std::abs(1.0 / (1.0 - z)), 1e-5);
  }
}

TEST(StabilityDomain, OfExplicitEulerEndsOnACircle) {
  const StabilityDomain d = stability_domain(parse_method("index1+explicit_euler"), 4);
  EXPECT_EQ(d.why_not, "");
  ASSERT_GT(d.boundary.size(), 20u);
  for (const auto& [a, b] : d.boundary)
    for (const PlanePoint z : {a, b}) EXPECT_NEAR(std::abs(z + 1.0), 1, 0.02) << z;
  for (const PlanePoint z : d.stable) EXPECT_LE(std::abs(z + 1.0), 1 + 1e-6) << z;
}

TEST(StabilityDomain, OfTheTrapezoidalRuleIsTheLeftHalf) {
  const StabilityDomain d = stability_domain(parse_method("ali3+trapezoidal"), 4);
  EXPECT_EQ(d.why_not, "");
  ASSERT_GT(d.boundary.size(), 20u);
  for (const auto& [a, b] : d.boundary) EXPECT_NEAR(a.real(), 0, 2e-3) << a;
}

TEST(StabilityDomain, IsNotDrawnForMethodsThatChooseTheirSteps) {
  EXPECT_EQ(stability_domain(parse_method("index1+dopri5"), 4).why_not, "it chooses its steps");
}

}  // namespace
}  // namespace takt::certify
