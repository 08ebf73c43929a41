// Arithmetic of the kernels: three-vectors, turns about x and z, and the transformation of
// articulated inertias. Included by kernels.hpp only, once for each instruction set.
//
// Terms used: turn_z, turn_x: y -> Rz y, Rx y; back_z, back_x: the inverses; (c, s) = cos, sin.
// A symmetric 2 x 2 block under a turn needs five products: cc xx - 2 cs xy + ss yy, the trace,
// and cs (xx - yy) + (cc - ss) xy; a general one six.
#include "takt/mechanism/joint/recursions_data.hpp"

#ifndef TAKT_KERNEL
#error "TAKT_KERNEL names the instruction set"
#endif
#define TAKT_INLINE __attribute__((always_inline)) inline

namespace takt::mechanism::kernel::TAKT_KERNEL {

TAKT_INLINE Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
TAKT_INLINE Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
TAKT_INLINE Vec operator*(double s, Vec a) { return {s * a.x, s * a.y, s * a.z}; }
TAKT_INLINE double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
TAKT_INLINE Vec cross(Vec a, Vec b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
TAKT_INLINE Vec operator*(const Mat& R, Vec a) {
  return {R.xx * a.x + R.xy * a.y + R.xz * a.z, R.yx * a.x + R.yy * a.y + R.yz * a.z,
          R.zx * a.x + R.zy * a.y + R.zz * a.z};
}
TAKT_INLINE Vec transposed(const Mat& R, Vec a) {
  return {R.xx * a.x + R.yx * a.y + R.zx * a.z, R.xy * a.x + R.yy * a.y + R.zy * a.z,
          R.xz * a.x + R.yz * a.y + R.zz * a.z};
}
TAKT_INLINE Vec operator*(const Sym& S, Vec a) {
  return {S.xx * a.x + S.xy * a.y + S.xz * a.z, S.xy * a.x + S.yy * a.y + S.yz * a.z,
          S.xz * a.x + S.yz * a.y + S.zz * a.z};
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
  return {c * a.x - s * a.y, s * a.x + c * a.y, a.z};
}
TAKT_INLINE Vec back_z(double c, double s, Vec a) {
  return {c * a.x + s * a.y, c * a.y - s * a.x, a.z};
}
TAKT_INLINE Vec turn_x(double c, double s, Vec a) {
  return {a.x, c * a.y - s * a.z, s * a.y + c * a.z};
}
TAKT_INLINE Vec back_x(double c, double s, Vec a) {
  return {a.x, c * a.y + s * a.z, c * a.z - s * a.y};
}

TAKT_INLINE Sym turn_z(double c, double s, const Sym& a) {
  const double cc = c * c, cs = c * s, ss = s * s;
  const double xx = cc * a.xx - cs * (a.xy + a.xy) + ss * a.yy;
  return {xx,
          cs * (a.xx - a.yy) + (cc - ss) * a.xy,
          c * a.xz - s * a.yz,
          a.xx + a.yy - xx,
          s * a.xz + c * a.yz,
          a.zz};
}
TAKT_INLINE Mat turn_z(double c, double s, const Mat& b) {
  const double cc = c * c, cs = c * s, ss = s * s;
  const double xx = cc * b.xx - cs * (b.xy + b.yx) + ss * b.yy;
  const double xy = cs * (b.xx - b.yy) + cc * b.xy - ss * b.yx;
  return {xx,
          xy,
          c * b.xz - s * b.yz,
          xy - b.xy + b.yx,
          b.xx + b.yy - xx,
          s * b.xz + c * b.yz,
          c * b.zx - s * b.zy,
          s * b.zx + c * b.zy,
          b.zz};
}
TAKT_INLINE Sym turn_x(const LinkData& L, const Sym& a) {
  const double yy = L.caca * a.yy - L.casa * (a.yz + a.yz) + L.sasa * a.zz;
  return {a.xx,
          L.ca * a.xy - L.sa * a.xz,
          L.sa * a.xy + L.ca * a.xz,
          yy,
          L.casa * (a.yy - a.zz) + (L.caca - L.sasa) * a.yz,
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

// From a reference point to one that lies -p from it: B + [p] D and A - B [p] + [p] (B + [p] D)'.
TAKT_INLINE void shift(Vec p, Articulated& a) {
  const Sym& D = a.D;
  const Mat B = a.B;
  Mat& C = a.B;
  C.xx += p.y * D.xz - p.z * D.xy;
  C.xy += p.y * D.yz - p.z * D.yy;
  C.xz += p.y * D.zz - p.z * D.yz;
  C.yx += p.z * D.xx - p.x * D.xz;
  C.yy += p.z * D.xy - p.x * D.yz;
  C.yz += p.z * D.xz - p.x * D.zz;
  C.zx += p.x * D.xy - p.y * D.xx;
  C.zy += p.x * D.yy - p.y * D.xy;
  C.zz += p.x * D.yz - p.y * D.xz;
  a.A.xx += p.y * (B.xz + C.xz) - p.z * (B.xy + C.xy);
  a.A.yy += p.z * (B.yx + C.yx) - p.x * (B.yz + C.yz);
  a.A.zz += p.x * (B.zy + C.zy) - p.y * (B.zx + C.zx);
  a.A.xy += p.y * C.yz - p.z * C.yy + p.z * B.xx - p.x * B.xz;
  a.A.xz += p.y * C.zz - p.z * C.zy + p.x * B.xy - p.y * B.xx;
  a.A.yz += p.z * C.zx - p.x * C.zz + p.x * B.yy - p.y * B.yx;
  a.n = a.n + cross(p, a.f);
}

// The same for a rigid body.
TAKT_INLINE void shift(Vec p, Composite& c) {
  const Vec h = c.h, g{c.m * p.x + h.x, c.m * p.y + h.y, c.m * p.z + h.z};
  const double x = p.x * (h.x + g.x), y = p.y * (h.y + g.y), z = p.z * (h.z + g.z);
  c.I.xx += y + z;
  c.I.yy += x + z;
  c.I.zz += x + y;
  c.I.xy -= p.x * g.y + h.x * p.y;
  c.I.xz -= p.x * g.z + h.x * p.z;
  c.I.yz -= p.y * g.z + h.y * p.z;
  c.h = g;
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
