// Rotations: identities, Rodrigues' formula, and rates against differences.
#include "takt/spatial/rotation.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <vector>

namespace takt::rotation {
namespace {

// Of every size: below and above the limits of the series in exp and dexp_inverse, and large.
std::vector<Vector3> increments() {
  const Vector3 axis = Vector3(0.6, -0.48, 0.64);
  std::vector<Vector3> all;
  for (const double angle : {1e-9, 0.9e-4, 1.1e-4, 0.099, 0.101, 1.0, 2.5, 3.1})
    all.emplace_back(angle * axis);
  return all;
}

// cos I + (1 - cos) n n' + sin hat n, Rodrigues
Matrix3 rodrigues(const Vector3& Theta) {
  const double angle = Theta.norm();
  const Vector3 n = Theta / angle;
  Matrix3 hat;
  hat << 0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0;
  return std::cos(angle) * Matrix3::Identity() + (1 - std::cos(angle)) * n * n.transpose() +
         std::sin(angle) * hat;
}

TEST(Rotation, CrossAndSkew) {
  const Vector3 a(1, -2, 3), b(0.5, 4, -1);
  EXPECT_EQ(cross(a, b), a.cross(b));
  EXPECT_EQ(skew(a) * b, a.cross(b));
}

TEST(Rotation, ExpIsRodriguesFormula) {
  for (const Vector3& Theta : increments()) {
    EXPECT_NEAR(exp(Theta).norm(), 1, 1e-15);
    EXPECT_LT((matrix_of(exp(Theta)) - rodrigues(Theta)).norm(), 1e-15) << Theta.norm();
  }
  EXPECT_EQ(exp(Vector3::Zero()), Quaternion(1, 0, 0, 0));
}

TEST(Rotation, ProductsAreProductsOfMatrices) {
  const Quaternion p = exp({0.3, -0.5, 0.9}), q = exp({-1.2, 0.4, 0.1});
  EXPECT_LT((matrix_of(product(p, q)) - matrix_of(p) * matrix_of(q)).norm(), 1e-15);
  const Vector3 Theta(0.2, 0.1, -0.7);
  EXPECT_LT((matrix_of(retract(p, Theta)) - matrix_of(p) * rodrigues(Theta)).norm(), 1e-15);
}

// Half turns have w = 0, where the usual formula by the trace would divide by zero.
TEST(Rotation, QuaternionOfAMatrix) {
  std::vector<Vector3> turns = increments();
  for (const Vector3& axis : {Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1),
                              Vector3(0.6, 0, 0.8), Vector3(-0.48, 0.6, 0.64)})
    for (const double angle : {3.14159265358979, 3.0, 2.2, -2.2}) turns.push_back(angle * axis);
  for (const Vector3& Theta : turns) {
    const Quaternion q = quaternion_of(rodrigues(Theta));
    EXPECT_NEAR(q.norm(), 1, 1e-15);
    EXPECT_LT((matrix_of(q) - rodrigues(Theta)).norm(), 3e-15) << Theta.transpose();
    Eigen::Index largest = 0;
    q.cwiseAbs().maxCoeff(&largest);
    EXPECT_GT(q[largest], 0);
  }
}

// R(t) = exp(hat Theta(t)) turns with w, so that R(t + d) = R(t) exp(hat(w d)); the rate of Theta is the
// difference of the logarithms.
Vector3 logarithm(const Matrix3& R) {
  const Eigen::AngleAxisd turn(R);
  return turn.angle() * turn.axis();
}
TEST(Rotation, DexpInverseIsTheRateOfTheIncrement) {
  const Vector3 w(0.7, -0.3, 0.5);
  constexpr double d = 1e-5;
  for (const Vector3& Theta : increments()) {
    const Vector3 ahead = logarithm(rodrigues(Theta) * rodrigues(d * w)),
                  back = logarithm(rodrigues(Theta) * rodrigues(-d * w));
    EXPECT_LT((dexp_inverse(Theta, w) - (ahead - back) / (2 * d)).norm(), 1e-7) << Theta.norm();
  }
}
// The series and the closed form meet where one takes over from the other.
TEST(Rotation, DexpInverseIsContinuous) {
  const Vector3 w(0.7, -0.3, 0.5), axis(0.6, -0.48, 0.64);
  const Vector3 below = dexp_inverse((0.1 - 1e-14) * axis, w),
                above = dexp_inverse((0.1 + 1e-14) * axis, w);
  EXPECT_LT((above - below).norm(), 1e-13);
}

TEST(Rotation, GyroscopicMoment) {
  const Vector3 I(1, 2, 4), w(0.3, -0.8, 0.5);
  EXPECT_LT((gyroscopic(I, w) - Vector3(2 * w[1] * w[2], -3 * w[2] * w[0], w[0] * w[1])).norm(),
            1e-15);  // (I_3 - I_2) w_2 w_3 and so on: Euler
  constexpr double d = 1e-6;
  for (int k = 0; k < 3; ++k) {
    const Vector3 dw = d * Vector3::Unit(k);
    EXPECT_LT(
        (gyroscopic_w(I, w).col(k) - (gyroscopic(I, w + dw) - gyroscopic(I, w - dw)) / (2 * d))
            .norm(),
        1e-9);
  }
}

}  // namespace
}  // namespace takt::rotation
