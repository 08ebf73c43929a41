// The model builder: the models that programs build with it, and what it refuses.
#include "takt/model/builder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "takt/base/error.hpp"
#include "takt/element/joint/catalogue.hpp"
#include "takt/model/joint_components.hpp"

namespace takt::test {
namespace {

ModelBuilder four_bar() {
  ModelBuilder m("four-bar");
  m.gravity({0, -9.81, 0});
  const Vec3 A(0, 0, 0), B(0, 1, 0), C(1, 1, 0), D(1, 0, 0);
  m.body(uniform_rod("crank", 1, A, B));
  m.body(uniform_rod("coupler", 1, B, C));
  m.body(uniform_rod("rocker", 1, C, D));
  m.joint("A", "revolute", "ground", "crank", frame_at(A));
  m.joint("B", "revolute", "crank", "coupler", frame_at(B));
  m.joint("C", "revolute", "coupler", "rocker", frame_at(C));
  m.joint("D", "revolute", "ground", "rocker", frame_at(D));
  m.start_velocity("A", "", -1);
  m.force({.name = "spring",
           .type = "spring_damper",
           .where = "",
           .from = m.on("ground", frame_at(D)),
           .to = m.on("crank", frame_at(B)),
           .on = {},
           .joints = {},
           .values = {{"stiffness", 100.0}}});
  m.output_position("x", m.on("crank", frame_at(B)), 0);
  return m;
}

std::string refused(const std::function<void()>& what) {
  try {
    what();
  } catch (const Error& e) {
    return std::string(e.what()) + " | " + e.where + " | " + e.hint;
  }
  return "";
}

TEST(ModelBuilder, TakesGroundAtAnyPlaceAmongTheBodiesAndOnce) {
  ModelBuilder m = four_bar();
  Body ground;
  ground.name = "ground";
  ground.frames.push_back({"hook", frame_at({0, 0, 1})});
  EXPECT_EQ(m.body(ground), 0);
  EXPECT_EQ(m.on("ground.hook").frame.p, Vec3(0, 0, 1));
  EXPECT_EQ(refused([&] { m.body(ground); }),
            "there are two of this name | body 'ground' | names are unique: rename one of them");
  EXPECT_EQ(m.build().bodies.size(), 4u);
}

TEST(ModelBuilder, MakesTheFourBarOfItsComment) {
  const Model m = four_bar().build();
  EXPECT_EQ(m.bodies.size(), 4u);
  EXPECT_EQ(m.bodies[0].name, "ground");
  ASSERT_EQ(m.joints.size(), 4u);
  EXPECT_EQ(m.joints[0].v0.front().second, -1);
  EXPECT_EQ(m.joints[2].inboard.frame.p, Vec3(1, 1, 0));
  ASSERT_EQ(m.forces.size(), 1u);
  EXPECT_EQ(m.forces[0].measures.size(), 1u);
  EXPECT_EQ(m.forces[0].measures[0].measure.kind, element::MeasureKind::distance);
}

TEST(ModelBuilder, RefusesWithNameAndSuggestion) {
  ModelBuilder m = four_bar();
  EXPECT_EQ(refused([&] { m.body(uniform_rod("crank", 1, Vec3::Zero(), Vec3::UnitX())); }),
            "there are two of this name | body 'crank' | names are unique: rename one of them");
  EXPECT_EQ(refused([&] { m.joint("E", "revolut", "ground", "crank", {}); }),
            "unknown joint 'revolut' | joint 'E' | did you mean 'revolute'?");
  EXPECT_EQ(refused([&] { m.joint("E", "revolute", "crank", "crank", {}); }),
            "the joint connects body 'crank' with itself | joint 'E' | name two bodies");
  EXPECT_EQ(
      refused([&] { m.start_velocity("A", "angle", 1); }),
      "joint 'A' has no component 'angle' | initial | it has only one: leave the component out");
  ForceSpec f;
  f.name = "f";
  f.type = "spring_damper";
  f.to = m.on("crank");
  f.values = {{"stifness", 1.0}};
  EXPECT_EQ(refused([&] { m.force(f); }),
            "unknown key 'stifness' | force 'f' | did you mean 'stiffness'?");
  f.values = {{"stiffness", -1.0}};
  EXPECT_EQ(refused([&] { m.force(f); }),
            "'stiffness' is -1 but must be zero or positive | force 'f' | write 0 or more");
  m.body(uniform_box("loose", 1, Vec3::Zero(), Vec3::Ones()));
  EXPECT_NE(refused([&] { m.build(); }).find("the body has no joint | body 'loose'"),
            std::string::npos);
}

TEST(ModelBuilder, ChecksInertia) {
  Body b;
  b.name = "b";
  b.mass = 1;
  b.inertia = Vec3(1, 1, 2.5).asDiagonal();
  EXPECT_NE(refused([&] { ModelBuilder().body(b); }).find("triangle"), std::string::npos);
  b.inertia = Vec3(0, 1, 1).asDiagonal();  // a slender rod
  EXPECT_EQ(refused([&] { ModelBuilder().body(b); }), "");
  b.inertia = Vec3(-1, 1, 1).asDiagonal();
  EXPECT_NE(refused([&] { ModelBuilder().body(b); }).find("not positive"), std::string::npos);
  b.mass = std::nan("");
  EXPECT_NE(refused([&] { ModelBuilder().body(b); }).find("not finite"), std::string::npos);
}

TEST(ModelBuilder, PlacesFramesOnBodiesByTheDrawing) {
  ModelBuilder m;
  Body b = uniform_box("b", 1, Vec3(0.1, 0, 0), Vec3::Ones());
  b.design = {roll_pitch_yaw({0, 0, M_PI / 2}), {1, 0, 0}};
  b.frames.push_back({"tip", {Mat3::Identity(), {1, 0, 0}}});
  m.body(b);
  const Attachment a = m.on("b", frame_at({1, 1, 0}));
  EXPECT_NEAR((a.frame.p - Vec3(1, 0, 0)).norm(), 0, 1e-15);
  EXPECT_NEAR((m.in_drawing(m.on("b.tip")).p - Vec3(1, 1, 0)).norm(), 0, 1e-15);
  EXPECT_EQ(m.on("b.com").frame.p, Vec3(0.1, 0, 0));
  EXPECT_EQ(m.on("b.origin").frame.p, Vec3(0, 0, 0));
  EXPECT_NE(refused([&] { m.on("b.tup"); }).find("did you mean 'tip'?"), std::string::npos);
}

TEST(Catalogue, EveryEntryHasReadableDefaults) {
  const auto values = [](const auto& entry) {
    for (const element::Key& key : entry.keys) {
      if (key.standard.empty() || key.standard == "none") continue;
      const element::Key only[] = {key};
      EXPECT_NO_THROW(KeyedValues(only, {}, nullptr, "")) << entry.name << "." << key.name;
    }
  };
  for (const auto& e : element::forces()) values(e);
  for (const auto& e : element::signals()) values(e);
  for (const auto& e : element::roads()) values(e);
}

TEST(JointComponents, NamesFollowTheMotions) {
  const auto names = [](const std::vector<JointComponent>& all) {
    std::string text;
    for (const auto& c : all) text += c.name + " ";
    return text;
  };
  EXPECT_EQ(names(coordinates_of(element::Free::entry, false)), "x y z qw qx qy qz ");
  EXPECT_EQ(names(velocities_of(element::Free::entry, false)), "vx vy vz wx wy wz ");
  EXPECT_EQ(names(coordinates_of(element::Free::entry, true)), "x y z rz ry rx ");
  EXPECT_EQ(names(coordinates_of(element::Cylindrical::entry, false)), "s angle ");
  EXPECT_EQ(names(coordinates_of(element::Revolute::entry, false)), " ");
}

}  // namespace
}  // namespace takt::test
