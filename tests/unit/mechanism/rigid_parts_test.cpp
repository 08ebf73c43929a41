// The entities that rigid parts share at joints, and those they get in addition.
#include "takt/mechanism/natural/rigid_parts.hpp"

#include <gtest/gtest.h>

#include "natural_catalogue.hpp"

namespace takt::mechanism::natural {
namespace {

struct Made {
  Parts parts;
  List<Shared> shared;
};

Made made(const Model& model) {
  Made m{weld(model, find_topology(model)), {}};
  m.shared = share(model, m.parts);
  complete(m.parts, {});
  return m;
}

// Two arms that hang on each other by balls `apart` from the ball on ground.
std::shared_ptr<const Model> arms(double apart) {
  Build m;
  const int a = m.body("a", 1, {0, 0, 0}, solid), b = m.body("b", 1, {1, 0, 0}, solid);
  m.joint("A", "spherical", 0, a, at({0, 0, 0}));
  m.joint("B", "spherical", a, b, at({apart, 0, 0}));
  return m.model;
}

TEST(RigidParts, SharePointsThatAreFarEnoughFromTheirOwn) {
  const Made far = made(*arms(0.5)), near = made(*arms(0.01));
  ASSERT_EQ(far.shared.count(), 2);
  EXPECT_TRUE(far.shared[0].point && far.shared[1].point);
  EXPECT_TRUE(near.shared[0].point);
  EXPECT_FALSE(near.shared[1].point);  // its coefficients in the two points would be large
  const Shared& B = far.shared[1];
  EXPECT_EQ(far.parts.of(1).slots[B.point_slot[0]].entity,
            far.parts.of(2).slots[B.point_slot[1]].entity);
}

class EntitiesOfParts : public testing::TestWithParam<Case> {};

// Every point and axis of a part is the combination of its entities that its coefficients say.
TEST_P(EntitiesOfParts, CarryEveryPointAndAxis) {
  const Model& model = *GetParam().model;
  const Made m = made(model);
  for (int b = 1; b < model.bodies.count(); ++b) {
    const Part& part = m.parts.of(b);
    if (!part.has_entities() || part.directions().count() < 3) continue;
    for (const bool point : {true, false}) {
      const Carrier c{b, point, {0.3, -0.7, 1.1}, -1};
      const Vec4 w = m.parts.coefficients(c);
      Vec3 sum = Vec3::Zero();
      double points = 0;
      for (int a = 0; a < part.slots.count(); ++a) {
        sum += w[a] * part.slots[a].local;
        if (part.slots[a].point) points += w[a];
      }
      EXPECT_LE((sum - m.parts.in_part(c)).norm(), 1e-11) << part.root;
      EXPECT_NEAR(points, point ? 1 : 0, 1e-12) << part.root;
    }
  }
}

// Each entity that moves has a place of its own, and the places are numbered without gaps.
TEST_P(EntitiesOfParts, HavePlaces) {
  const Made m = made(*GetParam().model);
  List<int> used(m.parts.places, 0);
  for (const Entity& e : m.parts.entities)
    if (e.place >= 0) ++used[e.place];
  for (const int times : used) EXPECT_EQ(times, 1);
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, EntitiesOfParts, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace takt::mechanism::natural
