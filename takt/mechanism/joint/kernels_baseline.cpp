// The recursions for every machine.
#include <cmath>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")  // it packs three-vectors in pairs, at a loss
#endif
#define TAKT_KERNEL baseline
#define TAKT_LANES 2
#include "takt/mechanism/joint/kernels.hpp"
