// Arithmetic of the kernels: vectors of three, rotations about x and z, and the transformation of
// articulated inertias. Included by kernels.hpp only, once for each instruction set.
//
// Terms used: turn_z, turn_x: y -> Rz y, Rx y; back_z, back_x: the inverses; (c, s) = cos, sin.
// A symmetric 2 x 2 block under a turn needs five products: cc xx - 2 cs xy + ss yy, the trace,
// and cs (xx - yy) + (cc - ss) xy; a general one six.
#include "takt/base/simd.hpp"
#include "takt/mechanism/tree/recursions_data.hpp"

namespace takt::mechanism::kernel::TAKT_KERNEL {

using namespace simd::TAKT_KERNEL;
// Declared here as well, because the overloads for vectors of three below would hide them.
using simd::TAKT_KERNEL::mad, simd::TAKT_KERNEL::msub, simd::TAKT_KERNEL::nmad;

// a b + c d, a b - c d and a b + c d + e f, of numbers or of lanes.
template <class A, class B> TAKT_INLINE auto sum_of(A a, B b, A c, B d) { return mad(c, d, a * b); }
template <class A, class B> TAKT_INLINE auto difference(A a, B b, A c, B d) {
  return nmad(c, d, a * b);
}
template <class A, class B> TAKT_INLINE auto sum_of(A a, B b, A c, B d, A e, B f) {
  return mad(e, f, mad(c, d, a * b));
}

TAKT_INLINE Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
TAKT_INLINE Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
TAKT_INLINE Vec operator*(double s, Vec a) { return {s * a.x, s * a.y, s * a.z}; }
TAKT_INLINE double dot(Vec a, Vec b) { return sum_of(a.x, b.x, a.y, b.y, a.z, b.z); }
// s a + b and b - s a
TAKT_INLINE Vec mad(double s, Vec a, Vec b) {
  return {mad(s, a.x, b.x), mad(s, a.y, b.y), mad(s, a.z, b.z)};
}
TAKT_INLINE Vec nmad(double s, Vec a, Vec b) {
  return {nmad(s, a.x, b.x), nmad(s, a.y, b.y), nmad(s, a.z, b.z)};
}
TAKT_INLINE Vec cross(Vec a, Vec b) {
  return {difference(a.y, b.z, a.z, b.y), difference(a.z, b.x, a.x, b.z),
          difference(a.x, b.y, a.y, b.x)};
}
TAKT_INLINE Vec operator*(const Mat& R, Vec a) {
  return {sum_of(R.xx, a.x, R.xy, a.y, R.xz, a.z), sum_of(R.yx, a.x, R.yy, a.y, R.yz, a.z),
          sum_of(R.zx, a.x, R.zy, a.y, R.zz, a.z)};
}
TAKT_INLINE Vec transposed(const Mat& R, Vec a) {
  return {sum_of(R.xx, a.x, R.yx, a.y, R.zx, a.z), sum_of(R.xy, a.x, R.yy, a.y, R.zy, a.z),
          sum_of(R.xz, a.x, R.yz, a.y, R.zz, a.z)};
}
TAKT_INLINE Vec operator*(const Sym& S, Vec a) {
  return {sum_of(S.xx, a.x, S.xy, a.y, S.xz, a.z), sum_of(S.xy, a.x, S.yy, a.y, S.yz, a.z),
          sum_of(S.xz, a.x, S.yz, a.y, S.zz, a.z)};
}
TAKT_INLINE Mat operator*(const Mat& P, const Mat& Q) {
  const Vec x = P * Vec{Q.xx, Q.yx, Q.zx}, y = P * Vec{Q.xy, Q.yy, Q.zy},
            z = P * Vec{Q.xz, Q.yz, Q.zz};
  return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
}
TAKT_INLINE Mat operator+(const Mat& a, const Mat& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yx + b.yx, a.yy + b.yy,
          a.yz + b.yz, a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
}
TAKT_INLINE Sym operator+(const Sym& a, const Sym& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}

TAKT_INLINE Vec turn_z(double c, double s, Vec a) {
  return {difference(c, a.x, s, a.y), sum_of(s, a.x, c, a.y), a.z};
}
TAKT_INLINE Vec back_z(double c, double s, Vec a) {
  return {sum_of(c, a.x, s, a.y), difference(c, a.y, s, a.x), a.z};
}
TAKT_INLINE Vec turn_x(double c, double s, Vec a) {
  return {a.x, difference(c, a.y, s, a.z), sum_of(s, a.y, c, a.z)};
}
TAKT_INLINE Vec back_x(double c, double s, Vec a) {
  return {a.x, sum_of(c, a.y, s, a.z), difference(c, a.z, s, a.y)};
}

TAKT_INLINE Sym turn_z(double c, double s, const Sym& a) {
  const double cc = c * c, cs = c * s, ss = s * s;
  const double xx = mad(ss, a.yy, difference(cc, a.xx, cs, a.xy + a.xy));
  return {xx,
          sum_of(cs, a.xx - a.yy, cc - ss, a.xy),
          difference(c, a.xz, s, a.yz),
          a.xx + a.yy - xx,
          sum_of(s, a.xz, c, a.yz),
          a.zz};
}
TAKT_INLINE Mat turn_z(double c, double s, const Mat& b) {
  const double cc = c * c, cs = c * s, ss = s * s;
  const double xx = mad(ss, b.yy, difference(cc, b.xx, cs, b.xy + b.yx));
  const double xy = nmad(ss, b.yx, sum_of(cs, b.xx - b.yy, cc, b.xy));
  return {xx,
          xy,
          difference(c, b.xz, s, b.yz),
          xy - b.xy + b.yx,
          b.xx + b.yy - xx,
          sum_of(s, b.xz, c, b.yz),
          difference(c, b.zx, s, b.zy),
          sum_of(s, b.zx, c, b.zy),
          b.zz};
}
TAKT_INLINE Sym turn_x(const LinkData& L, const Sym& a) {
  const double yy = mad(L.sasa, a.zz, difference(L.caca, a.yy, L.casa, a.yz + a.yz));
  return {a.xx,
          difference(L.ca, a.xy, L.sa, a.xz),
          sum_of(L.sa, a.xy, L.ca, a.xz),
          yy,
          sum_of(L.casa, a.yy - a.zz, L.caca - L.sasa, a.yz),
          a.yy + a.zz - yy};
}

// E S E' and E B E' for any rotation E.
TAKT_INLINE Mat turn(const Mat& E, const Mat& B) {
  const Mat T = E * B;
  const Vec x = E * Vec{T.xx, T.xy, T.xz}, y = E * Vec{T.yx, T.yy, T.yz},
            z = E * Vec{T.zx, T.zy, T.zz};
  return {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
}
TAKT_INLINE Sym turn(const Mat& E, const Sym& S) {
  const Vec x = S * Vec{E.xx, E.xy, E.xz}, y = S * Vec{E.yx, E.yy, E.yz},
            z = S * Vec{E.zx, E.zy, E.zz};
  const Vec ex{E.xx, E.xy, E.xz}, ey{E.yx, E.yy, E.yz}, ez{E.zx, E.zy, E.zz};
  return {dot(ex, x), dot(ex, y), dot(ex, z), dot(ey, y), dot(ey, z), dot(ez, z)};
}

// Moves the reference point by -p: B becomes B + [p] D, A becomes A - B [p] + [p] (B + [p] D)'.
TAKT_INLINE void shift(Vec p, Articulated& a) {
  const Sym& D = a.D;
  const Mat B = a.B;
  Mat& C = a.B;
  C.xx += difference(p.y, D.xz, p.z, D.xy);
  C.xy += difference(p.y, D.yz, p.z, D.yy);
  C.xz += difference(p.y, D.zz, p.z, D.yz);
  C.yx += difference(p.z, D.xx, p.x, D.xz);
  C.yy += difference(p.z, D.xy, p.x, D.yz);
  C.yz += difference(p.z, D.xz, p.x, D.zz);
  C.zx += difference(p.x, D.xy, p.y, D.xx);
  C.zy += difference(p.x, D.yy, p.y, D.xy);
  C.zz += difference(p.x, D.yz, p.y, D.xz);
  a.A.xx += difference(p.y, B.xz + C.xz, p.z, B.xy + C.xy);
  a.A.yy += difference(p.z, B.yx + C.yx, p.x, B.yz + C.yz);
  a.A.zz += difference(p.x, B.zy + C.zy, p.y, B.zx + C.zx);
  a.A.xy += nmad(p.x, B.xz, mad(p.z, B.xx, difference(p.y, C.yz, p.z, C.yy)));
  a.A.xz += nmad(p.y, B.xx, mad(p.x, B.xy, difference(p.y, C.zz, p.z, C.zy)));
  a.A.yz += nmad(p.y, B.yx, mad(p.x, B.yy, difference(p.z, C.zx, p.x, C.zz)));
  a.n = a.n + cross(p, a.f);
}

// The same for a rigid body.
TAKT_INLINE void shift(Vec p, Composite& c) {
  const Vec h = c.h, g = mad(c.m, p, h);
  const double x = p.x * (h.x + g.x), y = p.y * (h.y + g.y), z = p.z * (h.z + g.z);
  c.I.xx += y + z;
  c.I.yy += x + z;
  c.I.zz += x + y;
  c.I.xy -= sum_of(p.x, g.y, h.x, p.y);
  c.I.xz -= sum_of(p.x, g.z, h.x, p.z);
  c.I.yz -= sum_of(p.y, g.z, h.y, p.z);
  c.h = g;
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
