#include "takt/element/joint/motion.hpp"

#include <Eigen/LU>
#include <cmath>

namespace takt::element {
namespace {

using rotation::cross;

constexpr int most = max_motion_coordinates;

Vec6 cross_motion(const Vec6& a, const Vec6& b) noexcept {
  Vec6 r;
  r << cross(a.head<3>(), b.head<3>()),
      cross(a.tail<3>(), b.head<3>()) + cross(a.head<3>(), b.tail<3>());
  return r;
}

// A vector function of the coordinates with its derivatives, as those of S.
struct VectorFunction {
  Vec3 y[most], d[most][most], dd[most][most][most];
};

Mat3 about(int axis, double angle) noexcept {
  const double c = std::cos(angle), s = std::sin(angle);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  Mat3 R = Mat3::Identity();
  R(i, i) = R(j, j) = c;
  R(j, i) = s;
  R(i, j) = -s;
  return R;
}

// Adds a rotation by `angle` about `axis` before the rotations that turn with W: R = R_axis(angle) R.
// In the moved axes its axis is e = R' a, with e,j = -W_j x e.
void turn_before(int axis, const PoseFunction& angle, int n, Mat3& R, VectorFunction& W) noexcept {
  const Vec3 e = R.row(axis).transpose();
  Vec3 d[most], dd[most][most];
  for (int j = 0; j < n; ++j) d[j] = cross(e, W.y[j]);
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < n; ++k) dd[j][k] = cross(e, W.d[j][k]) + cross(d[k], W.y[j]);
  for (int i = 0; i < n; ++i) {
    W.y[i] += angle.d[i] * e;
    for (int j = 0; j < n; ++j) {
      W.d[i][j] += angle.d[i] * d[j] + angle.dd[i][j] * e;
      for (int k = 0; k < n; ++k)
        W.dd[i][j][k] += angle.d[i] * dd[j][k] + angle.dd[i][j] * d[k] + angle.dd[i][k] * d[j] +
                         angle.ddd[i][j][k] * e;
    }
  }
  R = about(axis, angle.y) * R;
}

}  // namespace

void set_point(const PoseFunction (&of)[6], int n, MotionPoint& out) noexcept {
  VectorFunction W;
  for (int i = 0; i < n; ++i) {
    W.y[i].setZero();
    for (int j = 0; j < n; ++j) {
      W.d[i][j].setZero();
      for (int k = 0; k < n; ++k) W.dd[i][j][k].setZero();
    }
  }
  Mat3 R = Mat3::Identity();
  turn_before(1, of[5], n, R, W);
  turn_before(0, of[4], n, R, W);
  turn_before(2, of[3], n, R, W);
  out.R = R;
  out.p = {of[0].y, of[1].y, of[2].y};
  // u_i = R' p_i in the moved axes: u_i,j = R' p_ij - W_j x u_i, and so on.
  const auto turned = [&R](double x, double y, double z) {
    return Vec3(R.transpose() * Vec3(x, y, z));
  };
  for (int i = 0; i < n; ++i) {
    const Vec3 u = turned(of[0].d[i], of[1].d[i], of[2].d[i]);
    out.S[i] << W.y[i], u;
    Vec3 y[most], d[most];
    for (int j = 0; j < n; ++j) {
      y[j] = turned(of[0].dd[i][j], of[1].dd[i][j], of[2].dd[i][j]);
      d[j] = y[j] - cross(W.y[j], u);
      out.dS[i][j] << W.d[i][j], d[j];
    }
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vec3 bent = turned(of[0].ddd[i][j][k], of[1].ddd[i][j][k], of[2].ddd[i][j][k]);
        out.ddS[i][j][k] << W.dd[i][j][k],
            bent - cross(W.y[k], y[j]) - cross(W.d[j][k], u) - cross(W.y[j], d[k]);
      }
  }
}

// S of the inverse is -X S, where X turns to the fixed axes and shifts to the fixed origin, and
// d(X y)/dq_j = X (S_j x y + dy/dq_j).
void invert(int n, MotionPoint& m) noexcept {
  const auto seen = [&m](const Vec6& y) {
    const Vec3 w = m.R * y.head<3>();
    Vec6 out;
    out << -w, -(m.R * y.tail<3>()) - cross(m.p, w);
    return out;
  };
  MotionPoint out;
  out.R = m.R.transpose();
  out.p = -(m.R.transpose() * m.p);
  for (int i = 0; i < n; ++i) {
    out.S[i] = seen(m.S[i]);
    for (int j = 0; j < n; ++j) {
      const Vec6 y = cross_motion(m.S[j], m.S[i]) + m.dS[i][j];
      out.dS[i][j] = seen(y);
      for (int k = 0; k < n; ++k)
        out.ddS[i][j][k] = seen(cross_motion(m.S[k], y) + cross_motion(m.dS[j][k], m.S[i]) +
                                cross_motion(m.S[j], m.dS[i][k]) + m.ddS[i][j][k]);
    }
  }
  m = out;
}

void MirroredMotion::at(const double* q, MotionPoint& m) const noexcept {
  of_->at(q, m);
  const int n = coordinates();
  m.p[1] = -m.p[1];
  m.R(0, 1) = -m.R(0, 1), m.R(1, 0) = -m.R(1, 0);
  m.R(1, 2) = -m.R(1, 2), m.R(2, 1) = -m.R(2, 1);
  const auto mirror = [](Vec6& y) { y[0] = -y[0], y[2] = -y[2], y[4] = -y[4]; };
  for (int i = 0; i < n; ++i) {
    mirror(m.S[i]);
    for (int j = 0; j < n; ++j) {
      mirror(m.dS[i][j]);
      for (int k = 0; k < n; ++k) mirror(m.ddS[i][j][k]);
    }
  }
}

namespace {

// The x with S x nearest to `twist`.
void least_squares(const MotionPoint& m, int n, const Vec6& twist, double* x) {
  Mat3 A = Mat3::Identity();
  Vec3 b = Vec3::Zero();
  for (int i = 0; i < n; ++i) {
    b[i] = m.S[i].dot(twist);
    for (int j = 0; j < n; ++j) A(i, j) = m.S[i].dot(m.S[j]);
  }
  const Vec3 found = A.inverse() * b;
  for (int i = 0; i < n; ++i) x[i] = found[i];
}

}  // namespace

void find_coordinates(const Motion& motion, const Frame& pose, double* q) {
  constexpr int most_steps = 50;
  const int n = motion.coordinates();
  MotionPoint m;
  for (int step = 0; step < most_steps; ++step) {
    motion.at(q, m);
    const Mat3 R = m.R.transpose() * pose.R;
    const rotation::Quaternion e = rotation::quaternion_of(R);
    const double s = e.tail<3>().norm(), angle = 2 * std::atan2(s, e[0]);
    const Vec3 turn =
        s > 0 ? Vec3((std::abs(angle) < M_PI ? angle : angle - 2 * M_PI) / s * e.tail<3>())
              : Vec3(Vec3::Zero());
    Vec6 left;
    left << turn, m.R.transpose() * (pose.p - m.p);
    double dq[most] = {};
    least_squares(m, n, left, dq);
    double size = 0;
    for (int i = 0; i < n; ++i) {
      if (!std::isfinite(dq[i])) return;
      q[i] += dq[i];
      size += std::abs(dq[i]);
    }
    if (size < 1e-15) return;
  }
}

void find_rates(const Motion& motion, const double* q, const Vec6& twist, double* dq) {
  MotionPoint m;
  motion.at(q, m);
  least_squares(m, motion.coordinates(), twist, dq);
}

}  // namespace takt::element
