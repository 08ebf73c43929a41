// Properties of single problems besides their derivatives, and the messages of the catalogue.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "points.hpp"
#include "takt/base/error.hpp"
#include "takt/spatial/rotation.hpp"

namespace takt::problem {
namespace {

TEST(CarAxle, LeavesSpringsOutOfTheJacobian) {
  const auto whole = make_problem("car-axle");
  const auto left_out = make_problem("car-axle", {{"implicit_left", 0}});
  const auto none = make_problem("car-axle", {{"implicit_left", 0}, {"implicit_right", 0}});
  for (const State& s : points_of(*whole, sizes_of("car-axle"))) {
    const Terms full = terms_at(*whole, s), part = terms_at(*left_out, s), no = terms_at(*none, s);
    EXPECT_EQ(part.K_full.to_matrix(), full.K_full.to_matrix());
    EXPECT_EQ(no.K_full.to_matrix(), full.K_full.to_matrix());
    Matrix right_only = full.K.to_matrix();
    EXPECT_GT(right_only.topLeftCorner(2, 2).norm(), 1e3);
    right_only.topLeftCorner(2, 2).setZero();
    EXPECT_EQ(part.K.to_matrix(), right_only);
    EXPECT_EQ(no.K.to_matrix(), Matrix::Zero(4, 4));
    EXPECT_NEAR((part.K_v - right_only * s.v).norm(), 0, 1e-10);
    EXPECT_EQ(max_norm(no.K_v), 0);
  }
}

TEST(CarAxle, StartsConsistentlyForEveryRoad) {
  const auto eom = make_problem("car-axle", {{"r", 0.2}, {"w", 7}, {"L", 1.3}, {"L0", 0.4}});
  const Terms t = terms_at(*eom, eom->initial());
  EXPECT_LE(max_norm(t.g), 1e-15);
  EXPECT_LE(max_norm(t.G.to_matrix() * eom->initial().v + t.gI), 1e-15);
}

TEST(LinearOscillator, Damping) {
  const auto eom = make_problem("linear-oscillator", {{"a", 4}, {"b", 0.5}});
  EXPECT_EQ(terms_at(*eom, eom->initial()).C.to_matrix()(0, 0), 0.5);
}

TEST(TwoLink, PathStartsOnTheParabola) {
  const auto eom = make_problem("two-link-parabola");
  State s = eom->initial();
  s.q.setZero();  // stretched along x: x2 = 2, y2 = 0, g = beta - 4
  const double cos70 = std::cos(70 * std::numbers::pi / 180);
  EXPECT_NEAR(terms_at(*eom, s).g[0], 4 * cos70 * cos70 - 4, 1e-15);
  EXPECT_NEAR(4 * cos70 * cos70, 0.46791111376204392959521469889, 1e-15);
  double out[2];
  const Excitation u = excitation_at(*eom, 0);
  eom->outputs(Point{s.q, s.v, s.a, s.lambda, s.z, u}, out, *eom->make_scratch());
  EXPECT_EQ(out[0], 2);
  EXPECT_EQ(out[1], 0);
}

// Initial accelerations and multipliers of the IVP test set.
TEST(Squeezer, PublishedStart) {
  const auto eom = make_problem("squeezer");
  const Terms t = terms_at(*eom, eom->initial());
  Matrix A = Matrix::Zero(13, 13);
  A.topLeftCorner(7, 7) = t.M.to_matrix();
  A.bottomLeftCorner(6, 7) = t.G.to_matrix();
  A.topRightCorner(7, 6) = t.G.to_matrix().transpose();
  Vector right(13), published(13);
  right << t.f, -t.gamma;
  published << 14222.4439199541138705911625887, -10666.8329399655854029433719415, 0, 0, 0, 0, 0,
      98.5668703962410896057654982170, -6.12268834425566265503114393122, 0, 0, 0, 0;
  const Vector x = A.fullPivLu().solve(right);
  EXPECT_LE(max_norm((x - published).head(7)), 1e-12 * 14222);
  EXPECT_LE(max_norm((x - published).tail(6)), 1e-12 * 98);
  EXPECT_NEAR(potential_at(*eom, eom->initial()), 1.4378329575321398726, 1e-14);
}

// The rows by the words of the interface: all in the world, no formulas shared with the class.
TEST(RollingDisc, ContactPointDoesNotSlip) {
  using Vector3 = Eigen::Vector3d;
  const auto eom = make_problem("rolling-disc");
  for (const State& s : points_of(*eom, sizes_of("rolling-disc"))) {
    const Eigen::Matrix3d R = Eigen::Quaterniond(s.q[3], s.q[4], s.q[5], s.q[6]).toRotationMatrix();
    const Vector3 axis = R.col(1), up = Vector3::UnitZ(), w = R * s.v.tail<3>();
    const Vector3 radial = up - axis.z() * axis, arm = -0.5 * radial.normalized();
    const Vector3 slip = s.v.head<3>() + w.cross(arm);
    const Terms t = terms_at(*eom, s);
    const Vector rows = t.G.to_matrix() * s.v + t.gI;
    EXPECT_LE(max_norm(rows - Vector3(slip.z(), slip.x(), slip.y())), 1e-14);
    EXPECT_NEAR(t.g[0], s.q[2] + arm.z(), 1e-15);
  }
}

TEST(ProblemRotation, AgreesWithEigen) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int k = 0; k < 200; ++k) {
    const double scale = std::pow(10.0, -(k % 10)) * 3;
    const rotation::Vector3 Theta =
        scale * rotation::Vector3::NullaryExpr([&] { return uniform(generator); });
    const rotation::Vector3 w = rotation::Vector3::NullaryExpr([&] { return uniform(generator); });
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(Theta.norm(), Theta.normalized()).toRotationMatrix();
    const rotation::Quaternion q = rotation::exp(Theta);
    EXPECT_LE((rotation::matrix_of(q) - R).norm(), 1e-14);
    EXPECT_NEAR(q.norm(), 1, 1e-15);
    const rotation::Quaternion back = rotation::quaternion_of(R);
    EXPECT_LE(std::min((back - q).norm(), (back + q).norm()), 1e-14);
    EXPECT_LE((rotation::skew(w) * Theta - w.cross(Theta)).norm(), 1e-15);
    const rotation::Quaternion p = rotation::exp(w);
    EXPECT_LE((rotation::matrix_of(rotation::product(p, q)) -
               rotation::matrix_of(p) * rotation::matrix_of(q))
                  .norm(),
              1e-14);
  }
  // Series and closed form meet.
  const rotation::Vector3 axis = rotation::Vector3(1, 2, 2) / 3, w(0.3, -1, 0.7);
  for (const double theta : {0.1, 1e-4}) {
    const rotation::Vector3 below = rotation::dexp_inverse(theta * (1 - 1e-12) * axis, w);
    const rotation::Vector3 above = rotation::dexp_inverse(theta * (1 + 1e-12) * axis, w);
    EXPECT_LE((above - below).norm(), 1.3e-12 * theta + 4e-16);
    EXPECT_LE(
        (rotation::exp(theta * (1 + 1e-12) * axis) - rotation::exp(theta * (1 - 1e-12) * axis))
            .norm(),
        1.1e-12 * theta + 4e-16);
  }
}

TEST(ProblemCatalogue, NamesWhatIsWrong) {
  EXPECT_EQ(problems().size(), 16u);
  EXPECT_EQ(find_problem("nothing"), nullptr);
  EXPECT_EQ(find_problem("squeezer")->until, 0.03);
  try {
    make_problem("car-axel");
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.fault, Fault::model);
    EXPECT_STREQ(e.what(), "unknown model 'car-axel'");
    EXPECT_EQ(e.hint, "did you mean 'car-axle'?");
  }
  try {
    make_problem("two-link-sine", {{"omgea", 1}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.fault, Fault::model);
    EXPECT_EQ(e.hint, "did you mean 'omega'? the parameters are m1, m2, l1, l2, g, omega");
  }
}

}  // namespace
}  // namespace takt::problem
