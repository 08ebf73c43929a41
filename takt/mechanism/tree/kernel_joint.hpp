// Joint kinematics of the kernels for all kinds but rz. Included by kernels.hpp only.
namespace takt::mechanism::kernel::TAKT_KERNEL {

TAKT_INLINE Mat rotation_of(const double* q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  return {nmad(2.0, sum_of(y, y, z, z), 1.0),
          2 * difference(x, y, w, z),
          2 * sum_of(x, z, w, y),
          2 * sum_of(x, y, w, z),
          nmad(2.0, sum_of(x, x, z, z), 1.0),
          2 * difference(y, z, w, x),
          2 * difference(x, z, w, y),
          2 * sum_of(y, z, w, x),
          nmad(2.0, sum_of(x, x, y, y), 1.0)};
}

// The pose in the parent and the motion columns of a joint that is not rz.
inline void place_general(const LinkData& L, const LinkExtra& X, const double* q, double c,
                          double s, const double* points, GeneralLink& g) {
  q += L.q;
  g.E = X.R0;
  Vec r{0, 0, 0};
  for (int k = 0; k < L.columns; ++k)
    for (double& x : g.S[k]) x = 0;
  switch (L.kind) {
    case tz: r.z = q[0], g.S[0][5] = 1; break;
    case hz:
      g.E = X.R0 * Mat{c, -s, 0, s, c, 0, 0, 0, 1};
      r.z = X.pitch * q[0], g.S[0][2] = 1, g.S[0][5] = X.pitch;
      break;
    case t3:
      r = {q[0], q[1], q[2]};
      for (int k = 0; k < 3; ++k) g.S[k][3 + k] = 1;
      break;
    case quaternion:
      g.E = X.R0 * rotation_of(q);
      for (int k = 0; k < 3; ++k) g.S[k][k] = 1;
      break;
    case general: {
      const double *m = points + X.point, *R = m + m_R, *p = m + m_p, *S = m + m_S;
      g.E = X.R0 * Mat{R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]};
      r = {p[0], p[1], p[2]};
      for (int k = 0; k < L.columns; ++k, S += 6)
        for (int j = 0; j < 6; ++j) g.S[k][j] = S[j];
      break;
    }
    default: {
      r = {q[0], q[1], q[2]};
      const Mat R = rotation_of(q + 3);
      g.E = X.R0 * R;
      for (int k = 0; k < 3; ++k) {
        const double* row = &R.xx + 3 * k;
        for (int j = 0; j < 3; ++j) g.S[k][3 + j] = row[j];
        g.S[3 + k][k] = 1;
      }
    }
  }
  g.rho = L.p + X.R0 * r;
}

// S x for the columns of a general joint.
TAKT_INLINE void apply(const GeneralLink& g, int nv, const double* x, Vec& angular, Vec& linear) {
  angular = linear = {0, 0, 0};
  for (int k = 0; k < nv; ++k) {
    const double* s = g.S[k];
    angular = mad(x[k], Vec{s[0], s[1], s[2]}, angular);
    linear = mad(x[k], Vec{s[3], s[4], s[5]}, linear);
  }
}

// Returns the angular velocity w + w_J, and stores the velocity part c of the acceleration:
// c = (w x w_J, E' (w_p x (w_p x rho) + 2 w_p x rho')), w = E' w_p. A general motion adds
// (0, w_J x v_J) + sum_ij S_i,j v_i v_j, because its S is the velocity in the moved axes.
inline Vec move_general(const LinkData& L, const LinkExtra& X, const double* v, Vec wp,
                        const double* points, GeneralLink& g) {
  Vec angular, linear;
  apply(g, L.columns, v + L.v, angular, linear);
  const Vec w = transposed(g.E, wp);
  g.c_angular = cross(w, angular);
  g.c_linear = mad(2.0, cross(w, linear), transposed(g.E, cross(wp, cross(wp, g.rho))));
  if (L.kind == general) {
    g.c_linear = g.c_linear + cross(angular, linear);
    for (int i = 0; i < L.columns; ++i)
      for (int j = 0; j < L.columns; ++j) {
        const double* dS = points + X.point + m_dS + 6 * (most_coordinates * i + j);
        const double vv = v[L.v + i] * v[L.v + j];
        g.c_angular = mad(vv, Vec{dS[0], dS[1], dS[2]}, g.c_angular);
        g.c_linear = mad(vv, Vec{dS[3], dS[4], dS[5]}, g.c_linear);
      }
  }
  return w + angular;
}

// Subtracts the external wrench on the link, turned to the axes used here.
TAKT_INLINE void subtract_external(const LinkExtra& X, const double* e, Vec& n, Vec& f) {
  n = n - turn_z(X.cg, X.sg, Vec{e[0], e[1], e[2]});
  f = f - turn_z(X.cg, X.sg, Vec{e[3], e[4], e[5]});
}

// The inertia force of a body that turns with w and whose origin is not accelerated.
TAKT_INLINE void velocity_force(const LinkData& L, Vec w, Vec& n, Vec& f) {
  n = cross(w, L.I * w);
  f = cross(w, cross(w, L.h));
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
