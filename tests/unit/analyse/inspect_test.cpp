// Degrees of freedom, redundant rows, singular starts and mass of mechanisms built in code.
#include "takt/analyse/inspect.hpp"

#include <gtest/gtest.h>

#include "inspect_models.hpp"
#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/start/start_of_mechanism.hpp"
#include "tests/support/random_models.hpp"

namespace takt::test {
namespace {

// Crank, coupler, rocker in the plane of x and y; axes along z.
std::shared_ptr<Model> four_bar(const Vec3& A, const Vec3& B, const Vec3& C, const Vec3& D) {
  auto m = std::make_shared<Model>();
  add_body(*m, "crank", (A + B) / 2, 1, Vec3::Constant(0.01));
  add_body(*m, "coupler", (B + C) / 2, 2, Vec3::Constant(0.01));
  add_body(*m, "rocker", (C + D) / 2, 3, Vec3::Constant(0.01));
  add_joint(*m, "A", "revolute", 0, 1, A);
  add_joint(*m, "B", "revolute", 1, 2, B);
  add_joint(*m, "C", "revolute", 2, 3, C);
  add_joint(*m, "D", "revolute", 0, 3, D).cut = true;
  return m;
}

struct Inspected {
  explicit Inspected(std::shared_ptr<Model> model)
      : mechanism(std::make_shared<mechanism::TreeMechanism>(model)), start(start_of(*mechanism)),
        inspection(inspect(*mechanism, start)),
        counted(gruebler(*model, mechanism->tree()->topology)) {}
  std::vector<std::string> redundant() const {
    std::vector<std::string> names;
    for (const Redundant& r : inspection.redundant) names.push_back(r.name);
    return names;
  }
  std::shared_ptr<mechanism::TreeMechanism> mechanism;
  State start;
  Inspection inspection;
  int counted;
};

using Words = std::vector<std::string>;

TEST(Inspect, FourParallelRevolutesHaveThreeRedundantRows) {
  const Inspected x(four_bar({0, 0, 0}, {0, 1, 0}, {1.5, 1.2, 0}, {2, 0, 0}));
  EXPECT_EQ(x.counted, -2);
  EXPECT_EQ(x.inspection.freedoms, 1);
  EXPECT_FALSE(x.inspection.singular());
  EXPECT_EQ(x.redundant(), (Words{"joint 'D' direction z", "joint 'D' rotation about y",
                                  "joint 'D' rotation about x"}));
  for (const Redundant& r : x.inspection.redundant) EXPECT_TRUE(r.with.empty());
  EXPECT_LT(x.inspection.residual.position, 1e-12);
}

TEST(Inspect, AFlatParallelogramIsSingular) {
  const Inspected x(four_bar({0, 0, 0}, {1, 0, 0}, {3, 0, 0}, {2, 0, 0}));
  EXPECT_TRUE(x.inspection.singular());
  EXPECT_EQ(x.inspection.freedoms, 2);
  EXPECT_EQ(x.inspection.rank_nearby, x.inspection.rank + 1);
}

TEST(Inspect, OfTwoEqualRodsTheLaterIsRedundant) {
  auto m = std::make_shared<Model>();
  add_body(*m, "arm", {0.5, 0, 0}, 1, Vec3::Constant(0.01));
  add_body(*m, "link", {1.5, 0, 0}, 1, Vec3::Constant(0.01));
  add_joint(*m, "shoulder", "revolute", 0, 1, {0, 0, 0});
  add_joint(*m, "elbow", "revolute", 1, 2, {1, 0, 0});
  for (const char* name : {"first", "second"}) add_rod(*m, name, 0, {2, 1, 0}, 2, {2, 0, 0});
  const Inspected x(m);
  EXPECT_EQ(x.counted, 0);
  EXPECT_EQ(x.inspection.freedoms, 1);
  ASSERT_EQ(x.redundant(), (Words{"constraint 'second'"}));
  EXPECT_EQ(x.inspection.redundant[0].with, (Words{"constraint 'first'"}));
}

// Six revolutes along the edges of a cube: by count a structure, in truth it moves.
TEST(Inspect, BricardMovesWithOneRedundantRow) {
  auto m = std::make_shared<Model>();
  const Vec3 p[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  for (int b = 0; b < 5; ++b)
    add_body(*m, "rod" + std::to_string(b), (p[b] + p[b + 1]) / 2, 1, Vec3::Constant(0.01));
  // at each corner, the axis normal to both rods that meet there
  const int axis[] = {1, 2, 0, 1, 2, 0};
  for (int j = 0; j < 6; ++j)
    add_joint(*m, "j" + std::to_string(j), "revolute", j, j == 5 ? 0 : j + 1, p[j],
              z_along(axis[j]));
  const Inspected x(m);
  EXPECT_EQ(x.counted, 0);
  EXPECT_EQ(x.inspection.freedoms, 1);
  EXPECT_EQ(x.inspection.redundant.size(), 1u);
  EXPECT_FALSE(x.inspection.singular());
}

TEST(Inspect, MasslessRodsCountAsDistances) {
  auto m = std::make_shared<Model>();
  add_body(*m, "arm", {0.5, 0, 0}, 1, Vec3::Constant(0.01));
  add_body(*m, "other", {0.5, 1, 0}, 1, Vec3::Constant(0.01));
  add_body(*m, "rod", {1, 0.5, 0}, 0);
  add_joint(*m, "one", "revolute", 0, 1, {0, 0, 0});
  add_joint(*m, "two", "revolute", 0, 2, {0, 1, 0});
  add_joint(*m, "ball one", "spherical", 1, 3, {1, 0, 0});
  add_joint(*m, "ball two", "spherical", 2, 3, {1, 1, 0});
  const Inspected x(m);
  EXPECT_EQ(x.counted, 1);
  EXPECT_EQ(x.inspection.freedoms, 1);
  EXPECT_TRUE(x.inspection.redundant.empty());
}

TEST(Inspect, CountingIsCoordinatesLessRows) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const auto model = random_model({seed, 6, static_cast<int>(seed % 4), false, seed % 2 == 0});
    const mechanism::TreeMechanism m(model);
    EXPECT_EQ(gruebler(*model, m.tree()->topology), m.shape().nv - m.shape().ng) << "seed " << seed;
  }
}

TEST(Inspect, NullSpaceIsOrthonormalAndComplete) {
  Matrix G(4, 6);
  G << 1, 2, 0, 0, 1, 0, 0, 0, 3, 0, 0, 1, 2, 4, 3, 0, 2, 1, 0, 0, 0, 0, 0, 0;
  const RowSpace rows(G);
  EXPECT_EQ(rows.rank(), 2);
  EXPECT_EQ(rows.dependent(), (std::vector<Index>{2, 3}));
  EXPECT_EQ(rows.behind(2), (std::vector<Index>{0, 1}));
  EXPECT_TRUE(rows.behind(3).empty());
  const Matrix R = rows.null_space();
  EXPECT_EQ(R.cols(), 4);
  EXPECT_LT((G * R).cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_LT((R.transpose() * R - Matrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 1e-14);
  Vector x = Vector::Ones(6);
  rows.to_null_space(x);
  EXPECT_LT((G * x).norm(), 1e-14);
  EXPECT_LT((x - R * (R.transpose() * Vector::Ones(6))).norm(), 1e-14);
}

TEST(Inspect, MassAndCentreAreThoseOfAllBodies) {
  const Inspected x(four_bar({0, 0, 0}, {0, 1, 0}, {1, 1, 0}, {1, 0, 0}));
  const MassAndCentre all = mass_and_centre(*x.mechanism, x.start);
  EXPECT_DOUBLE_EQ(all.mass, 6);
  EXPECT_NEAR((all.centre - Vec3(4.0 / 6, 4.0 / 6, 0)).norm(), 0, 1e-14);
}

}  // namespace
}  // namespace takt::test
