// Derivatives of a tyre for one instruction set: included once by each of tyre_slopes_avx2.cpp and
// tyre_slopes_baseline.cpp.
//
// The axes of the contact turn with rho = (-n_y, n_x, psi), where (n_x, n_y) is the change of the
// normal and psi = n_x tan(gamma) + theta.e_r / cos(gamma), e_r = e_x x a; gamma changes by
// theta.e_x + n_y. In contact axes the wrench is
//
//   T = (h (N tan + Fy), My cos - h Fx, Mz + My sin - h tan Fx),   F = (Fx, Fy, N)
//
// with tan, cos and sin of gamma. All inputs are differentiated at once, in SIMD vectors.
#include "takt/base/simd.hpp"
#include "takt/element/tyre/tyre_slopes.hpp"

namespace takt::element::tyre_slopes::TAKT_KERNEL {

using namespace simd::TAKT_KERNEL;
static_assert(inputs % lanes == 0);

TAKT_INLINE double dot(const double* a, const double* b) {
  return mad(a[2], b[2], mad(a[1], b[1], a[0] * b[0]));
}
TAKT_INLINE void cross(const double* a, const double* b, double c, double* out) {  // c a x b
  out[0] = c * nmad(a[2], b[1], a[1] * b[2]);
  out[1] = c * nmad(a[0], b[2], a[2] * b[0]);
  out[2] = c * nmad(a[1], b[0], a[0] * b[1]);
}
TAKT_INLINE void place(const double* a, double c, double* to) {
  for (int i = 0; i < 3; ++i) to[i] = c * a[i];
}

static void slopes(const Tyre& t, const Slopes& out) {
  // The parts that do not come through the contact: each a vector over the inputs.
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
  const double h = t.h, tangent = t.tangent, N = t.N, steep = mad(tangent, tangent, 1.0);
  const double side = mad(tangent, N, t.Fy);
  const double T1 = h * side, T2 = nmad(h, t.Fx, t.My * t.cosine);
  const double T3 = nmad(h * tangent, t.Fx, mad(t.My, t.sine, t.Mz));

  for (int i = 0; i < inputs; i += lanes) {
    const Lanes nx = load(t.n_x + i), ny = load(t.n_y + i), dh = load(t.height + i);
    const Lanes psi = mad(tangent, nx, load(psi_0 + i));
    const Lanes dN = load(t.load + i);
    const Lanes dvx = nmad(v_n, nx, v_y * psi) + load(vx_0 + i);
    const Lanes dvy =
        mad(w_x, dh, nmad(v_n, ny, nmad(h * w_n, nx, msub(h, w_y, v_x) * psi))) + load(vy_0 + i);
    const Lanes dspin = load(spin_0 + i);
    const Lanes dturn = mad(w_y, ny, w_x * nx) + load(turn_0 + i);
    const Lanes gamma = ny + load(gamma_0 + i);
    const auto law = [&](int l) __attribute__((always_inline)) {
      const double* d = t.law[l];
      return mad(d[5], gamma,
                 mad(d[4], dturn, mad(d[3], dspin, mad(d[2], dvy, mad(d[1], dvx, d[0] * dN)))));
    };
    const Lanes dFx = law(0), dFy = law(1), dMz = law(2), dMy = law(3);
    const Lanes dx = law(4), dy = law(5), dtan = steep * gamma;

    const Lanes t1 =
        nmad(T2, psi, mad(T3, nx, mad(h, mad(tangent, dN, N * dtan) + dFy, side * dh)));
    const Lanes t2 =
        mad(T3, ny,
            mad(T1, psi, nmad(h, dFx, nmad(t.Fx, dh, nmad(t.My * t.sine, gamma, t.cosine * dMy)))));
    Lanes t3 = mad(t.My * t.cosine, gamma, mad(t.sine, dMy, dMz));
    t3 = nmad(t.Fx, mad(h, dtan, tangent * dh), t3);
    t3 = nmad(T1, nx, nmad(T2, ny, nmad(h * tangent, dFx, t3)));
    const Lanes f1 = nmad(t.Fy, psi, mad(N, nx, dFx));
    const Lanes f2 = mad(N, ny, mad(t.Fx, psi, dFy));
    const Lanes f3 = nmad(t.Fx, nx, nmad(t.Fy, ny, dN));
    Lanes rows[6];
    TAKT_UNROLL(6)
    for (int k = 0; k < 3; ++k) {
      rows[k] = mad(t.n[k], t3, mad(t.y[k], t2, t.x[k] * t1));
      rows[3 + k] = mad(t.n[k], f3, mad(t.y[k], f2, t.x[k] * f1));
    }
    TAKT_UNROLL(6)
    for (int l = 0; l < lanes; ++l) {
      const int column = i + l, local = column % 6;
      double* wrench = (column < 6 ? out.by_place : out.by_twist) + 6 * local;
      TAKT_UNROLL(6)
      for (int r = 0; r < 6; ++r) wrench[r] = rows[r][l];
      double* rates = (column < 6 ? out.e_place : out.e_twist) + states * local;
      rates[0] = dx[l];
      rates[1] = dy[l];
    }
  }
}

}  // namespace takt::element::tyre_slopes::TAKT_KERNEL
