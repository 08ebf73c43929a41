// Where the forces of tyres act: at the point where the plane of the wheel meets the road. With a
// wheel that leans and steers on a slope, the moment about the wheel centre is r x F.
#include <gtest/gtest.h>

#include <cmath>

#include "rolling_wheel.hpp"

namespace takt::element::tyre_moment {
namespace {

constexpr double grade = 0.15, cross_slope = -0.1;  // of the road

struct Leaning {
  BodyForceIn in;
  double z[2] = {0.004, -0.006};  // both forces along the road act
  Vec3 n, axis, arm, along;       // arm: from the centre to the contact point, by geometry alone

  explicit Leaning(double speed) {
    const auto turn = [](double x, double y, double z) {
      return rotation::matrix_of(rotation::exp(Vec3(x, y, z)));
    };
    in.R = turn(0, 0, 0.4) * turn(0.2 - M_PI / 2, 0, 0);  // steered, cambered
    in.p = Vec3(1, 2, 0);
    in.p[2] = grade * in.p[0] + cross_slope * in.p[1] + 0.31;
    n = Vec3(-grade, -cross_slope, 1).normalized();
    axis = in.R.col(2);
    along = rotation::cross(axis, n).normalized();
    in.v = speed * along;
    in.w = speed / 0.31 * axis;
    in.z = z;
    // Down in the plane of the wheel, as far as the road, which passes through the origin.
    const Vec3 down = (axis.dot(n) * axis - n).normalized();
    arm = in.p.dot(n) / -down.dot(n) * down;
    EXPECT_NEAR((in.p + arm).dot(n), 0, 1e-12);
    EXPECT_NEAR(arm.dot(axis), 0, 1e-12);
  }
  // The moment about the contact point.
  Vec3 rest(const BodyForce& tyre, Vec3& force) const {
    BodyForceOut out;
    tyre.force(in, out);
    force = out.wrench.tail<3>();
    return Vec3(out.wrench.head<3>()) - Vec3(rotation::cross(arm, force));
  }
};

std::shared_ptr<const BodyForce> tyre(const std::string& type, Texts texts) {
  if (type == "tyre_pac2002")
    texts["file"] = sedan_tyre();
  else
    texts.insert({{"radius", "0.344"}, {"stiffness", "2.8e5"}});
  if (type == "tyre_tmeasy") texts["load"] = "4000";
  return make_body_force(type, texts,
                         make_road("slope", {{"grade", std::to_string(grade)},
                                             {"cross", std::to_string(cross_slope)}}));
}

TEST(TyreMoment, AtRestTheForcesActAtTheContactPoint) {
  for (const char* type : {"tyre_tmeasy", "tyre_pac2002"}) {
    Vec3 F;
    const Vec3 rest = Leaning(0).rest(*tyre(type, {}), F);
    EXPECT_GT(std::abs(F.dot(Leaning(0).along)), 100) << type;  // all three act
    EXPECT_GT((F - F.dot(Leaning(0).n) * Leaning(0).n).norm(), 500) << type;
    EXPECT_GT(F.dot(Leaning(0).n), 5000) << type;
    EXPECT_LT(rest.norm(), 1e-9 * F.norm()) << type;
  }
}

// Rolling, a tyre has torques of its own about the normal and its axis, but none about `along`.
TEST(TyreMoment, RollingTheyDoNotOverturnTheWheelBeside) {
  const std::pair<const char*, Texts> tyres[] = {
      {"tyre_tmeasy", {}}, {"tyre_pac2002", {}}, {"tyre_calspan", {{"load_at", "contact"}}}};
  for (const auto& [type, texts] : tyres) {
    const Leaning w(20);
    Vec3 F;
    const Vec3 rest = w.rest(*tyre(type, texts), F);
    EXPECT_GT(std::abs(F.dot(rotation::cross(w.n, w.along))), 100) << type;
    EXPECT_NEAR(rest.dot(w.along), 0, 1e-9 * F.norm()) << type;
  }
}

// What pushes through the centre leaves out the moment of the load, N h tan(camber).
TEST(TyreMoment, OfALoadThroughTheCentreIsMissing) {
  const std::pair<const char*, Texts> tyres[] = {{"tyre_radial", {}},
                                                 {"tyre_calspan", {{"load_at", "centre"}}}};
  for (const auto& [type, texts] : tyres) {
    const Leaning w(20);
    Vec3 F;
    const Vec3 rest = w.rest(*tyre(type, texts), F);
    const double tangent = w.axis.dot(w.n) / rotation::cross(w.axis, w.n).norm();
    const double missing = F.dot(w.n) * w.in.p.dot(w.n) * tangent;
    EXPECT_GT(std::abs(missing), 100) << type;
    EXPECT_NEAR(rest.dot(w.along), -missing, 1e-9 * F.norm()) << type;
  }
}

}  // namespace
}  // namespace takt::element::tyre_moment
