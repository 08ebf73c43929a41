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

struct Three {
  double x, y, z;
  Three operator-(const Three& b) const noexcept { return {x - b.x, y - b.y, z - b.z}; }
};
Three cross_of(const Three& a, const Three& b) noexcept {  // a x b
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
void put(const Three& w, const Three& u, Vec6& S) noexcept {
  double* s = S.data();
  s[0] = w.x, s[1] = w.y, s[2] = w.z;
  s[3] = u.x, s[4] = u.y, s[5] = u.z;
}

// A function of roll and pitch that multiplies the rate of an angle.
struct Factor {
  double y, d[most], dd[most][most];
};

// Sines and cosines of roll x and pitch y, and what stands in
//   W_i = (cy x_i - sy cx z_i,  y_i + sx z_i,  sy x_i + cy cx z_i),   z yaw,
// which are the rows 0 and 2 of Ry and the last row of R.
struct Factors {
  Factor cy, sy, A, B, C;  // A = -sy cx, B = sx, C = cy cx

  template <int n, bool second>
  void set(const PoseFunction& x, const PoseFunction& y, double sinx, double cosx, double siny,
           double cosy) noexcept {
    const double D = siny * sinx, E = cosy * sinx;
    cy.y = cosy, sy.y = siny;
    A.y = -siny * cosx, B.y = sinx, C.y = cosy * cosx;
    double Dd[most], Ed[most];
    for (int j = 0; j < n; ++j) {
      cy.d[j] = -siny * y.d[j];
      sy.d[j] = cosy * y.d[j];
      A.d[j] = D * x.d[j] - C.y * y.d[j];
      B.d[j] = cosx * x.d[j];
      C.d[j] = A.y * y.d[j] - E * x.d[j];
      Dd[j] = E * y.d[j] - A.y * x.d[j];
      Ed[j] = C.y * x.d[j] - D * y.d[j];
    }
    for (int j = 0; second && j < n; ++j)
      for (int k = j; k < n; ++k) {
        const double xx = x.dd[j][k], yy = y.dd[j][k];
        cy.dd[j][k] = -sy.d[k] * y.d[j] - siny * yy;
        sy.dd[j][k] = cy.d[k] * y.d[j] + cosy * yy;
        A.dd[j][k] = Dd[k] * x.d[j] + D * xx - C.d[k] * y.d[j] - C.y * yy;
        B.dd[j][k] = cosx * xx - sinx * x.d[k] * x.d[j];
        C.dd[j][k] = A.d[k] * y.d[j] + A.y * yy - Ed[k] * x.d[j] - E * xx;
      }
  }
};

// The derivatives of F a_i for a rate a_i of an angle.
double first_of(const Factor& F, const PoseFunction& a, int i, int j) noexcept {
  return F.d[j] * a.d[i] + F.y * a.dd[i][j];
}
double second_of(const Factor& F, const PoseFunction& a, int i, int j, int k) noexcept {
  return F.dd[j][k] * a.d[i] + F.d[j] * a.dd[i][k] + F.d[k] * a.dd[i][j] + F.y * a.ddd[i][j][k];
}

// R = Rz Rx Ry, and u_i = R' p_i in the moved axes: u_i,j = R' p_ij - W_j x u_i, and so on.
template <int n, bool curvature>
void set_point_of(const PoseFunction (&of)[6], MotionPoint& out) noexcept {
  const PoseFunction &z = of[3], &x = of[4], &y = of[5];
  const double sz = std::sin(z.y), cz = std::cos(z.y), sx = std::sin(x.y), cx = std::cos(x.y),
               sy = std::sin(y.y), cy = std::cos(y.y);
  Factors f;
  f.set<n, curvature>(x, y, sx, cx, sy, cy);
  const Three column[3] = {{cz * cy - sz * sx * sy, sz * cy + cz * sx * sy, f.A.y},
                           {-sz * cx, cz * cx, f.B.y},
                           {cz * sy + sz * sx * cy, sz * sy - cz * sx * cy, f.C.y}};
  double* R = out.R.data();
  for (int k = 0; k < 3; ++k)
    R[3 * k] = column[k].x, R[3 * k + 1] = column[k].y, R[3 * k + 2] = column[k].z;
  out.p = {of[0].y, of[1].y, of[2].y};
  const auto turned = [&column](double a, double b, double c) {
    const auto along = [&](const Three& e) { return e.x * a + e.y * b + e.z * c; };
    return Three{along(column[0]), along(column[1]), along(column[2])};
  };
  Three W[n], Wd[n][n], u[n], y_of[n][n], ud[n][n];
  for (int i = 0; i < n; ++i) {
    W[i] = {f.cy.y * x.d[i] + f.A.y * z.d[i], y.d[i] + f.B.y * z.d[i],
            f.sy.y * x.d[i] + f.C.y * z.d[i]};
    u[i] = turned(of[0].d[i], of[1].d[i], of[2].d[i]);
    put(W[i], u[i], out.S[i]);
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      y_of[i][j] = j < i ? y_of[j][i] : turned(of[0].dd[i][j], of[1].dd[i][j], of[2].dd[i][j]);
      Wd[i][j] = {first_of(f.cy, x, i, j) + first_of(f.A, z, i, j),
                  y.dd[i][j] + first_of(f.B, z, i, j),
                  first_of(f.sy, x, i, j) + first_of(f.C, z, i, j)};
      ud[i][j] = y_of[i][j] - cross_of(W[j], u[i]);
      put(Wd[i][j], ud[i][j], out.dS[i][j]);
    }
  for (int i = 0; curvature && i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = j; k < n; ++k) {
        const Three w{second_of(f.cy, x, i, j, k) + second_of(f.A, z, i, j, k),
                      y.ddd[i][j][k] + second_of(f.B, z, i, j, k),
                      second_of(f.sy, x, i, j, k) + second_of(f.C, z, i, j, k)};
        const Three bent = turned(of[0].ddd[i][j][k], of[1].ddd[i][j][k], of[2].ddd[i][j][k]);
        put(w,
            bent - cross_of(W[k], y_of[i][j]) - cross_of(Wd[j][k], u[i]) - cross_of(W[j], ud[i][k]),
            out.ddS[i][j][k]);
        if (k > j) out.ddS[i][k][j] = out.ddS[i][j][k];
      }
}

template <int n>
void set_point_with(const PoseFunction (&of)[6], MotionPoint& out, bool curvature) noexcept {
  curvature ? set_point_of<n, true>(of, out) : set_point_of<n, false>(of, out);
}

}  // namespace

void set_point(const PoseFunction (&of)[6], int n, MotionPoint& out, bool curvature) noexcept {
  if (n == 1)
    set_point_with<1>(of, out, curvature);
  else if (n == 2)
    set_point_with<2>(of, out, curvature);
  else
    set_point_with<3>(of, out, curvature);
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

namespace {

// The mirror image of a point in the plane y = 0.
void mirror(int n, bool curvature, MotionPoint& m) noexcept {
  m.p[1] = -m.p[1];
  m.R(0, 1) = -m.R(0, 1), m.R(1, 0) = -m.R(1, 0);
  m.R(1, 2) = -m.R(1, 2), m.R(2, 1) = -m.R(2, 1);
  const auto turn = [](Vec6& y) { y[0] = -y[0], y[2] = -y[2], y[4] = -y[4]; };
  for (int i = 0; i < n; ++i) {
    turn(m.S[i]);
    for (int j = 0; j < n; ++j) {
      turn(m.dS[i][j]);
      for (int k = 0; curvature && k < n; ++k) turn(m.ddS[i][j][k]);
    }
  }
}

}  // namespace

void MirroredMotion::at(const double* q, MotionPoint& m) const noexcept {
  of_->at(q, m);
  mirror(coordinates(), true, m);
}
void MirroredMotion::without_curvature(const double* q, MotionPoint& m) const noexcept {
  of_->without_curvature(q, m);
  mirror(coordinates(), false, m);
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
