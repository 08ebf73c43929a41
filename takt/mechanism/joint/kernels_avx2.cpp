// The recursions for machines with AVX2 and fused multiply-add; the last bits differ from those of
// kernels_baseline.cpp. Nothing of this file runs before the machine was asked.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/mechanism/joint/kernels.hpp"
#endif
