// The elimination of fronts for machines with AVX2 and fused multiply-add; the last bits differ from
// those of front_kernels_baseline.cpp. Nothing of this file runs before the machine was asked.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("avx2,fma")  // to the end: templates are instantiated there
#pragma GCC optimize("fp-contract=fast", "no-tree-loop-distribute-patterns")  // no memset
#define TAKT_KERNEL avx2
#define TAKT_LANES 4
#include "takt/linear/front_kernels.hpp"

const takt::linear::front::Kernels takt::linear::front::avx2::kernels{factorise, solve, set_zero,
                                                                      add, add_products};
#endif
