// Slopes of a tyre for one instruction set, named by TAKT_KERNEL: included once by each of
// tyre_slopes_<instruction set>.cpp. Nothing in here may be a template or an inline function of
// anybody else, lest the linker keep the variant that not every machine can execute.
//
// The axes of the contact turn with rho = (-n_y, n_x, psi), where (n_x, n_y) is the change of the
// normal and psi = n_x tan(gamma) + theta.e_r / cos(gamma), e_r = e_x x a; gamma changes by
// theta.e_x + n_y. In the directions of the axes the wrench is
//
//   T = (h (N tan + Fy), My cos - h Fx, Mz + My sin - h tan Fx),   F = (Fx, Fy, N)
//
// tan, cos and sin of gamma. All inputs at once, in vectors.
#include "takt/element/force/tyre_slopes.hpp"

#define TAKT_UNCHECKED __attribute__((no_sanitize("undefined")))
#define TAKT_INLINE static inline __attribute__((always_inline)) TAKT_UNCHECKED

namespace takt::element::tyre_slopes::TAKT_KERNEL {

using Lanes = double __attribute__((vector_size(8 * TAKT_LANES), aligned(8), may_alias));
constexpr int lanes = TAKT_LANES;
static_assert(inputs % lanes == 0);

#define TAKT_UNROLL _Pragma("GCC unroll 8")

TAKT_INLINE Lanes load(const double* x) { return *reinterpret_cast<const Lanes*>(x); }
TAKT_INLINE double dot(const double* a, const double* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
TAKT_INLINE void cross(const double* a, const double* b, double c, double* out) {  // c a x b
  out[0] = c * (a[1] * b[2] - a[2] * b[1]);
  out[1] = c * (a[2] * b[0] - a[0] * b[2]);
  out[2] = c * (a[0] * b[1] - a[1] * b[0]);
}
TAKT_INLINE void place(const double* a, double c, double* to) {
  for (int i = 0; i < 3; ++i) to[i] = c * a[i];
}

TAKT_UNCHECKED static void slopes(const Tyre& t, const Slopes& out) {
  // What does not come by the contact: each a vector among the inputs.
  double psi_0[inputs] = {}, vx_0[inputs] = {}, vy_0[inputs] = {}, spin_0[inputs] = {};
  double turn_0[inputs] = {}, gamma_0[inputs] = {};
  constexpr int theta = 0, w = 6, v = 9;
  cross(t.x, t.a, 1 / t.cosine, psi_0 + theta);
  place(t.x, 1, vx_0 + v);
  place(t.y, 1, vy_0 + v);
  place(t.x, t.h, vy_0 + w);
  cross(t.a, t.w, 1, spin_0 + theta);
  place(t.a, 1, spin_0 + w);
  place(t.n, 1, turn_0 + w);
  place(t.x, 1, gamma_0 + theta);

  const double v_x = dot(t.v, t.x), v_y = dot(t.v, t.y), v_n = dot(t.v, t.n);
  const double w_x = dot(t.w, t.x), w_y = dot(t.w, t.y), w_n = dot(t.w, t.n);
  const double h = t.h, tangent = t.tangent, N = t.N, steep = 1 + tangent * tangent;
  const double T1 = h * (tangent * N + t.Fy), T2 = t.My * t.cosine - h * t.Fx;
  const double T3 = t.Mz + t.My * t.sine - h * tangent * t.Fx;

  for (int i = 0; i < inputs; i += lanes) {
    const Lanes nx = load(t.n_x + i), ny = load(t.n_y + i), dh = load(t.height + i);
    const Lanes psi = tangent * nx + load(psi_0 + i);
    const Lanes dN = load(t.load + i);
    const Lanes dvx = v_y * psi - v_n * nx + load(vx_0 + i);
    const Lanes dvy = (h * w_y - v_x) * psi - (h * w_n) * nx - v_n * ny + w_x * dh + load(vy_0 + i);
    const Lanes dspin = load(spin_0 + i);
    const Lanes dturn = w_x * nx + w_y * ny + load(turn_0 + i);
    const Lanes gamma = ny + load(gamma_0 + i);
    const auto law = [&](int l) __attribute__((always_inline)) TAKT_UNCHECKED {
      const double* d = t.law[l];
      return d[0] * dN + d[1] * dvx + d[2] * dvy + d[3] * dspin + d[4] * dturn + d[5] * gamma;
    };
    const Lanes dFx = law(0), dFy = law(1), dMz = law(2), dMy = law(3);
    const Lanes dx = law(4), dy = law(5), dtan = steep * gamma;

    const Lanes t1 =
        (tangent * N + t.Fy) * dh + h * (N * dtan + tangent * dN + dFy) + T3 * nx - T2 * psi;
    const Lanes t2 =
        t.cosine * dMy - (t.My * t.sine) * gamma - t.Fx * dh - h * dFx + T1 * psi + T3 * ny;
    const Lanes t3 = dMz + t.sine * dMy + (t.My * t.cosine) * gamma -
                     t.Fx * (tangent * dh + h * dtan) - (h * tangent) * dFx - T2 * ny - T1 * nx;
    const Lanes f1 = dFx + N * nx - t.Fy * psi;
    const Lanes f2 = dFy + t.Fx * psi + N * ny;
    const Lanes f3 = dN - t.Fy * ny - t.Fx * nx;
    Lanes rows[6];
    TAKT_UNROLL
    for (int k = 0; k < 3; ++k) {
      rows[k] = t.x[k] * t1 + t.y[k] * t2 + t.n[k] * t3;
      rows[3 + k] = t.x[k] * f1 + t.y[k] * f2 + t.n[k] * f3;
    }
    TAKT_UNROLL
    for (int l = 0; l < lanes; ++l) {
      const int column = i + l, local = column % 6;
      double* wrench = (column < 6 ? out.by_place : out.by_twist) + 6 * local;
      TAKT_UNROLL
      for (int r = 0; r < 6; ++r) wrench[r] = rows[r][l];
      double* rates = (column < 6 ? out.e_place : out.e_twist) + states * local;
      rates[0] = dx[l];
      rates[1] = dy[l];
    }
  }
}

}  // namespace takt::element::tyre_slopes::TAKT_KERNEL
