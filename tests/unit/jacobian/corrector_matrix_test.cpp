// The iteration matrix: all sources agree, updates are exact if only alpha has changed, and the
// state machine of ERRATA 002.5.
#include "takt/jacobian/corrector_matrix.hpp"

#include <gtest/gtest.h>

#include "tests/unit/integrator/pendulum_chain_form.hpp"

namespace takt::test {
namespace {

struct Setting {
  PendulumChainForm form;
  Counters counters;
  CorrectorMatrix matrix;
  std::vector<double> memory;
  Vector y, dy, F, wt;
  Excitation u{Vector::Zero(2), Vector::Zero(2), Vector::Zero(2)};

  explicit Setting(const MatrixChoice& choice, bool says_structure = false)
      : form({.N = 8, .omega = 1, .y_amplitude = 4}, says_structure),
        matrix(form, counters, choice), y(Vector::Zero(16)), dy(y), F(y),
        wt(Vector::Constant(16, 1e-4)) {
    for (Index i = 0; i < 16; ++i) {
      y[i] = 0.2 * std::sin(1.0 + static_cast<double>(i));
      dy[i] = 0.1 * std::cos(2.0 * static_cast<double>(i));
    }
    move(0.3);
    matrix.prepare(point(10));
    memory.assign(matrix.memory_size(), 0.0);
    matrix.use(memory);
  }

  void move(double t) {
    form.excite(t, u);
    form.residual(y, dy, u, F);
  }
  CorrectorPoint point(double alpha) const { return {y, dy, u, F, wt, alpha, 0.01}; }
  CorrectorMatrix::Provided provide(double alpha) {
    matrix.request_for(alpha);
    return matrix.provide(point(alpha));
  }
  Matrix values() const {
    linear::Patterned J(std::make_shared<const linear::Pattern>(matrix.stored()));
    std::copy(matrix.values().begin(), matrix.values().end(), J.values().data());
    return J.to_matrix();
  }
};

double difference(const Matrix& A, const Matrix& B) { return (A - B).cwiseAbs().maxCoeff(); }

constexpr MatrixChoice dense{MatrixSource::dense, MatrixRefresh::on_demand};

TEST(CorrectorMatrix, SourcesAgree) {
  Setting a(dense), b({MatrixSource::grouped}, true), c({MatrixSource::grouped});
  for (Setting* s : {&a, &b, &c}) ASSERT_EQ(s->provide(50), CorrectorMatrix::Provided::made);
  EXPECT_LT(difference(a.values(), b.values()), 1e-12) << "the same quotients, with Sigma exact";
  EXPECT_LT(difference(a.values(), c.values()), 1e-12) << "the first of Omega is complete";
  EXPECT_EQ(a.counters.residuals_for_jacobian, 16);
  EXPECT_EQ(b.counters.residuals_for_jacobian, b.counters.column_groups);
  EXPECT_EQ(c.counters.residuals_for_jacobian, 16);
}

TEST(CorrectorMatrix, RatioOfAlphaDecides) {
  Setting s(dense);
  EXPECT_EQ(s.provide(10), CorrectorMatrix::Provided::made);
  s.matrix.end_attempt();
  EXPECT_EQ(s.provide(10 / 0.61), CorrectorMatrix::Provided::kept);
  EXPECT_EQ(s.provide(6.1), CorrectorMatrix::Provided::kept);
  EXPECT_EQ(s.provide(5.9), CorrectorMatrix::Provided::made);
  EXPECT_EQ(s.counters.jacobian_evaluations, 2);
  EXPECT_EQ(s.counters.jacobian_updates, 0);
}

TEST(CorrectorMatrix, PartitionedUpdateIsExactAtTheSameState) {
  Setting s({MatrixSource::dense, MatrixRefresh::partitioned}), direct(dense);
  s.provide(10);
  s.matrix.end_attempt();
  ASSERT_EQ(s.provide(100), CorrectorMatrix::Provided::made);
  EXPECT_EQ(s.counters.jacobian_evaluations, 1);
  EXPECT_EQ(s.counters.jacobian_updates, 1);
  EXPECT_EQ(s.counters.residuals_for_jacobian, 16);
  direct.provide(100);
  EXPECT_LT(difference(s.values(), direct.values()) / direct.values().cwiseAbs().maxCoeff(), 1e-7);
}

TEST(CorrectorMatrix, ExtendedUpdateFollowsTheExcitation) {
  const auto distance_after = [](const MatrixChoice& choice, double t) {
    Setting s(choice), direct(dense);
    s.provide(10);
    s.matrix.end_attempt();
    s.move(t);
    s.provide(100);
    direct.move(t);
    direct.provide(100);
    return difference(s.values(), direct.values());
  };
  const double without = distance_after({MatrixSource::dense, MatrixRefresh::partitioned}, 2.0);
  const double with = distance_after({MatrixSource::dense, MatrixRefresh::extended_a}, 2.0);
  EXPECT_GT(without, 1) << "the suspension moves the stiffness by its acceleration";
  EXPECT_LT(with, 1e-3) << "dF/dy is linear in the acceleration, so (26) is exact";
}

TEST(CorrectorMatrix, ComplaintsClimbTheLadder) {
  const auto ladder = [](const MatrixChoice& choice, bool says_structure) {
    Setting s(choice, says_structure);
    s.y.setZero();  // hanging still: accelerations do not depend on velocities
    s.move(0.3);
    s.provide(10);
    s.matrix.end_attempt();
    std::string seen;
    while (s.matrix.request_better()) {
      const Counters before = s.counters;
      s.matrix.provide(s.point(10));
      const auto calls = s.counters.residuals_for_jacobian - before.residuals_for_jacobian;
      seen += s.counters.jacobian_updates > before.jacobian_updates ? "update "
              : calls == 16                                         ? "every column "
                                                                    : "groups ";
    }
    return seen;
  };
  using S = MatrixSource;
  using R = MatrixRefresh;
  EXPECT_EQ(ladder({S::dense, R::on_demand}, false), "every column ");
  EXPECT_EQ(ladder({S::dense, R::partitioned}, false), "every column ");
  EXPECT_EQ(ladder({S::dense, R::extended_a}, false), "every column ");
  EXPECT_EQ(ladder({S::dense, R::extended_b}, false), "update every column ");
  EXPECT_EQ(ladder({S::grouped, R::on_demand}, false), "groups every column ");
  EXPECT_EQ(ladder({S::grouped, R::extended_b}, false), "update groups every column ");
  EXPECT_EQ(ladder({S::grouped, R::on_demand}, true), "every column ")
      << "as many groups as columns here";
  EXPECT_EQ(ladder({S::grouped, R::on_demand, true}, true), "groups every column ");
}

TEST(CorrectorMatrix, MemoryGivesTheSameSolutions) {
  for (const MatrixChoice& choice :
       {dense, MatrixChoice{MatrixSource::grouped, MatrixRefresh::extended_b}}) {
    Setting a(choice), b(choice);
    a.provide(10);
    a.matrix.end_attempt();
    a.provide(100);
    a.matrix.end_attempt();
    std::copy(a.memory.begin(), a.memory.end(), b.memory.begin());
    b.matrix.reload();
    Vector x = a.F, y = a.F;
    a.matrix.solve(90, x);
    b.matrix.solve(90, y);
    EXPECT_TRUE(x == y);
    EXPECT_EQ(b.provide(100), CorrectorMatrix::Provided::kept);
  }
}

// An element that becomes active during the run: Omega must grow by it.
TEST(CorrectorMatrix, EstimatedPatternGrows) {
  Setting s({MatrixSource::grouped});
  const Vector moving = s.y;
  s.y.setZero();  // hanging still: no entries from the velocities
  s.dy.setZero();
  s.move(0);
  s.provide(10);
  s.matrix.end_attempt();
  s.y = moving;
  s.move(0.3);
  ASSERT_TRUE(s.matrix.request_better());
  s.matrix.provide(s.point(10));
  const Matrix sparse = s.values();
  ASSERT_TRUE(s.matrix.request_better());
  s.matrix.provide(s.point(10));
  Setting direct(dense);
  direct.y = s.y;
  direct.dy = s.dy;
  direct.move(0.3);
  direct.provide(10);
  EXPECT_GT(difference(sparse, direct.values()), 1e-3);
  EXPECT_LT(difference(s.values(), direct.values()), 1e-12);
  EXPECT_FALSE(s.matrix.request_better()) << "a complete one: the step must be cut";
}

}  // namespace
}  // namespace takt::test
