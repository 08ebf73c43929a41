// J = dF/dy + alpha dF/dy' at one point, from the source the method names.      002 (15), (16), (20)
#pragma once

#include "takt/jacobian/choice.hpp"
#include "takt/jacobian/pattern_estimate.hpp"
#include "takt/jacobian/residual_differences.hpp"

namespace takt {

class MatrixMaker {
 public:
  MatrixMaker(ResidualForm&, Counters&, const MatrixChoice&);

  std::size_t memory_size() const noexcept;  // Omega, in doubles; 0 where Sigma is known
  void use(std::span<double> memory) noexcept;

  // How values are stored: Sigma where it is known, else the whole matrix.
  const linear::SharedPattern& stored() const noexcept { return stored_; }
  // Which of them can differ from zero, as far as is known.
  const linear::SharedPattern& used() const noexcept { return used_; }
  void gather(const double* stored, Vector& used) const noexcept;
  // Place of each entry of dF/dy' among the stored values.
  const std::vector<int>& leading_places() const noexcept { return leading_place_; }
  bool estimates() const noexcept { return estimates_; }
  bool knows_pattern() const noexcept { return !estimates_ || used_ != nullptr; }

  // `every_column`: differences (16), whatever the source; counts as one evaluation.
  void make(const CorrectorPoint&, bool every_column, linear::Patterned& J) noexcept;
  void make_for_second_derivatives(const CorrectorPoint&, linear::Patterned& J) noexcept;

  // Omega grows by what is not zero; true when it did: used() is another then. Allocates.
  bool grow(const double* stored);
  bool reload();  // Omega has come from outside; true when used() is another. Allocates.

 private:
  void write_known(linear::Patterned& J) noexcept;
  void write_down(const CorrectorPoint&, linear::Patterned& J) noexcept;
  void regroup();

  ResidualForm& form_;
  Counters& counters_;
  MatrixChoice choice_;
  bool estimates_;
  linear::SharedPattern stored_, used_;
  linear::Patterned structured_;  // known columns, where J has more entries than they fill
  linear::Patterned leading_;
  std::vector<int> leading_place_;
  PatternEstimate estimate_;
  linear::ColumnGroups groups_;
  ResidualDifferences differences_;
};

}  // namespace takt
