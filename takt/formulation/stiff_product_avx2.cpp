// Products of stiff states for machines with AVX2 and fused multiply-add. Results differ from those
// of stiff_product_baseline.cpp in the last bits. Nothing in this file may run before the processor
// was checked (base/instruction_set.hpp).
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/formulation/stiff_product_kernel.hpp"

const takt::stiff_product::Kernels takt::stiff_product::avx2::kernels{add_product<2>,
                                                                      add_product<4>};
#endif
