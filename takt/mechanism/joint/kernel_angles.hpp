// Cosine and sine of all angles at once. Included by kernels.hpp only. Large angles, infinities and NaN
// go to the C library.
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
    for (int i = 0; i < tree.n; i += lanes) {  // there is room behind the last
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
