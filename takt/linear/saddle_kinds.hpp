// The ways to solve a saddle-point system; make_saddle chooses.
#pragma once

#include "takt/linear/saddle.hpp"

namespace takt::linear {

// The same as the dense one for full patterns and sizes up to 8 + 6; null for others.
std::unique_ptr<Saddle> make_small_saddle(Index n, Index m, Symmetry, Counters&);

// Block elimination: A, full or front by front, then the Schur complement S + rho I.
std::unique_ptr<Saddle> make_dense_saddle(Index n, Index m, Symmetry, Counters&);
std::unique_ptr<Saddle> make_fronts_saddle(const SharedPattern& A, Index m, Symmetry, Counters&);

// The whole matrix [A B'; G -rho I] by KLU, its ordering frozen at the first factorisation.
std::unique_ptr<Saddle> make_sparse_saddle(const SharedPattern& A, const SharedPattern& B,
                                           const SharedPattern& G, Counters&);

// Of A + r G'G with the matching right side.
std::unique_ptr<Saddle> make_augmented_saddle(const SharedPattern& A, const SharedPattern& B,
                                              const SharedPattern& G, Symmetry, Storage, Counters&);

// Module by module, joined by hooks: no matrix of more than one module is factorised but that of the
// hooks. `module` numbers the unknowns of x.
std::unique_ptr<Saddle> make_modular_saddle(const SharedPattern& A, const SharedPattern& B,
                                            const SharedPattern& G, Symmetry, Storage, Counters&,
                                            Rank, std::span<const int> module);

}  // namespace takt::linear
