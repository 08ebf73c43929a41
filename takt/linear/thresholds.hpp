// The limits at which one way to solve a linear system takes over from another, with the benchmark
// that set each. Rows of bench/linear_bench.cpp: `make bench`, or tools/bench_instructions.py for
// numbers of instructions, which do not depend on the machine. Change a limit only with new numbers.
#pragma once

#include "takt/base/types.hpp"

namespace takt::linear {

// Saddle-point systems (saddle.cpp).
// saddle_sized and saddle_dense, 2 to 8 unknowns: loops of known length need about half the
// instructions. Sizes above are rare in hand-written problems.
constexpr int most_unknowns_unrolled = 8, most_rows_unrolled = 6;
// saddle_dense and saddle_sparse, 16 and 32 unknowns: the dense solver is faster up to here.
constexpr Index largest_dense = 16;
// few_rows/fronts and few_rows/sparse, 22 to 198 unknowns, 0 to 24 rows: each row needs one more
// solve with A; beyond 12 rows the sparse solver is as fast. The set-up of fronts takes a time that
// grows with the square of the size: beyond 200 unknowns it would be noticed.
constexpr Index largest_of_fronts = 200, most_rows_of_fronts = 12;

// General matrices (general_factor.cpp). corrector/...: the iteration matrices of bdf.
// Above this part of entries that are not zero the dense LU is faster than KLU.
constexpr double densest_sparse = 0.33;
// The condensed factor (condensed_factor.cpp) is slower than KLU if its dense matrices have more
// than this many entries for each entry of the pattern, and slower than unrolled loops for fewer
// unknowns than this.
constexpr double most_entries_condensed = 10;
constexpr Index fewest_unknowns_condensed = 9;

// Pivots. They are limits of accuracy; unit tests of general_factor hold them.
// The diagonal entry is the pivot unless it is smaller than this part of the largest of its column.
constexpr double diagonal_preference = 0.1;
constexpr double any_diagonal = 1e-300;  // the same: unless it is zero
// New pivots are searched when the reciprocal pivot growth falls below this part of its value at
// the last search.
constexpr double worst_growth = 1e-3;
// Unknowns are condensed only if their diagonal entry is at least this part of each other entry of
// its row.
constexpr double smallest_condensed_pivot = 0.1;

}  // namespace takt::linear
