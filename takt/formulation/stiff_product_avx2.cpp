// Products of stiff states for machines with AVX2 and fused multiply-add; the last bits differ from
// those of stiff_product_baseline.cpp. Nothing of this file runs before the machine was asked.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/formulation/stiff_product_kernel.hpp"

const takt::stiff_product::Kernels takt::stiff_product::avx2::kernels{add_product<2>,
                                                                      add_product<4>};
#endif
