// The limits at which one way to solve a linear system takes over from another, with the benchmark
// that set each. Rows of bench/linear_bench.cpp: `make bench`, or tools/bench_instructions.py for
// numbers of instructions, which do not depend on the machine. Change a limit only with new numbers.
#pragma once

namespace takt::linear {

// Saddle-point systems (saddle.cpp). Instructions of one factorisation and one solve.
// saddle_sized and saddle_dense: 1359 and 2068 with 4 unknowns, 4804 and 5959 with 8.
constexpr int most_unknowns_unrolled = 8, most_rows_unrolled = 6;
// saddle_dense and saddle_sparse: 5959 and 11468 with 8 unknowns, 41639 and 17246 with 16, 257494 and
// 32710 with 32. A and G of these rows are as sparse as can be; those of mechanisms are fuller.
constexpr int largest_dense = 16;
// few_rows/fronts and few_rows/sparse. 22 unknowns: 17749 and 64444 with 3 rows, 78059 and 136204
// with 12, 233909 and 306667 with 24. 198 unknowns: 161640 and 506144 with 3 rows, 596215 and 573586
// with 12. Each row needs one more solve with A. Finding the fronts takes a time that grows with the
// square of the size.
constexpr int largest_of_fronts = 200, most_rows_of_fronts = 12;

// General matrices (general_factor.cpp). Set with the rows corrector/... of bench/corrector_bench.cpp,
// the iteration matrices of bdf, when the solvers were written.
// Above this part of entries that are not zero the dense LU is faster than KLU.
constexpr double densest_sparse = 0.33;
// The condensed factor (condensed_factor.cpp) is slower than KLU if its dense matrices have more
// than this many entries for each entry of the pattern, and slower than unrolled loops for fewer
// unknowns than this.
constexpr double most_entries_condensed = 10;
constexpr int fewest_unknowns_condensed = 9;

// Matrices of mechanisms (mechanism/tree): stored full up to so many columns, or above this part of
// entries that are not zero.
constexpr int most_columns_stored_full = 32;
constexpr double densest_stored_sparse = 0.6;

// Pivots: limits of accuracy, not of cost.
// The diagonal entry is the pivot unless it is smaller than this part of the largest of its column.
constexpr double diagonal_preference = 0.1;
constexpr double any_diagonal = 1e-300;  // the same: unless it is zero
// New pivots are searched when the reciprocal pivot growth falls below this part of its value at
// the last search.
constexpr double worst_growth = 1e-3;
// Unknowns are condensed only if their diagonal entry is at least this part of each other entry of
// its row.
constexpr double smallest_condensed_pivot = 0.1;

// A row counts as dependent on others if its pivot is smaller than this part of the first pivot. Rows
// whose last pivot is below the second limit are too close to that for a step.
constexpr double dependent_pivot = 1e-9, last_good_pivot = 1e-7;

}  // namespace takt::linear
