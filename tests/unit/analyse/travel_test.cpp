// A wheel moved up and down: the front corner of the Iltis compared with the table of iltis.md 3.5,
// and a swing arm with its circle.
#include "takt/analyse/travel.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "inspect_models.hpp"
#include "takt/base/error.hpp"
#include "takt/element/force/spring_damper.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::test {
namespace {

class Tyre final : public element::BodyForce {  // far above ground, and still not to be counted
 public:
  void force(const element::BodyForceIn&, element::BodyForceOut& out) const noexcept override {
    out.wrench << 0, 0, 0, 0, 0, 1000;
  }
  void derivatives(const element::BodyForceIn&, element::BodyForceOut&) const noexcept override {}
  double report(const element::BodyForceIn&) const noexcept override { return 1000; }
  double rolling_radius() const noexcept override { return 0.36; }
};

void add_tyre(Model& m, const std::string& name, int wheel, const Vec3& centre) {
  Force f;
  f.name = name;
  f.type = "tyre_radial";
  f.body_force = std::make_shared<Tyre>();
  f.on = {wheel, {z_along(1), centre}};
  m.forces.push_back(f);
}

void add_law(Model& m, const std::string& name, element::Curve spring,
             const element::Measure& measure) {
  Force f;
  f.name = name;
  f.type = "spring_damper";
  f.law = std::make_shared<element::SpringDamper>(std::move(spring), element::Curve());
  ModelMeasure s;
  s.measure = measure;
  f.measures.push_back(s);
  m.forces.push_back(f);
}

// Hardpoints of iltis.md 3.3, x from the front axle, z above ground; `side` +1 left, -1 right.
std::shared_ptr<Model> iltis_corner(double side) {
  const auto at = [&](double x, double y, double z) { return Vec3(x, side * y, z); };
  const Vec3 U = at(0, 0.1585, 0.600), P = at(0, 0.4880, 0.531), C = at(0, 0.2590, 0.302);
  const Vec3 Q = at(0, 0.5720, 0.229), W = at(0, 0.6150, 0.356);
  const Vec3 D1 = at(0.075, 0.2970, 0.632), D2 = at(0.075, 0.5000, 0.241);
  const Vec3 T1 = at(-0.14, 0.0700, 0.600), T2 = at(-0.14, 0.4480, 0.531);
  auto m = std::make_shared<Model>();
  const int chassis = add_body(*m, "chassis", {-0.97, 0, 0.57}, 1260, {130, 1620, 1670});
  const int arm = add_body(*m, "arm", (C + Q) / 2, 6, {0.052099, 0.023235, 0.068864});
  const int carrier = add_body(*m, "carrier", Q, 0);
  const int wheel = add_body(*m, "wheel", W, 57.35, {1.2402, 1.908, 1.2402});
  add_joint(*m, "base", "free", 0, chassis, {0, 0, 0});
  add_joint(*m, "arm pivot", "revolute", chassis, arm, C, z_along(0));
  Mat3 R;  // of the universal joint: x, then the kingpin
  R.col(0) = Vec3::UnitX();
  R.col(1) = (P - Q).normalized();
  R.col(2) = rotation::cross(R.col(0), R.col(1));
  add_joint(*m, "kingpin", "universal", arm, carrier, Q, R);
  add_joint(*m, "hub", "revolute", carrier, wheel, W, z_along(1));
  add_rod(*m, "leaf rod", chassis, U, carrier, P);
  add_rod(*m, "tie rod", chassis, T1, carrier, T2);
  const Mat3 one = Mat3::Identity();
  add_law(*m, "damper", element::Curve::polynomial({-4.0092e6, 2.8397e7, -6.7061e7, 5.2796e7}),
          {element::MeasureKind::distance, {chassis, {one, D1}}, {arm, {one, D2}}, 2, 2, 1});
  Mat3 down = Mat3::Identity();
  down(1, 1) = down(2, 2) = -1;
  const double k = 35906, stop = 1e7;  // of L + 0.1
  add_law(*m, "leaf",
          element::Curve::pieces({0.106}, {{-k * 0.146 - stop * 0.106, stop}, {-k * 0.252, k}}),
          {element::MeasureKind::along,
           {chassis, {down, Vec3(0, P[1], 0.707)}},
           {carrier, {one, P}},
           2,
           2,
           1});
  add_tyre(*m, "tyre", wheel, W);
  return m;
}

struct Row {
  double z, damper, Fs, leaf, load;
};
constexpr Row table[] = {
    {-0.100, 0.4970, 20820, 796, -11426}, {-0.060, 0.4750, 6983, -606, -2712},
    {-0.040, 0.4637, 3154, -1311, 90},    {0.000, 0.4406, -128, -2729, 3368},
    {0.040, 0.4164, -500, -4153, 5025},   {0.060, 0.4038, -922, -4866, 6017},
    {0.070, 0.3974, -1472, -5224, 6737},  {0.080, 0.3910, -2373, -99576, 101305}};

Travel travel_of(const Model& model, const std::vector<double>& at) {
  const mechanism::TreeMechanism m(std::make_shared<Model>(model));
  const std::vector<WheelFrame> wheels = wheels_of(model);
  return travel(m, start_of(m), wheels.at(0), at);
}

TEST(Travel, IltisCornerGivesTheTable) {
  std::vector<double> at;
  for (const Row& r : table) at.push_back(r.z);
  const Travel x = travel_of(*iltis_corner(1), at);
  ASSERT_EQ(x.points.size(), std::size(table));
  ASSERT_EQ(x.elements.size(), 2u);
  for (std::size_t i = 0; i < x.points.size(); ++i) {
    const TravelPoint& p = x.points[i];
    const Row& r = table[i];
    SCOPED_TRACE("at " + std::to_string(r.z));
    EXPECT_NEAR(p.elements[0].s, r.damper, 6e-5);
    EXPECT_NEAR(p.elements[0].report, r.Fs, 0.005 * std::abs(r.Fs) + 0.5);
    EXPECT_NEAR(p.elements[1].report, r.leaf, 0.005 * std::abs(r.leaf) + 0.5);
    EXPECT_NEAR(p.load, r.load, 0.005 * std::abs(r.load) + 0.5);
  }
  EXPECT_NEAR(x.points[3].elements[0].ratio, -0.5914, 1e-4);
  EXPECT_NEAR(x.points[3].elements[1].ratio, -0.9894, 1e-4);
  ASSERT_TRUE(x.hanging.has_value());
  EXPECT_NEAR(*x.hanging, -0.041, 0.5e-3);
  EXPECT_FALSE(x.lowest || x.highest);
}

TEST(Travel, BothSidesAreMirrored) {
  const std::vector<double> at{-0.05, 0, 0.05};
  const Travel left = travel_of(*iltis_corner(1), at), right = travel_of(*iltis_corner(-1), at);
  for (std::size_t i = 0; i < at.size(); ++i) {
    EXPECT_NEAR(left.points[i].camber, right.points[i].camber, 1e-12);
    EXPECT_NEAR(left.points[i].toe, right.points[i].toe, 1e-12);
    EXPECT_NEAR(left.points[i].track, right.points[i].track, 1e-12);
    EXPECT_NEAR(left.points[i].load, right.points[i].load, 1e-7);
  }
  EXPECT_NE(left.points[0].camber, 0);
}

// A trailing wheel on a transverse swing arm of length l: centre on a circle, camber = angle.
TEST(Travel, SwingAxleMovesOnItsCircle) {
  const double l = 0.8;
  Model m;
  const int arm = add_body(m, "arm", {0, 0.5, 0}, 10, {1, 1, 1});
  const int wheel = add_body(m, "wheel", {0, l, 0}, 20, {1, 1, 1});
  add_joint(m, "pivot", "revolute", 0, arm, {0, 0, 0}, z_along(0));
  add_joint(m, "hub", "revolute", arm, wheel, {0, l, 0}, z_along(1));
  const mechanism::TreeMechanism mechanism(std::make_shared<Model>(m));
  const Travel x =
      travel(mechanism, start_of(mechanism), wheel_named(m, "wheel"), {-0.3, 0, 0.3, 0.79, 0.9});
  ASSERT_EQ(x.points.size(), 4u);
  for (const TravelPoint& p : x.points) {
    const double angle = std::asin(p.z / l);
    EXPECT_NEAR(p.camber, -angle, 1e-10);
    EXPECT_NEAR(p.track, l * (std::cos(angle) - 1), 1e-10);
    EXPECT_NEAR(p.toe, 0, 1e-12);
    EXPECT_NEAR(p.load, 9.81 * (20 + 10 * 0.5 / l), 1e-8);
    EXPECT_NEAR(p.stiffness, 0, 1e-3);
  }
  ASSERT_TRUE(x.highest.has_value());  // the arm is not long enough for 0.9
  EXPECT_LE(*x.highest, l);
  EXPECT_GT(*x.highest, 0.79);
}

// Stiffness at the wheel: ratio^2 k, and what the turning of the lever adds.
TEST(Travel, StiffnessIsTheSlopeOfTheLoad) {
  const std::vector<double> at{0.019, 0.02, 0.021};
  const Travel x = travel_of(*iltis_corner(1), at);
  const double slope = (x.points[2].load - x.points[0].load) / 0.002;
  EXPECT_NEAR(x.points[1].stiffness, slope, 1e-3 * slope);
}

// The same corner whatever carries its chassis: nothing of the joint to ground moves.
TEST(Travel, ChassisIsHeldWhateverItsJoint) {
  const std::vector<double> at{-0.05, 0, 0.05};
  const Travel expected = travel_of(*iltis_corner(1), at);
  for (const char* type : {"weld", "vehicle_body", "guided_body", "prismatic", "cylindrical",
                           "planar", "spherical", "universal", "revolute"}) {
    SCOPED_TRACE(type);
    auto m = iltis_corner(1);
    m->joints[0].type = element::find_joint(type);
    m->joints[0].inboard.frame.R = m->joints[0].outboard.frame.R = z_along(2);
    const Travel x = travel_of(*m, at);
    ASSERT_EQ(x.points.size(), at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      EXPECT_NEAR(x.points[i].camber, expected.points[i].camber, 1e-10);
      EXPECT_NEAR(x.points[i].toe, expected.points[i].toe, 1e-10);
      EXPECT_NEAR(x.points[i].track, expected.points[i].track, 1e-10);
      EXPECT_NEAR(x.points[i].load, expected.points[i].load, 1e-6);
      EXPECT_NEAR(x.points[i].stiffness, expected.points[i].stiffness, 1);
    }
  }
}

// A chassis on several joints in a row, its bodies between them without mass.
TEST(Travel, ChassisIsHeldOnAChainOfJoints) {
  const std::vector<double> at{-0.05, 0, 0.05};
  const Travel expected = travel_of(*iltis_corner(1), at);
  auto m = iltis_corner(1);
  const int heave = add_body(*m, "heave", {0, 0, 0}, 0);
  m->joints[0].type = element::find_joint("revolute");  // it pitches
  m->joints[0].inboard.body = heave;
  m->joints[0].inboard.frame.R = m->joints[0].outboard.frame.R = z_along(1);
  add_joint(*m, "lift", "prismatic", 0, heave, {0, 0, 0}, z_along(2));
  const Travel x = travel_of(*m, at);
  ASSERT_EQ(x.points.size(), at.size());
  for (std::size_t i = 0; i < at.size(); ++i)
    EXPECT_NEAR(x.points[i].load, expected.points[i].load, 1e-6);
}

// A trailer on a ball behind its tractor: its wheel moves on its own suspension, not by its pitch.
TEST(Travel, TrailerIsHeldBehindItsTractor) {
  Model m;
  const int tractor = add_body(m, "tractor", {0, 0, 1}, 5000, {1, 1, 1});
  const int trailer = add_body(m, "trailer", {-5, 0, 1}, 9000, {1, 1, 1});
  const int axle = add_body(m, "axle", {-8, 1, 0.5}, 400, {1, 1, 1});
  add_joint(m, "base", "free", 0, tractor, {0, 0, 0});
  add_joint(m, "hitch", "spherical", tractor, trailer, {-2, 0, 1});
  add_joint(m, "guide", "prismatic", trailer, axle, {-8, 1, 0.5}, z_along(2));
  add_tyre(m, "tyre", axle, {-8, 1, 0.5});
  const Travel x = travel_of(m, {0, 0.05});
  ASSERT_EQ(x.points.size(), 2u);
  for (const TravelPoint& p : x.points) {
    EXPECT_NEAR(p.load, 400 * 9.81, 1e-6);  // the axle alone, nothing of the trailer
    EXPECT_NEAR(p.camber, 0, 1e-12);
  }
}

TEST(Travel, WhatCannotMoveIsRefused) {
  Model m;
  const int shaft = add_body(m, "shaft", {0, 0, 0}, 10, {1, 1, 1});
  add_joint(m, "bearing", "revolute", 0, shaft, {0, 0, 0}, z_along(2));
  const mechanism::TreeMechanism mechanism(std::make_shared<Model>(m));
  EXPECT_THROW(travel(mechanism, start_of(mechanism), wheel_named(m, "shaft"), {0.1}), Error);
  EXPECT_THROW(wheel_named(m, "shift"), Error);
  EXPECT_TRUE(wheels_of(m).empty());
}

// The poses are those of a kinematics_table: their angles are toe and camber of the wheel, and left and
// right wheels are mirror images, also when they are steered.
TEST(Travel, PosesAreThoseOfTheWheelAndMirrored) {
  const io::OpenModel open = io::open_model("iltis", {}, "joint:");
  const auto unsettled = std::make_shared<Model>(open.mechanism->model());
  unsettled->initial.equilibrium = false;  // as drawn
  const auto drawn = mechanism::compile_tree(unsettled);
  const mechanism::Mechanism& m = *drawn;
  const State start = start_of(m);
  const int rack = steering_named(m.model(), "rack");
  const std::vector<double> at = {-0.05, 0, 0.04};
  const auto of = [&](const char* wheel, double steer) {
    return travel(m, start, wheel_named(m.model(), wheel), at, Steer{rack, steer}).points;
  };
  const auto left = of("fl.tyre", 0.015), right = of("fr.tyre", -0.015), other = of("fl.tyre", 0);
  ASSERT_EQ(left.size(), at.size());
  ASSERT_EQ(right.size(), at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    EXPECT_NEAR(left[i].moved[2], at[i], 1e-9);
    EXPECT_NEAR(left[i].turned[0], -left[i].toe, 1e-12);
    EXPECT_NEAR(std::tan(left[i].camber),
                -std::tan(left[i].turned[1]) / std::cos(left[i].turned[0]), 1e-12);
    EXPECT_GT(std::abs(left[i].turned[0] - other[i].turned[0]), 0.05);
    EXPECT_NEAR(left[i].moved[1], -right[i].moved[1], 1e-9);
    EXPECT_NEAR(left[i].moved[0], right[i].moved[0], 1e-9);
    EXPECT_NEAR(left[i].turned[0], -right[i].turned[0], 1e-9);
    EXPECT_NEAR(left[i].turned[1], -right[i].turned[1], 1e-9);
    EXPECT_NEAR(left[i].turned[2], right[i].turned[2], 1e-9);
  }
  EXPECT_THROW(steering_named(m.model(), "chassis"), Error);
}

}  // namespace
}  // namespace takt::test
