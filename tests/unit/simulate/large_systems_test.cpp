// The special treatment of large systems, and of forces that depend on multipliers.
#include <gtest/gtest.h>

#include "takt/formulation/independent_rows.hpp"
#include "takt/simulate/monitor.hpp"
#include "takt/start/consistent_state.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/residuals.hpp"

namespace takt::test {
namespace {

// Beyond some velocities the kinetic energy comes from recursions, without M.
TEST(LargeSystems, KineticEnergyIsThatOfTheMassMatrix) {
  const auto system = problem::make_problem("pendulum-chain", {{"N", 240}});
  State s = system->initial();
  for (Index i = 0; i < s.v.size(); ++i) {
    s.q[i] = 0.3 * std::sin(0.1 * static_cast<double>(i));
    s.v[i] = std::cos(0.7 * static_cast<double>(i));
  }
  Monitor monitor(*system, compose(parse_method("ode+rk4")), s);
  monitor.evaluate(s);
  Evaluator eval(*system);
  eval.place(Slot::start, s);
  const double exact = 0.5 * s.v.dot(eval.at(Slot::start, Term::M).M.to_matrix() * s.v);
  EXPECT_NEAR(monitor.energy().kinetic, exact, 1e-9 * exact);
}

// Beyond some rows redundant ones are found by a sparse factorisation.
TEST(LargeSystems, RedundantRowsAreFoundAmongMany) {
  constexpr int rows = 700, columns = 800, repeated = 123;
  std::vector<std::pair<int, int>> entries;
  const auto column = [](int i, int k) { return (i == rows - 1 ? repeated : i) + 40 * k; };
  for (int i = 0; i < rows; ++i)
    for (int k : {0, 1, 2}) entries.emplace_back(i, column(i, k));
  linear::Patterned G(linear::pattern_of(rows, columns, entries));
  for (Index j = 0, k = 0; j < columns; ++j)
    for (; k < G.pattern().col_start[static_cast<std::size_t>(j) + 1]; ++k) {
      const int i = G.pattern().row[static_cast<std::size_t>(k)];
      const int same = i == rows - 1 ? repeated : i;  // the last row is three times another
      G.values()[k] =
          (i == rows - 1 ? 3 : 1) * std::cos(0.37 * same + 1.1 * static_cast<double>(j));
    }
  IndependentRows chosen;
  chosen.choose(G);
  ASSERT_EQ(chosen.left_out().size(), 1u);
  EXPECT_TRUE(chosen.left_out()[0] == repeated || chosen.left_out()[0] == rows - 1);
  Vector lambda = Vector::Ones(rows), before = Vector::Zero(columns), after = before;
  G.multiply_transposed_add(1, lambda, before);
  chosen.carry(lambda);
  G.multiply_transposed_add(1, lambda, after);
  EXPECT_LT(max_norm(Vector(after - before)), 1e-9);
}

// Forces at the start are those of the multipliers found there.
TEST(LoadedSystems, StartWithForcesOfTheirOwnMultipliers) {
  const auto system = std::make_shared<WithCreep>(problem::make_problem("pendulum-cartesian"));
  State s = system->initial();
  s.q[0] = 0.6 * system->initial().q.norm();  // hanging, so that the rod carries
  s.q[1] = -0.8 * system->initial().q.norm();
  s.v[0] = 0.02 * s.q[1];  // along the circle
  s.v[1] = -0.02 * s.q[0];
  complete(*system, s);
  Evaluator eval(*system);
  eval.place(Slot::start, s);
  const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::G);
  Vector r = -t.f;
  t.M.multiply_add(1, s.a, r);
  t.G.multiply_transposed_add(1, s.lambda, r);
  ASSERT_GT(std::abs(s.lambda[0]), 1);
  EXPECT_LT(max_norm(r), 1e-9 * (1 + max_norm(t.f)));
}

}  // namespace
}  // namespace takt::test
