// The elimination of fronts for machines with AVX2 and fused multiply-add; the last bits differ from
// those of front_kernels_baseline.cpp. Nothing of this file runs before the machine was asked.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/linear/front_kernels.hpp"

const takt::linear::front::Kernels takt::linear::front::avx2::kernels{factorise, solve, set_zero,
                                                                      add, add_products};
#endif
