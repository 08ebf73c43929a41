// The kernels of the tree for machines with AVX2 and fused multiply-add. The last bits of their
// results differ from those of kernels_baseline.cpp. Code of this file runs only after a check that
// the machine supports these instructions.
#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "takt/mechanism/tree/kernels.hpp"
#endif
