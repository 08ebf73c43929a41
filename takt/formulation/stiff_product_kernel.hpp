// Products of stiff states for one instruction set: included once by each of
// stiff_product_<instruction set>.cpp.
#include "takt/base/simd.hpp"
#include "takt/formulation/stiff_product.hpp"

namespace takt::stiff_product::TAKT_KERNEL {

using namespace simd::TAKT_KERNEL;

// A += f_0 x_0 + f_1 x_1 + ..., for as many entries as V holds. V is Lanes, Two or double.
template <int states, class V>
TAKT_INLINE void add(double* A, const double* const* f, long i, const double* x) {
  V sum = load<V>(A);
  sum = mad(load<V>(f[0] + i), x[0], sum);
  sum = mad(load<V>(f[1] + i), x[1], sum);
  if constexpr (states == 4) {
    sum = mad(load<V>(f[2] + i), x[2], sum);
    sum = mad(load<V>(f[3] + i), x[3], sum);
  }
  store(A, sum);
}

template <int states> static void add_product(const Product& p, double c, double* A) {
  const double* f[most] = {p.f_z[0], p.f_z[1], p.f_z[2], p.f_z[3]};
  const double* NE = p.NE;
  for (const Run* r = p.runs; r != p.end; ++r) {
    double x[most] = {c * NE[0], c * NE[1]};
    if constexpr (states == 4) x[2] = c * NE[2], x[3] = c * NE[3];
    NE += states;
    for (;; ++r) {
      long i = r->first;
      const long end = r->end, shift = r->shift;
      for (; i + lanes <= end; i += lanes) add<states, Lanes>(A + (shift + i), f, i, x);
      if (lanes > 2 && i + 2 <= end) {
        add<states, Two>(A + (shift + i), f, i, x);
        i += 2;
      }
      if (i < end) add<states, double>(A + (shift + i), f, i, x);
      if (r->last) break;
    }
  }
}

}  // namespace takt::stiff_product::TAKT_KERNEL
