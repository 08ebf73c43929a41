// Slopes of a tyre for machines with AVX2 and fused multiply-add; the last bits differ from those of
// tyre_slopes_baseline.cpp. Nothing of this file runs before the machine was asked.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx2,fma")
#pragma GCC optimize("fp-contract=fast")
#define TAKT_KERNEL avx2
#define TAKT_LANES 4
#include "takt/element/force/tyre_slopes_kernel.hpp"

const takt::element::tyre_slopes::Kernels takt::element::tyre_slopes::avx2::kernels{slopes};
#endif
