// The recursions for machines with AVX2 and fused multiply-add; the last bits differ from those of
// kernels_baseline.cpp. Nothing of this file runs before the machine was asked.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#include <cmath>  // before the options: its inline functions are everybody's

#pragma GCC push_options
#pragma GCC target("avx2,fma")
#pragma GCC optimize("fp-contract=fast", "no-tree-slp-vectorize")
#define TAKT_KERNEL avx2
#define TAKT_LANES 4
#include "takt/mechanism/joint/kernels.hpp"
#pragma GCC pop_options
#endif
