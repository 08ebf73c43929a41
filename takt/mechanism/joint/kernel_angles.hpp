// Cosine and sine of all angles at once, a few lanes at a time. Included by kernels.hpp only.
//
// x = n pi/2 + r with pi/2 in three parts of 33 bits (Cody and Waite), exact for the n allowed;
// then the polynomials of fdlibm (Sun Microsystems 1993) on |r| <= pi/4: the error is below 1 ulp.
// Larger angles, infinities and NaN go to the C library.
#include <cmath>

namespace takt::mechanism::kernel::TAKT_KERNEL {

using Lanes = double __attribute__((vector_size(8 * TAKT_LANES), aligned(8), may_alias));
using Bits = long long __attribute__((vector_size(8 * TAKT_LANES), aligned(8), may_alias));

constexpr double largest_angle = 5e5;

TAKT_INLINE void sine_cosine(Lanes x, double* sine, double* cosine) {
  const Lanes shifted = x * 0x1.45f306dc9c883p-1 + 0x1.8p52;  // 2/pi; n is in the last bits
  const Lanes n = shifted - 0x1.8p52;
  const Bits k = reinterpret_cast<const Bits&>(shifted);
  const Lanes r = x - n * 0x1.921fb544p0 - n * 0x1.0b4611a6p-34 - n * 0x1.3198a2e037073p-69;
  const Lanes z = r * r, h = 0.5 * z, w = 1.0 - h;
  const Lanes s =
      r + r * z *
              (-1.66666666666666324348e-01 +
               z * (8.33333333332248946124e-03 +
                    z * (-1.98412698298579493134e-04 +
                         z * (2.75573137070700676789e-06 + z * (-2.50507602534068634195e-08 +
                                                                z * 1.58969099521155010221e-10)))));
  const Lanes c =
      w +
      (((1.0 - w) - h) +
       z * z *
           (4.16666666666666019037e-02 +
            z * (-1.38888888888741095749e-03 +
                 z * (2.48015872894767294178e-05 +
                      z * (-2.75573143513906633035e-07 +
                           z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))))));
  const Bits odd = -(k & 1);
  const Bits sb = reinterpret_cast<const Bits&>(s), cb = reinterpret_cast<const Bits&>(c);
  const Bits change = (sb ^ cb) & odd;
  *reinterpret_cast<Bits*>(sine) = (sb ^ change) ^ ((k & 2) << 62);
  *reinterpret_cast<Bits*>(cosine) = (cb ^ change) ^ (((k + 1) & 2) << 62);
}

inline void angles(const Tree& tree, const double* q, const Memory& m) {
  bool large = false;
  for (int i = 0; i < tree.n; ++i) {
    const double x = q[tree.angle[i]] + tree.theta[i];
    m.sine[i] = x;
    large |= !(fabs(x) <= largest_angle);
  }
  if (!large) {
    for (int i = 0; i < tree.n; i += TAKT_LANES)  // there is room behind the last
      sine_cosine(*reinterpret_cast<const Lanes*>(m.sine + i), m.sine + i, m.cosine + i);
  } else {
    for (int i = 0; i < tree.n; ++i) sincos(m.sine[i], &m.sine[i], &m.cosine[i]);
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
