// W = A^-1 G' (G A^-1 G')^-1 of one point, factorised; rows that lack the level are left out.
#pragma once

#include <memory>

#include "takt/eom/evaluator.hpp"
#include "takt/stabilise/projection.hpp"

namespace takt {

class Weight {
 public:
  enum class Level : std::uint8_t { position, velocity };

  Weight(Evaluator&, Metric, Level);

  static Need needs(Metric m) noexcept {
    return m == Metric::mass ? Term::M | Term::G : Need(Term::G);
  }
  Status set(Slot) noexcept;                             // of the point in the slot
  void apply(Vector& violation, Vector& dx) noexcept;    // dx = W violation
  void apply_transposed(Vector& x, Vector& y) noexcept;  // y = W' x; x is used up
  void multipliers(Vector& violation) noexcept;          // (G A^-1 G')^-1 violation
  // dx = A^-1 G_new' (G A^-1 G')^-1 violation: S-both^2 with G re-evaluated
  void apply_with(const linear::Patterned& G_new, Vector& violation, Vector& dx) noexcept;

 private:
  Evaluator& eval_;
  Metric metric_;
  bool masked_;
  linear::Patterned G_;  // without the rows that lack the level
  std::unique_ptr<linear::Saddle> own_;
};

}  // namespace takt
