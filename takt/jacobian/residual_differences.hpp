// dF/dy + alpha dF/dy' by difference quotients, a column or a group of columns at a time.
//                                                                          002 (16), (20), section 3.1
#pragma once

#include "takt/form/residual_form.hpp"
#include "takt/linear/column_groups.hpp"

namespace takt {

// Where the corrector stands.
struct CorrectorPoint {
  const Vector &y, &dy;
  const Excitation& u;
  const Vector& F;   // F^0 = F(y, y', u), the last residual that was asked for
  const Vector& wt;  // weights of the norm: rtol |y| + atol
  double alpha, h;
};

class ResidualDifferences {
 public:
  ResidualDifferences(ResidualForm&, Counters&);

  // DASSL's own: sqrt(eps) max(|y|, |h y'|, wt), towards where y goes, and no smaller than (17) has
  // them. Components that do not count have no weight worth the name; theirs follow their own
  // magnitude (ERRATA 002.2, 12).
  void choose_increments(const CorrectorPoint&) noexcept;
  // Larger ones, for second derivatives: of order eps^(1/3).
  void choose_wide_increments(const CorrectorPoint&) noexcept;
  const Vector& increments() const noexcept { return delta_; }

  // Both leave the known columns alone. J has the pattern, or a full one.
  void columns(const CorrectorPoint&, linear::Patterned& J) noexcept;  // (16)
  void groups(const CorrectorPoint&, const linear::Pattern&, const linear::ColumnGroups&,
              linear::Patterned& J) noexcept;  // (20)

 private:
  void evaluate(const CorrectorPoint&) noexcept;  // at y_, dy_

  ResidualForm& form_;
  Counters& counters_;
  std::vector<char> known_;
  Vector delta_, y_, dy_, F_;
};

}  // namespace takt
