// Which constraint rows to keep where some follow from the others.
//
// A residual with all of them would have a singular matrix: redundant rows are left out, their
// multipliers are zero, and those of the rows kept carry the load of all.
#pragma once

#include <vector>

#include "takt/eom/evaluator.hpp"

namespace takt {

class IndependentRows {
 public:
  IndependentRows() = default;
  explicit IndependentRows(Index rows) : kept_(static_cast<std::size_t>(rows), true) {}

  // At set-up: by QR of G' with pivoting, rows brought to length one.
  void choose(const linear::Patterned& G);
  bool kept(Index row) const { return kept_[static_cast<std::size_t>(row)]; }
  bool all() const noexcept { return left_out_.empty(); }
  const std::vector<int>& left_out() const noexcept { return left_out_; }

  // Multipliers of the rows kept that give the same G' lambda, where the rows were chosen.
  void carry(Vector& lambda) const noexcept;

 private:
  std::vector<bool> kept_;
  std::vector<int> independent_, left_out_;
  Matrix R_;  // G_left' = G_kept' R
};

}  // namespace takt
