// Derivatives of a tyre for processors with AVX2 and fused multiply-add; the last bits differ from
// those of tyre_slopes_baseline.cpp. Nothing of this file runs before the processor has been
// checked.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/element/tyre/tyre_slopes_kernel.hpp"

const takt::element::tyre_slopes::Kernels takt::element::tyre_slopes::avx2::kernels{slopes};
#endif
