// SIMD vectors of doubles for kernels. A kernel is compiled once for each instruction set.
//
// A source file named x_avx2.cpp or x_baseline.cpp defines TAKT_KERNEL as `avx2` or `baseline`
// before it includes anything; cmake/kernels.cmake compiles it with the flags of that set. All
// names in this file live in a namespace of that set. If two sets shared an inline function, the
// linker would keep only one of the two copies, possibly the one that not every machine can
// execute. Other source files do not define TAKT_KERNEL and get the baseline, which every x86-64
// machine can execute.
//
// The compiler must not contract expressions (-ffp-contract=off). Where a product and a sum shall
// be rounded only once, the kernel calls one of
//
//   mad(a, b, c) = a b + c      msub(a, b, c) = a b - c      nmad(a, b, c) = c - a b
//
// These are one fused operation if the instruction set has it, otherwise a product and a sum. A
// kernel written this way gives the same bits with every compiler.
#pragma once

#ifndef TAKT_KERNEL
#define TAKT_KERNEL baseline
#endif

// Inlined with any compiler options: everything a kernel calls must become part of the kernel
// itself.
#define TAKT_INLINE static inline __attribute__((always_inline))
#define TAKT_UNROLL(n) _Pragma(TAKT_TEXT(GCC unroll n))
#define TAKT_TEXT(x) #x

// The set follows from the name of the kernel, not from macros of the compiler such as __AVX2__. So
// a build with flags for a newer machine still has a true baseline.
#define TAKT_SET_baseline 1
#define TAKT_SET_avx2 2
#define TAKT_JOIN(a, b) a##b
#define TAKT_SET_OF(kernel) TAKT_JOIN(TAKT_SET_, kernel)
#if TAKT_SET_OF(TAKT_KERNEL) == TAKT_SET_avx2
#define TAKT_FUSED 1
#define TAKT_LANES 4
#elif TAKT_SET_OF(TAKT_KERNEL) == TAKT_SET_baseline
#define TAKT_FUSED 0
#define TAKT_LANES 2
#else
#error "TAKT_KERNEL is avx2 or baseline"
#endif

#if TAKT_FUSED
#include <immintrin.h>  // safe here: its functions are always inlined
#endif

namespace takt::simd::TAKT_KERNEL {

constexpr int lanes = TAKT_LANES;

using Two = double __attribute__((vector_size(16)));
using Lanes = double __attribute__((vector_size(8 * TAKT_LANES)));

// The bits of a vector.
using TwoBits = long long __attribute__((vector_size(16)));
using LanesBits = long long __attribute__((vector_size(8 * TAKT_LANES)));
template <class V> struct BitsOf;
template <> struct BitsOf<Two> { using type = TwoBits; };
#if TAKT_LANES > 2
template <> struct BitsOf<Lanes> { using type = LanesBits; };
#endif
template <class V> using Bits = typename BitsOf<V>::type;

// The address needs no alignment. V may also be double.
template <class V = Lanes> TAKT_INLINE V load(const double* x) {
  V v;
  __builtin_memcpy(&v, x, sizeof v);
  return v;
}
template <class V> TAKT_INLINE void store(double* x, V v) { __builtin_memcpy(x, &v, sizeof v); }

// One number in all lanes.
template <class V> struct Spread {
  TAKT_INLINE V of(V x) { return x; }
};
template <> struct Spread<Two> {
  TAKT_INLINE Two of(Two x) { return x; }
  TAKT_INLINE Two of(double x) { return Two{x, x}; }
};
#if TAKT_LANES == 4
template <> struct Spread<Lanes> {
  TAKT_INLINE Lanes of(Lanes x) { return x; }
  TAKT_INLINE Lanes of(double x) { return Lanes{x, x, x, x}; }
};
#endif
TAKT_INLINE Lanes all(double x) { return Spread<Lanes>::of(x); }

TAKT_INLINE Lanes gather(const double* x, const int* i) {
#if TAKT_LANES == 4
  return Lanes{x[i[0]], x[i[1]], x[i[2]], x[i[3]]};
#else
  return Lanes{x[i[0]], x[i[1]]};
#endif
}

#if TAKT_FUSED
TAKT_INLINE double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
TAKT_INLINE Two fused(Two a, Two b, Two c) { return _mm_fmadd_pd(a, b, c); }
TAKT_INLINE Lanes fused(Lanes a, Lanes b, Lanes c) { return _mm256_fmadd_pd(a, b, c); }
#endif

// Factors and summands are vectors or numbers; a number has the same value in every lane. The
// compiler makes the negative signs part of the fused instruction.
template <class A, class B, class C> TAKT_INLINE auto mad(A a, B b, C c) {
#if TAKT_FUSED
  using V = decltype(a * b + c);
  return fused(Spread<V>::of(a), Spread<V>::of(b), Spread<V>::of(c));
#else
  return a * b + c;
#endif
}
template <class A, class B, class C> TAKT_INLINE auto msub(A a, B b, C c) {
#if TAKT_FUSED
  return mad(a, b, -c);
#else
  return a * b - c;
#endif
}
template <class A, class B, class C> TAKT_INLINE auto nmad(A a, B b, C c) {
#if TAKT_FUSED
  return mad(-a, b, c);
#else
  return c - a * b;
#endif
}

TAKT_INLINE double magnitude(double x) { return x < 0 ? -x : x; }
template <class V> TAKT_INLINE V magnitude(V x) {
  return __builtin_bit_cast(V, __builtin_bit_cast(Bits<V>, x) & 0x7fffffffffffffffLL);
}
template <class V> TAKT_INLINE V larger(V a, V b) { return a > b ? a : b; }

// The sum over all lanes, in every lane.
TAKT_INLINE Lanes sum(Lanes x) {
#if TAKT_LANES == 4
  x += __builtin_shufflevector(x, x, 2, 3, 0, 1);
  return x + __builtin_shufflevector(x, x, 1, 0, 3, 2);
#else
  return x + __builtin_shufflevector(x, x, 1, 0);
#endif
}

// x[i] = (row[0][i], row[1][i], ...)
TAKT_INLINE void transpose(const Lanes* row, Lanes* x) {
#if TAKT_LANES == 4
  const Lanes a = __builtin_shufflevector(row[0], row[1], 0, 4, 2, 6);
  const Lanes b = __builtin_shufflevector(row[0], row[1], 1, 5, 3, 7);
  const Lanes c = __builtin_shufflevector(row[2], row[3], 0, 4, 2, 6);
  const Lanes d = __builtin_shufflevector(row[2], row[3], 1, 5, 3, 7);
  x[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  x[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  x[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  x[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
#else
  x[0] = __builtin_shufflevector(row[0], row[1], 0, 2);
  x[1] = __builtin_shufflevector(row[0], row[1], 1, 3);
#endif
}

// Sine and cosine of angles up to `largest_angle`: x = n pi/2 + r with pi/2 in three parts of 33
// bits (Cody and Waite), exact for the n allowed; then the polynomials of fdlibm (Sun Microsystems
// 1993) on |r| <= pi/4. The error is below 2 units in the last place for |x| <= 1000 and below 4
// otherwise; the largest errors are those of tiny results.
constexpr double largest_angle = 5e5;

template <class V> TAKT_INLINE void sine_cosine(V x, V& sine, V& cosine) {
  const V shifted = mad(x, 0x1.45f306dc9c883p-1, 0x1.8p52);  // 2/pi; n is in the last bits
  const V n = shifted - 0x1.8p52;
  const Bits<V> k = __builtin_bit_cast(Bits<V>, shifted);
  V r = nmad(n, 0x1.921fb544p0, x);
  r = nmad(n, 0x1.0b4611a6p-34, r);
  r = nmad(n, 0x1.3198a2e037073p-69, r);
  const V z = r * r, h = 0.5 * z, w = 1.0 - h;
  V s = mad(z, 1.58969099521155010221e-10, -2.50507602534068634195e-08);
  s = mad(z, s, 2.75573137070700676789e-06);
  s = mad(z, s, -1.98412698298579493134e-04);
  s = mad(z, s, 8.33333333332248946124e-03);
  s = mad(z, s, -1.66666666666666324348e-01);
  s = mad(r * z, s, r);
  V c = mad(z, -1.13596475577881948265e-11, 2.08757232129817482790e-09);
  c = mad(z, c, -2.75573143513906633035e-07);
  c = mad(z, c, 2.48015872894767294178e-05);
  c = mad(z, c, -1.38888888888741095749e-03);
  c = mad(z, c, 4.16666666666666019037e-02);
  c = w + mad(z * z, c, (1.0 - w) - h);
  // For odd n, sine and cosine are exchanged; the signs follow from n.
  const Bits<V> sb = __builtin_bit_cast(Bits<V>, s), cb = __builtin_bit_cast(Bits<V>, c);
  const Bits<V> change = (sb ^ cb) & -(k & 1);
  sine = __builtin_bit_cast(V, (sb ^ change) ^ ((k & 2) << 62));
  cosine = __builtin_bit_cast(V, (cb ^ change) ^ (((k + 1) & 2) << 62));
}

}  // namespace takt::simd::TAKT_KERNEL
