// One step of index2+explicit_euler+srm on the bead, against its equations written with Eigen. Two
// independent rows, then three with one redundant.
#include "takt/formulation/sequential_regularisation.hpp"

#include <gtest/gtest.h>

#include "tests/unit/stabilise/bead.hpp"

namespace takt::test {
namespace {

constexpr double h = 0.01;

template <class B> class SequentialRegularisation : public testing::Test {
 protected:
  // The state after one step, of which the positions are an explicit Euler step.
  State step(const Regularisation& r) {
    B bead;
    Evaluator eval(bead);
    State from = bead.initial(), next = from;
    from.lambda.setConstant(0.3);
    const auto formulation = make_sequential_regularisation(eval, r, h);
    formulation->prepare(from);
    next.t += h;
    next.q += h * from.v;
    Vector dz(0);
    VelocityForm& form = *formulation->velocity_form();
    form.begin(from, {});
    EXPECT_EQ(form.velocity(from, h, {}, next, dz), Status::ok);
    return next;
  }
  // G v + gI + alpha g at the end of the step.
  static Vector violation(const State& s, double alpha) {
    return B::velocity(s) + alpha * B::position(s);
  }
};

using Beads = testing::Types<Bead<2>, Bead<3>>;
TYPED_TEST_SUITE(SequentialRegularisation, Beads);

// The bead feels no force but that of the constraints.
TYPED_TEST(SequentialRegularisation, VelocitiesFollowTheMultipliers) {
  const State from = TypeParam().initial();
  for (const int passes : {1, 3}) {
    const State s = this->step({passes, 0.02, 30});
    const Vector momentum = TypeParam::M(from.q) * (s.v - from.v),
                 impulse = -h * TypeParam::G(s.q).transpose() * s.lambda;
    EXPECT_LT((momentum - impulse).norm(), 1e-13);
    EXPECT_LT((s.a - (s.v - from.v) / h).norm(), 1e-12);
  }
}

// The first pass: lambda - lambda_0 = violation/epsilon.
TYPED_TEST(SequentialRegularisation, MultipliersGrowByTheViolation) {
  const State s = this->step({1, 0.02, 30});
  EXPECT_LT(
      (s.lambda - Vector::Constant(s.lambda.size(), 0.3) - this->violation(s, 30) / 0.02).norm(),
      1e-12);
}

// Along each direction in which G M^-1 G' does not vanish, a pass leaves 1/(1 + h s/epsilon).
TYPED_TEST(SequentialRegularisation, PassesReduceTheViolationAsTheirMatrixSays) {
  const double epsilon = 0.02;
  const State one = this->step({1, epsilon, 30}), two = this->step({2, epsilon, 30});
  const State from = TypeParam().initial();
  const Matrix G = TypeParam::G(one.q), S = G * TypeParam::M(from.q).inverse() * G.transpose();
  const Matrix I = Matrix::Identity(S.rows(), S.cols());
  const Vector expected = (I + h / epsilon * S).inverse() * this->violation(one, 30);
  EXPECT_LT((this->violation(two, 30) - expected).norm(), 1e-13);
  EXPECT_LT(this->violation(two, 30).norm(), this->violation(one, 30).norm());
}

// Automatic: alpha = 1/h, and two passes leave a millionth, or less, of the violation before.
TYPED_TEST(SequentialRegularisation, AutomaticParametersClose) {
  const State s = this->step({2, 0, 0});
  State unconstrained = s;
  unconstrained.v = TypeParam().initial().v;
  EXPECT_LT(this->violation(s, 1 / h).norm(), 1e-5 * this->violation(unconstrained, 1 / h).norm());
  EXPECT_GT(this->violation(s, 1 / h).norm(), 0);
}

}  // namespace
}  // namespace takt::test
