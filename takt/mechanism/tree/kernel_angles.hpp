// Cosine and sine of all joint angles, in SIMD lanes. The C library computes them if an angle is
// large, infinite or NaN. Included by kernels.hpp only.
#include <cmath>

namespace takt::mechanism::kernel::TAKT_KERNEL {

inline void angles(const Tree& tree, const double* q, const Memory& m) {
  bool large = false;
  for (int i = 0; i < tree.n; ++i) {
    const double x = q[tree.angle[i]] + tree.theta[i];
    m.sine[i] = x;
    large |= !(magnitude(x) <= largest_angle);
  }
  if (!large) {
    for (int i = 0; i < tree.n; i += lanes) {  // the arrays have room for whole vectors
      Lanes s, c;
      sine_cosine(load(m.sine + i), s, c);
      store(m.sine + i, s);
      store(m.cosine + i, c);
    }
  } else {
    for (int i = 0; i < tree.n; ++i) sincos(m.sine[i], &m.sine[i], &m.cosine[i]);
  }
}

}  // namespace takt::mechanism::kernel::TAKT_KERNEL
