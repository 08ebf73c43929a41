// Chooses the constraint rows to keep if some are redundant.
//
// With all rows the iteration matrix of a residual would be singular. Redundant rows are left out:
// their multipliers are zero, and the multipliers of the remaining rows carry the whole load.
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt {

class IndependentRows {
 public:
  IndependentRows() = default;
  explicit IndependentRows(Index rows) : kept_(rows, true) {}

  // At set-up, by QR with pivoting of G', its rows scaled to length one.
  void choose(const linear::Patterned& G);
  bool kept(Index row) const { return kept_[row]; }
  bool all() const noexcept { return left_out_.empty(); }
  const List<int>& left_out() const noexcept { return left_out_; }

  // Moves the multipliers of the rows left out to the rows kept. G' lambda stays the same at the
  // position where the rows were chosen.
  void carry(Vector& lambda) const noexcept;

 private:
  List<bool> kept_;
  List<int> independent_, left_out_;
  Matrix R_;  // G_left' = G_kept' R
};

}  // namespace takt
