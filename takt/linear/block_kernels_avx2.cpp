// Dense blocks for machines with AVX2 and fused multiply-add; the last bits differ from those of
// block_kernels_baseline.cpp. Nothing of this file runs before the machine was asked.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/linear/block_kernels.hpp"

const takt::linear::block::Kernels takt::linear::block::avx2::kernels{factorise, solve, subtract,
                                                                      subtract_column, row_scales};
#endif
