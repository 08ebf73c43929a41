// Elimination front by front for machines with AVX2 and fused multiply-add. The last bits of the
// results differ from those of front_kernels_baseline.cpp. Code of this file runs only after a
// check that the machine supports these instructions.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/linear/front_kernels.hpp"

const takt::linear::front::Kernels takt::linear::front::avx2::kernels{factorise, solve, set_zero,
                                                                      add, add_products};
#endif
