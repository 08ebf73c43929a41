// Products of stiff states for one instruction set, named by TAKT_KERNEL: included once by each of
// stiff_product_<instruction set>.cpp. Nothing in here may be a template or an inline function of
// anybody else, lest the linker keep the variant that not every machine can execute.
#include "takt/formulation/stiff_product.hpp"

namespace takt::stiff_product::TAKT_KERNEL {

using Lanes = double __attribute__((vector_size(8 * TAKT_LANES), aligned(8), may_alias));
using Two = double __attribute__((vector_size(16), aligned(8), may_alias));

template <class Vector> static inline Vector load(const double* x) {
  return *reinterpret_cast<const Vector*>(x);
}

// A += f_0 x_0 + f_1 x_1 + ..., as many entries as a vector has.
template <int states, class Vector>
static inline __attribute__((always_inline)) void add(double* A, const double* const* f, long i,
                                                      const double* x) {
  Vector sum = load<Vector>(A);
  sum += load<Vector>(f[0] + i) * x[0];
  sum += load<Vector>(f[1] + i) * x[1];
  if constexpr (states == 4) {
    sum += load<Vector>(f[2] + i) * x[2];
    sum += load<Vector>(f[3] + i) * x[3];
  }
  *reinterpret_cast<Vector*>(A) = sum;
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
      for (; i + TAKT_LANES <= end; i += TAKT_LANES) add<states, Lanes>(A + (shift + i), f, i, x);
      if (TAKT_LANES > 2 && i + 2 <= end) {
        add<states, Two>(A + (shift + i), f, i, x);
        i += 2;
      }
      if (i < end) add<states, double>(A + (shift + i), f, i, x);
      if (r->last) break;
    }
  }
}

}  // namespace takt::stiff_product::TAKT_KERNEL
