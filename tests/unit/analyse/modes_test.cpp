// Eigenvalues of small vibrations compared with textbook values.
#include "takt/analyse/modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "inspect_models.hpp"
#include "takt/element/force/spring_damper.hpp"
#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/start/start_of_mechanism.hpp"
#include "tests/support/random_models.hpp"

namespace takt::test {
namespace {

void add_spring(Model& m, const std::string& name, int joint, double k, double c) {
  Force f;
  f.name = name;
  f.type = "spring_damper";
  f.law =
      std::make_shared<element::SpringDamper>(element::Curve::linear(k), element::Curve::linear(c));
  ModelMeasure s;
  s.joint = joint;
  f.measures.push_back(s);
  m.forces.push_back(f);
}

Modes modes_of(std::shared_ptr<Model> model) {
  const mechanism::TreeMechanism m(model);
  return modes(m, start_of(m));
}

TEST(Modes, PendulumWithSpringAndDamper) {
  auto m = std::make_shared<Model>();
  m->gravity = {0, -9.81, 0};
  add_body(*m, "bob", {0, -0.8, 0}, 2);
  add_joint(*m, "pivot", "revolute", 0, 1, {0, 0, 0});
  add_spring(*m, "spring", 0, 5, 0.3);
  const Modes x = modes_of(m);
  const double I = 2 * 0.64, k = 5 + 2 * 9.81 * 0.8, c = 0.3;
  ASSERT_EQ(x.all.size(), 2u);
  EXPECT_NEAR(x.all[0].re, -c / (2 * I), 1e-12);
  EXPECT_NEAR(x.all[0].im, std::sqrt(k / I - c * c / (4 * I * I)), 1e-12);
  EXPECT_NEAR(x.all[0].damping(), c / (2 * std::sqrt(k * I)), 1e-12);
  EXPECT_TRUE(x.balance.holds);
  EXPECT_EQ(x.neutral, 0);
  EXPECT_EQ(x.all[0].mostly, "pivot");
}

TEST(Modes, DoublePendulum) {
  auto m = std::make_shared<Model>();
  m->gravity = {0, -9.81, 0};
  add_body(*m, "upper", {0, -1, 0}, 1);
  add_body(*m, "lower", {0, -2, 0}, 1);
  add_joint(*m, "top", "revolute", 0, 1, {0, 0, 0});
  add_joint(*m, "middle", "revolute", 1, 2, {0, -1, 0});
  const Modes x = modes_of(m);
  ASSERT_EQ(x.all.size(), 4u);  // w^2 = (2 -+ sqrt 2) g / l
  EXPECT_NEAR(x.all[0].im, std::sqrt((2 - std::sqrt(2.0)) * 9.81), 1e-10);
  EXPECT_NEAR(x.all[2].im, std::sqrt((2 + std::sqrt(2.0)) * 9.81), 1e-10);
  EXPECT_EQ(x.all[1].im, -x.all[0].im);
}

// The same pendulum as a closed loop: a parallelogram hanging from two pivots, with three rows more
// than needed. Its platform translates on a circle.
TEST(Modes, HangingParallelogramWithRedundantRows) {
  auto m = std::make_shared<Model>();
  m->gravity = {0, -9.81, 0};
  const double l = 0.7;
  add_body(*m, "left", {0, -l / 2, 0}, 1, Vec3::Constant(0.02));
  add_body(*m, "platform", {0.5, -l, 0}, 3, Vec3::Constant(0.1));
  add_body(*m, "right", {1, -l / 2, 0}, 1, Vec3::Constant(0.02));
  add_joint(*m, "A", "revolute", 0, 1, {0, 0, 0});
  add_joint(*m, "B", "revolute", 1, 2, {0, -l, 0});
  add_joint(*m, "C", "revolute", 2, 3, {1, -l, 0});
  add_joint(*m, "D", "revolute", 0, 3, {1, 0, 0});
  const Modes x = modes_of(m);
  const double I = 2 * (0.02 + l * l / 4) + 3 * l * l;
  const double k = 9.81 * (2 * l / 2 + 3 * l);
  ASSERT_EQ(x.all.size(), 2u);
  EXPECT_TRUE(x.balance.holds);
  EXPECT_NEAR(x.all[0].im, std::sqrt(k / I), 1e-9);
}

TEST(Modes, AFreeBodyIsNeutralAndAnUnbalancedStateIsTold) {
  auto m = std::make_shared<Model>();
  m->gravity = {0, 0, 0};
  add_body(*m, "body", {0, 0, 0}, 2, Vec3::Constant(0.3));
  add_joint(*m, "float", "free", 0, 1, {0, 0, 0});
  const Modes floating = modes_of(m);
  EXPECT_EQ(floating.neutral, 12);
  EXPECT_EQ(floating.all.size(), 12u);
  EXPECT_TRUE(floating.balance.holds);
  m->gravity = {0, 0, -9.81};
  const Modes falling = modes_of(m);
  EXPECT_FALSE(falling.balance.holds);
  EXPECT_NEAR(falling.balance.acceleration, 9.81, 1e-12);
}

// Spinning about the middle axis: w' = +- W sqrt((I2 - I1)(I3 - I2) / (I1 I3)), Euler's equations.
TEST(Modes, SteadyRotationOfAFreeBody) {
  auto m = std::make_shared<Model>();
  m->gravity = {0, 0, 0};
  const int b = add_body(*m, "body", {0, 0, 0}, 2);
  m->bodies[static_cast<std::size_t>(b)].inertia = Vec3(1, 2, 3).asDiagonal();
  add_joint(*m, "float", "free", 0, 1, {0, 0, 0});
  const mechanism::TreeMechanism mechanism(m);
  State s = start_of(mechanism);
  s.v[4] = 2;
  const Modes x = modes(mechanism, s);
  const double growth = 2 * std::sqrt(1.0 / 3);
  int grows = 0, turns = 0;
  for (const Mode& mode : x.all) {
    if (std::abs(mode.re - growth) < 1e-6) ++grows;
    if (std::abs(mode.re) < 1e-6 && std::abs(std::abs(mode.im) - 2) < 1e-6) ++turns;
  }
  EXPECT_EQ(grows, 1);
  EXPECT_EQ(turns, 2);  // the attitude seen from the turning body
  EXPECT_TRUE(x.moving);
}

// Auxiliary states: s (s^2 m + k) = ... by the characteristic polynomial of the 3 x 3 system.
TEST(Modes, AuxiliaryStatesTakePart) {
  auto m = std::make_shared<Model>();
  m->gravity = {0, 0, 0};
  add_body(*m, "slider", {0, 0, 0}, 1.5, Vec3::Constant(0.1));
  add_joint(*m, "rail", "prismatic", 0, 1, {0, 0, 0});
  Force f;
  f.name = "law";
  f.type = "test";
  f.law = std::make_shared<LinearLaw>(1, true);
  ModelMeasure s;
  s.joint = 0;
  f.measures.push_back(s);
  m->forces.push_back(f);
  const Modes x = modes_of(m);
  ASSERT_EQ(x.all.size(), 3u);  // m x'' = -3 x - 0.6 x' + 0.3 z,  z' = 2 x - z
  for (const Mode& mode : x.all) {
    const std::complex<double> e(mode.re, mode.im);
    const std::complex<double> p = (1.5 * e * e + 0.6 * e + 3.0) * (e + 1.0) - 0.6;
    EXPECT_LT(std::abs(p), 1e-10);
  }
}

TEST(Modes, HandWrittenProblem) {
  const auto oscillator = problem::make_problem("linear-oscillator", {{"a", 4}, {"b", 0.2}});
  const Modes x = modes(*oscillator, oscillator->initial());
  ASSERT_EQ(x.all.size(), 2u);
  EXPECT_NEAR(x.all[0].re, -0.1, 1e-8);
  EXPECT_NEAR(x.all[0].im, std::sqrt(4 - 0.01), 1e-8);
}

}  // namespace
}  // namespace takt::test
