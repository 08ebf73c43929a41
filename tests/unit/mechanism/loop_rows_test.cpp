// The parts of a mechanism in joint coordinates, each by itself: the tree, and the rows that close its loops.
#include "takt/mechanism/tree/loop_rows.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"
#include "takt/model/builder.hpp"

namespace takt::test {
namespace {

using mechanism::JointTree;
using mechanism::LoopRows;

// A four-bar mechanism in the plane x, y; joint D closes the loop.
ModelBuilder four_bar_of_parts() {
  ModelBuilder m("four-bar");
  const Vec3 A(0, 0, 0), B(0, 1, 0), C(1, 1, 0), D(1, 0, 0);
  m.body(uniform_rod("crank", 1, A, B));
  m.body(uniform_rod("coupler", 1, B, C));
  m.body(uniform_rod("rocker", 1, C, D));
  m.joint("A", "revolute", "ground", "crank", frame_at(A));
  m.joint("B", "revolute", "crank", "coupler", frame_at(B));
  m.joint("C", "revolute", "coupler", "rocker", frame_at(C));
  m.joint("D", "revolute", "ground", "rocker", frame_at(D));
  return m;
}

TEST(LoopRows, OfACutRevoluteJointAreFiveWithNamesAndMeaning) {
  ModelBuilder m = four_bar_of_parts();
  m.model().joints[3].cut = true;
  const Model model = m.build();
  const JointTree tree(model);
  const LoopRows rows(tree);
  ASSERT_EQ(rows.blocks().count(), 1);
  EXPECT_EQ(rows.blocks()[0].joint, 3);
  EXPECT_EQ(rows.names(), (std::vector<std::string>{"D.1", "D.2", "D.3", "D.4", "D.5"}));
  EXPECT_EQ(rows.meaning_of(1).element, "joint 'D'");
  EXPECT_EQ(rows.meaning_of(1).part, "direction y");
  EXPECT_EQ(rows.meaning_of(1).gap, "the loop through 'rocker' at joint 'D'");
  EXPECT_EQ(rows.meaning_of(1).unit, "m");
  EXPECT_EQ(rows.meaning_of(3).part, "rotation about y");
  EXPECT_EQ(rows.meaning_of(3).unit, "rad");
}

TEST(LoopRows, ThatStayZeroAreLeftOut) {
  ModelBuilder m = four_bar_of_parts();
  const Model model = m.build();
  const JointTree tree(model);
  LoopRows rows(tree);
  Vector largest = Vector::Ones(5);
  rows.leave_out(largest);
  EXPECT_FALSE(rows.any_idle());
  largest[2] = largest[4] = 0;
  rows.leave_out(largest);
  EXPECT_TRUE(rows.any_idle());
  EXPECT_TRUE(rows.blocks()[0].idle(2));
  EXPECT_FALSE(rows.blocks()[0].idle(3));
  EXPECT_EQ(rows.blocks()[0].along, (List<int>{0, 1}));
  EXPECT_EQ(rows.blocks()[0].others, (List<int>{3}));
}

TEST(LoopRows, CannotCoupleAJointThatClosesALoop) {
  ModelBuilder m = four_bar_of_parts();
  m.model().joints[3].cut = true;
  Constraint gear;
  gear.name = "gear";
  gear.kind = Constraint::Kind::coupler;
  gear.terms = {{0, 0, 1.0}, {3, 0, -2.0}};
  m.constraint(gear);
  const Model model = m.build();
  const JointTree tree(model);
  EXPECT_THROW(LoopRows{tree}, Error);
}

TEST(JointTree, FindsThePlacesOfBodiesAndCoordinates) {
  ModelBuilder m = four_bar_of_parts();
  m.model().joints[3].cut = true;
  const Model model = m.build();
  const JointTree tree(model);
  EXPECT_EQ(tree.links().size(), 3u);
  EXPECT_EQ(tree.link_of(0), -1);
  EXPECT_EQ(tree.link_of(3), 2);
  EXPECT_EQ(tree.place_of(1, 0).q, 1);
  EXPECT_EQ(tree.place_of(3, 0).q, -1);  // it is not in the tree
  // Both ends hang on the same chain: all three columns move the second end only.
  const auto ends = tree.ends(model.joints[3].inboard, model.joints[3].outboard);
  ASSERT_EQ(ends.columns.count(), 3);
  for (const auto& c : ends.columns) EXPECT_EQ(c.side, 1);
}

}  // namespace
}  // namespace takt::test
