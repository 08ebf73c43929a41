// The operations of takt/base/simd.hpp for one instruction set, as functions that a test can call.
#pragma once

namespace takt::test::simd_probe {

struct Probe {
  int lanes;
  void (*sine_cosine)(const double* x, double* sine, double* cosine);  // `lanes` of them
  void (*mad)(const double* a, const double* b, const double* c, double* out);
  void (*msub)(const double* a, const double* b, const double* c, double* out);
  void (*nmad)(const double* a, const double* b, const double* c, double* out);
  double (*mad_of_numbers)(double a, double b, double c);
  void (*transpose)(const double* rows, double* columns);  // lanes x lanes
  void (*sum)(const double* x, double* out);
  void (*magnitude)(const double* x, double* out);
  void (*larger)(const double* a, const double* b, double* out);
};
namespace baseline {
extern const Probe probe;
}
namespace avx2 {
extern const Probe probe;
}

}  // namespace takt::test::simd_probe
