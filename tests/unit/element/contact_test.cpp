// Contact: derivatives of contacts between bodies compared with differences, the restitution of the
// normal load, and what holds at points of contact.
#include <gtest/gtest.h>

#include <cmath>

#include "sample_values.hpp"
#include "takt/base/error.hpp"
#include "takt/element/contact/body_contact.hpp"
#include "takt/element/contact/road_contact.hpp"

namespace takt::element {
namespace {

Mat3 turned(const Vec3& Theta) { return rotation::matrix_of(rotation::exp(Theta)); }

const Texts sphere_sphere{{"from_radius", "0.3"}, {"to_radius", "0.2"}},
    capsule_sphere{{"from_radius", "0.3"}, {"to_radius", "0.2"}, {"from_length", "0.8"}},
    sphere_capsule{{"from_radius", "0.3"}, {"to_radius", "0.2"}, {"to_length", "0.6"}},
    capsules{
        {"from_radius", "0.3"}, {"to_radius", "0.2"}, {"from_length", "0.8"}, {"to_length", "0.6"}};

std::shared_ptr<const BodyForce> contact_of(Texts texts, const Texts& more) {
  texts.insert(more.begin(), more.end());
  texts.insert({{"stiffness", "1e5"}, {"friction", "0.7"}});
  return make_body_force("contact", texts, nullptr);
}

struct Pose {
  BodyForceIn in;
  double z[3] = {};
};

Pose beside(Random& random, double farthest) {
  const auto vector = [&random](double size) {
    return Vec3(random(-size, size), random(-size, size), random(-size, size));
  };
  Pose pose;
  pose.in.R = turned(vector(2));
  do pose.in.p = vector(farthest);
  while (pose.in.p.norm() < 0.1);
  pose.in.v = vector(0.5);
  pose.in.w = vector(3);
  for (double& z : pose.z) z = random(-1e-4, 1e-4);
  return pose;
}

// The wrench and the rates of three states.
using WrenchAndRates = Eigen::Matrix<double, 9, 1>;

WrenchAndRates wrench_and_rates(const BodyForce& force, const BodyForceIn& in) {
  BodyForceOut out;
  force.force(in, out);
  WrenchAndRates a = WrenchAndRates::Zero();
  a.head<6>() = out.wrench;
  for (int k = 0; k < force.states(); ++k) a[6 + k] = out.e[k];
  return a;
}

BodyForceIn displaced(BodyForceIn in, int k, double h) {
  Vec3 d = Vec3::Zero();
  d[k % 3] = h;
  if (k < 3) in.R = turned(d) * in.R;
  if (k >= 3 && k < 6) in.p += d;
  if (k >= 6 && k < 9) in.w += d;
  if (k >= 9) in.v += d;
  return in;
}

void expect_derivatives(const BodyForce& force, const char* name) {
  Random random;
  int touching = 0, compared = 0, all = 0;
  for (int round = 0; round < 200; ++round) {
    Pose pose = beside(random, 0.45);
    pose.in.z = pose.z;
    BodyForceOut out;
    out.by_place.setConstant(99);  // must be overwritten
    out.by_twist.setConstant(99);
    force.derivatives(pose.in, out);
    const WrenchAndRates here = wrench_and_rates(force, pose.in);
    if (force.report(pose.in) > 0) ++touching;
    const double scale = 1 + here.norm(), h = 1e-6;
    for (int k = 0; k < 12 + force.states(); ++k, ++all) {
      WrenchAndRates exact = WrenchAndRates::Zero();
      const int y = k - 12;
      if (k < 12) {
        exact.head<6>() = k < 6 ? out.by_place.col(k) : out.by_twist.col(k - 6);
        for (int z = 0; z < force.states(); ++z)
          exact[6 + z] = k < 6 ? out.e_place[z / 2](z % 2, k) : out.e_twist[z / 2](z % 2, k - 6);
      } else {
        exact.head<6>() = out.by_z[y / 2].col(y % 2);
        exact[6 + y] = out.e_z[y][y % 2];
      }
      const auto at = [&](double step) {
        if (k < 12) return wrench_and_rates(force, displaced(pose.in, k, step));
        Pose other = pose;
        other.z[y] += step;
        BodyForceIn in = pose.in;
        in.z = other.z;
        return wrench_and_rates(force, in);
      };
      // No kink between: both one-sided differences agree, or the point is left out.
      const WrenchAndRates up = at(h), down = at(-h);
      if (((up - here) - (here - down)).norm() > 1e-3 * (up - down).norm() + 1e-9 * scale) continue;
      const WrenchAndRates wide = (up - down) / (2 * h), narrow = (at(h / 2) - at(-h / 2)) / h;
      if ((wide - narrow).norm() > 1e-4 * (scale + wide.norm())) continue;
      ++compared;
      EXPECT_LT((exact - (4 * narrow - wide) / 3).norm(), 2e-5 * (scale + exact.norm()))
          << name << " column " << k << " round " << round;
    }
  }
  EXPECT_GT(touching, 60) << name;
  EXPECT_GT(compared, 0.95 * all) << name;
}

TEST(BodyContact, DerivativesAreThoseOfTheForce) {
  const std::pair<const char*, const Texts*> shapes[] = {{"spheres", &sphere_sphere},
                                                         {"capsule and sphere", &capsule_sphere},
                                                         {"sphere and capsule", &sphere_capsule},
                                                         {"capsules", &capsules}};
  for (const auto& [name, texts] : shapes) {
    expect_derivatives(*contact_of(*texts, {}), name);
    expect_derivatives(*contact_of(*texts, {{"friction_law", "bristle"}}), name);
  }
}

TEST(BodyContact, WithoutLossesHasAPotential) {
  for (const Texts* texts : {&sphere_sphere, &capsule_sphere, &sphere_capsule}) {
    const auto force = contact_of(*texts, {{"friction", "0"}, {"dissipation", "0"}});
    ASSERT_TRUE(force->conservative());
    Random random;
    int touching = 0;
    for (int round = 0; round < 100; ++round) {
      const Pose pose = beside(random, 0.45);
      const WrenchAndRates F = wrench_and_rates(*force, pose.in);
      if (F.norm() > 0) ++touching;
      constexpr double h = 1e-6;
      for (int k = 0; k < 6; ++k) {
        const double slope = (force->potential(displaced(pose.in, k, h)) -
                              force->potential(displaced(pose.in, k, -h))) /
                             (2 * h);
        EXPECT_NEAR(F[k], -slope, 1e-5 * (10 + F.norm()));
      }
    }
    EXPECT_GT(touching, 30);
  }
  EXPECT_FALSE(contact_of(sphere_sphere, {{"dissipation", "0"}})->conservative());
  EXPECT_FALSE(contact_of(sphere_sphere, {{"friction", "0"}})->conservative());
}

TEST(BodyContact, PushesAlongTheLineOfCentres) {
  const auto force =
      contact_of(sphere_sphere, {{"friction", "0"}, {"exponent", "1"}, {"dissipation", "0"}});
  BodyForceIn in;
  in.p = Vec3(0, 0.3, 0.4) * 0.96;  // 20 mm deep
  const WrenchAndRates F = wrench_and_rates(*force, in);
  EXPECT_NEAR(F[4], 1e5 * 0.02 * 0.6, 1e-6);
  EXPECT_NEAR(F[5], 1e5 * 0.02 * 0.8, 1e-6);
  EXPECT_NEAR(force->report(in), 2000, 1e-6);
  EXPECT_NEAR(F.head<3>().norm(), 0, 1e-9);
}

// A free mass that meets the contact with speed v, by small steps of Heun's method.
double rebound(const NormalLoad& load, double mass, double v, double h) {
  double d = 0;
  const auto a = [&](double at, double rate) { return at > 0 ? -load.at(at, rate) / mass : 0; };
  d += h * v;
  while (d > 0) {
    const double a0 = a(d, v), d1 = d + h * v, v1 = v + h * a0;
    const double a1 = a(d1, v1);
    d += h * (v + v1) / 2;
    v += h * (a0 + a1) / 2;
  }
  return -v;
}

TEST(NormalLoad, HasTheRestitutionThatItsKeySays) {
  for (const double e : {0.05, 0.3, 0.7, 0.95, 1.0})
    for (const double n : {1.0, 1.5, 2.2})
      for (const double mass : {0.2, 30.0}) {
        const double speed = 2;
        const NormalLoad load(1e5, n, 1e-3, NormalLoad::cv_of_restitution(e) / speed);
        EXPECT_NEAR(rebound(load, mass, speed, 1e-7 * std::sqrt(mass)), e * speed, 2e-3 * speed)
            << e << " " << n << " " << mass;
      }
  const NormalLoad load(1e5, 1.5, 1e-3, NormalLoad::cv_of_restitution(0.5));
  EXPECT_GT(rebound(load, 1, 0.1, 1e-7), 0.09);  // slow impacts lose less
}

TEST(NormalLoad, NeverPulls) {
  const NormalLoad load(1e5, 1.5, 1e-3, 0.8);
  for (double rate = -50; rate < 50; rate += 0.37) EXPECT_GE(load.at(1e-3, rate), 0) << rate;
  EXPECT_NEAR(load.at(1e-3, 0.0), 100, 1e-9);
  EXPECT_NEAR(load.at(4e-3, 0.0), 100 * 8, 1e-9);
}

TEST(ContactFriction, HoldsAtRestAndSlidesWithItsCoefficient) {
  ContactFriction law;
  law.bristles = true;
  const Triple<double> up{0, 0, 1};
  const double bent[3] = {0.5e-4, 0, 0};
  const auto rests = law.at<double>({0, 0, 0}, 10, up, bent);
  EXPECT_NEAR(rests.force.x, -5, 1e-12);
  EXPECT_EQ(rests.rate.x, 0);
  const double full[3] = {1e-4, 0, 0};
  const auto slides = law.at<double>({0.3, 0, 0}, 10, up, full);
  EXPECT_NEAR(slides.force.x, -10, 1e-4);
  EXPECT_NEAR(slides.rate.x, 0, 1e-5);
  law.bristles = false;
  const auto smooth = law.at<double>({0, 0.3, 0}, 10, up, nullptr);
  EXPECT_NEAR(smooth.force.y, -10, 1e-2);
}

// Between lying and standing the load of a cylinder changes without jumps.
TEST(RoadContact, OfACylinderIsSmoothFromItsSideToItsEnd) {
  const auto force = make_body_force("road_contact",
                                     {{"shape", "cylinder"},
                                      {"radius", "0.1"},
                                      {"length", "0.2"},
                                      {"stiffness", "1e4"},
                                      {"exponent", "1"}},
                                     make_road("flat", {}));
  double last = -1;
  for (double tilt = 0; tilt <= M_PI / 2; tilt += 1e-3) {
    BodyForceIn in;
    in.R = turned(Vec3(tilt, 0, 0)) * turned(Vec3(0, 0, 0.3));
    // the lowest point 5 mm deep
    in.p = Vec3(0, 0, 0.1 * std::cos(tilt) + 0.1 * std::sin(tilt) - 0.005);
    const double load = force->report(in);
    EXPECT_GT(load, 10) << tilt;
    if (last >= 0) {
      EXPECT_LT(std::abs(load - last), 8) << tilt;  // of about 100
    }
    last = load;
  }
  BodyForceIn lying;
  lying.R = turned(Vec3(M_PI / 2, 0, 0));
  lying.p = Vec3(0, 0, 0.095);
  EXPECT_NEAR(force->report(lying), 2 * 1e4 * 0.005, 0.1);  // two rims
  BodyForceIn standing;
  standing.p = Vec3(0, 0, 0.095);
  EXPECT_NEAR(force->report(standing), 4 * 1e4 * 0.005, 0.1);  // four points
}

TEST(RoadContact, RespectsTheFrictionOfTheRoad) {
  const auto ice = make_road("flat", {{"friction", "0.1"}});
  const auto force = make_body_force(
      "road_contact",
      {{"shape", "sphere"}, {"radius", "0.1"}, {"stiffness", "1e4"}, {"friction", "0.5"}}, ice);
  BodyForceIn in;
  in.p = Vec3(0, 0, 0.098);
  in.v = Vec3(5, 0, 0);
  const WrenchAndRates F = wrench_and_rates(*force, in);
  EXPECT_NEAR(F[3], -0.05 * F[5], 1e-5 * F[5]);
  EXPECT_GT(F[5], 0);
}

TEST(RoadContact, SaysWhatItsShapeNeeds) {
  const auto make = [](Texts texts) {
    texts.insert({"stiffness", "1e4"});
    return make_body_force("road_contact", texts, nullptr);
  };
  EXPECT_THROW(make({{"shape", "sphere"}}), Error);
  EXPECT_THROW(make({{"shape", "sphere"}, {"radius", "1"}, {"length", "1"}}), Error);
  EXPECT_THROW(make({{"shape", "box"}, {"radius", "1"}}), Error);
  EXPECT_THROW(make({{"shape", "box"}, {"size", "[1, 0, 1]"}}), Error);
  EXPECT_THROW(make({{"shape", "capsule"}, {"radius", "1"}}), Error);
  EXPECT_THROW(make({{"shape", "sphere"}, {"radius", "1"}, {"bristle", "1e-4"}}), Error);
  EXPECT_THROW(make({{"shape", "sphere"}, {"radius", "1"}, {"exponent", "0.5"}}), Error);
  EXPECT_THROW(make({{"shape", "sphere"}, {"radius", "1"}, {"restitution", "1.5"}}), Error);
}

}  // namespace
}  // namespace takt::element
