// Slopes of a tyre for machines with AVX2 and fused multiply-add; the last bits differ from those of
// tyre_slopes_baseline.cpp. Nothing of this file runs before the machine was asked.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/element/force/tyre_slopes_kernel.hpp"

const takt::element::tyre_slopes::Kernels takt::element::tyre_slopes::avx2::kernels{slopes};
#endif
