// dF/dy + alpha dF/dy' by difference quotients, one column or one group of columns at a time.
//                                                                       002 (16), (20), section 3.1
#pragma once

#include "takt/form/residual_form.hpp"
#include "takt/linear/column_groups.hpp"

namespace takt {

// The current point of the corrector iteration.
struct CorrectorPoint {
  const Vector &y, &dy;
  const Excitation& u;
  const Vector& F;   // F^0 = F(y, y', u), the last residual that was evaluated
  const Vector& wt;  // weights of the norm: rtol |y| + atol
  double alpha, h;
};

class ResidualDifferences {
 public:
  ResidualDifferences(ResidualForm&, Counters&);

  // Increments as in DASSL: sqrt(eps) max(|y|, |h y'|, wt) with the sign of h y', but not smaller
  // than in (17). Components that do not count in norms (multipliers) have no useful weight; the
  // largest magnitude among them takes its place (ERRATA 002.2, 12).
  void choose_increments(const CorrectorPoint&) noexcept;
  // Larger increments for second derivatives, of order eps^(1/3).
  void choose_wide_increments(const CorrectorPoint&) noexcept;

  // Both leave the known columns unchanged. J has the given pattern, or a full one.
  void columns(const CorrectorPoint&, linear::Patterned& J) noexcept;  // (16)
  void groups(const CorrectorPoint&, const linear::Pattern&, const linear::ColumnGroups&,
              linear::Patterned& J) noexcept;  // (20)

 private:
  void evaluate(const CorrectorPoint&) noexcept;  // at y_, dy_

  ResidualForm& form_;
  Counters& counters_;
  List<char> known_;
  Vector delta_, y_, dy_, F_;
};

}  // namespace takt
