// The elimination of fronts for every machine.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-loop-distribute-patterns")  // no calls of memset
#endif
#define TAKT_KERNEL baseline
#define TAKT_LANES 2
#include "takt/linear/front_kernels.hpp"

const takt::linear::front::Kernels takt::linear::front::baseline::kernels{
    factorise, solve, set_zero, add, add_products};
