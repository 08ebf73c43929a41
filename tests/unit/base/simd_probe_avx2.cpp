#ifdef __x86_64__
#define TAKT_KERNEL avx2
#include "tests/unit/base/simd_probe_kernel.hpp"
#endif
