// The operations that simd_probe.hpp declares. Included once by each simd_probe_<instruction
// set>.cpp.
#include "takt/base/simd.hpp"
#include "tests/unit/base/simd_probe.hpp"

namespace takt::test::simd_probe::TAKT_KERNEL {

using namespace simd::TAKT_KERNEL;

static void sines(const double* x, double* sine, double* cosine) {
  Lanes s, c;
  sine_cosine(load(x), s, c);
  store(sine, s);
  store(cosine, c);
}
static void mads(const double* a, const double* b, const double* c, double* out) {
  store(out, mad(load(a), load(b), load(c)));
}
static void msubs(const double* a, const double* b, const double* c, double* out) {
  store(out, msub(load(a), load(b), load(c)));
}
static void nmads(const double* a, const double* b, const double* c, double* out) {
  store(out, nmad(load(a), load(b), load(c)));
}
static double mad_of_numbers(double a, double b, double c) { return mad(a, b, c); }
static void transposed(const double* rows, double* columns) {
  Lanes row[lanes], x[lanes];
  for (int i = 0; i < lanes; ++i) row[i] = load(rows + i * lanes);
  transpose(row, x);
  for (int i = 0; i < lanes; ++i) store(columns + i * lanes, x[i]);
}
static void sums(const double* x, double* out) { store(out, sum(load(x))); }
static void magnitudes(const double* x, double* out) { store(out, magnitude(load(x))); }
static void largers(const double* a, const double* b, double* out) {
  store(out, larger(load(a), load(b)));
}

// Each of the sources that include this header has its own: NOLINTNEXTLINE(misc-definitions-in-headers)
const Probe probe{lanes,          sines,      mads, msubs,      nmads,
                  mad_of_numbers, transposed, sums, magnitudes, largers};

}  // namespace takt::test::simd_probe::TAKT_KERNEL
