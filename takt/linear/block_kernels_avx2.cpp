// Dense block kernels for machines with AVX2 and fused multiply-add. The last bits of their results
// differ from those of block_kernels_baseline.cpp. Code of this file runs only after a check that
// the machine supports these instructions.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/linear/block_kernels.hpp"

const takt::linear::block::Kernels takt::linear::block::avx2::kernels{factorise, solve, subtract,
                                                                      subtract_column, row_scales};
#endif
