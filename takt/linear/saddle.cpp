#include "takt/linear/saddle.hpp"

#include "takt/linear/saddle_kinds.hpp"
#include "takt/linear/thresholds.hpp"

namespace takt::linear {

std::unique_ptr<Saddle> make_saddle(SharedPattern A, SharedPattern B, SharedPattern G,
                                    Symmetry symmetry, Storage storage, Counters& counters,
                                    Rank rank, std::span<const int> module) {
  if (!module.empty())
    return make_modular_saddle(A, B, G, symmetry, storage, counters, rank, module);
  if (rank == Rank::deficient && A != nullptr && !G->empty())
    return make_augmented_saddle(A, B, G, symmetry, storage, counters);
  const bool identity = A == nullptr;
  const bool full = (identity || A->full) && (G->full || G->empty()) && (B->full || B->empty());
  const bool dense = storage == Storage::dense ||
                     (storage == Storage::automatic && (full || G->cols <= largest_dense));
  if (!dense) {
    const bool fronts = !identity && storage == Storage::automatic &&
                        G->cols <= largest_of_fronts && G->rows <= most_rows_of_fronts;
    if (fronts) return make_fronts_saddle(A, G->rows, symmetry, counters);
    return make_sparse_saddle(identity ? diagonal_pattern(G->cols) : A, B, G, counters);
  }
  if (full)
    if (auto small = make_small_saddle(G->cols, G->rows, symmetry, counters)) return small;
  return make_dense_saddle(G->cols, G->rows, symmetry, counters);
}

}  // namespace takt::linear
