// The projection weight W = A^-1 G' (G A^-1 G')^-1 at one point, in factorised form. For the
// position level, rows at velocity level are left out.
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
  Status set(Slot) noexcept;                             // computes W at the point in the slot
  void apply(Vector& violation, Vector& dx) noexcept;    // dx = W violation
  void apply_transposed(Vector& x, Vector& y) noexcept;  // y = W' x; overwrites x
  void multipliers(Vector& violation) noexcept;          // (G A^-1 G')^-1 violation
  // dx = A^-1 G_new' (G A^-1 G')^-1 violation: S-both^2 with G evaluated again
  void apply_with(const linear::Patterned& G_new, Vector& violation, Vector& dx) noexcept;

 private:
  Evaluator& eval_;
  Metric metric_;
  bool masked_;
  linear::Patterned G_;  // rows left out are zero
  std::unique_ptr<linear::Saddle> own_;
};

}  // namespace takt
