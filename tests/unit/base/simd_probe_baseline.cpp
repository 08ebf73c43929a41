#define TAKT_KERNEL baseline
#include "tests/unit/base/simd_probe_kernel.hpp"
