// Makes the different solvers of saddle-point systems. Call make_saddle (saddle.hpp), which chooses
// one of them.
#pragma once

#include "takt/linear/saddle.hpp"

namespace takt::linear {

// The same algorithm as the dense solver, faster, for full patterns and at most 8 unknowns and 6
// rows. Returns null for other sizes.
std::unique_ptr<Saddle> make_small_saddle(Index n, Index m, Symmetry, Counters&);

// Block elimination: factorises A, as a dense matrix or front by front, then the Schur complement
// S + rho I.
std::unique_ptr<Saddle> make_dense_saddle(Index n, Index m, Symmetry, Counters&);
std::unique_ptr<Saddle> make_fronts_saddle(const SharedPattern& A, Index m, Symmetry, Counters&);

// Factorises the whole matrix [A B'; G -rho I] by KLU with an ordering that is fixed at set-up.
std::unique_ptr<Saddle> make_sparse_saddle(const SharedPattern& A, const SharedPattern& B,
                                           const SharedPattern& G, Counters&);

// Solves the equivalent system with A + r G'G and a modified right side, for A that may be
// singular.
std::unique_ptr<Saddle> make_augmented_saddle(const SharedPattern& A, const SharedPattern& B,
                                              const SharedPattern& G, Symmetry, Storage, Counters&);

// Solves module by module. Only the small matrix of the hooks, the rows that connect modules,
// couples more than one module. `module` holds the module number of each unknown of x.
std::unique_ptr<Saddle> make_modular_saddle(const SharedPattern& A, const SharedPattern& B,
                                            const SharedPattern& G, Symmetry, Storage, Counters&,
                                            Rank, std::span<const int> module);

}  // namespace takt::linear
