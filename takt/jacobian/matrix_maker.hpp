// Computes J = dF/dy + alpha dF/dy' at one point, by the source that the method names: closed form
// or differences. Sigma is the pattern known from the topology, Omega the estimated one.
//                                                                          002 (15), (16), (20)
#pragma once

#include "takt/jacobian/choice.hpp"
#include "takt/jacobian/pattern_estimate.hpp"
#include "takt/jacobian/residual_differences.hpp"

namespace takt {

// The choice, with differences in place of a closed form that the formulation does not have.
MatrixChoice available(MatrixChoice, const ResidualForm&);

class MatrixMaker {
 public:
  MatrixMaker(ResidualForm&, Counters&, const MatrixChoice&);

  std::size_t memory_size() const noexcept;  // size of Omega in doubles; 0 if Sigma is used
  void use(std::span<double> memory) noexcept;

  // The pattern in which values are stored: Sigma if it is used, else the full matrix.
  const linear::SharedPattern& stored() const noexcept { return stored_; }
  // The pattern of the entries that can differ from zero, as far as known; null if not known yet.
  const linear::SharedPattern& used() const noexcept { return used_; }
  void gather(const double* stored, Vector& used) const noexcept;
  // Index of each entry of dF/dy' among the stored values.
  const List<int>& leading_places() const noexcept { return leading_place_; }
  bool estimates() const noexcept { return estimates_; }
  bool knows_pattern() const noexcept { return !estimates_ || used_ != nullptr; }

  // `every_column`: one column at a time (16), even if the source is `grouped`. Counts as one
  // evaluation.
  void make(const CorrectorPoint&, bool every_column, linear::Patterned& J) noexcept;
  void make_for_second_derivatives(const CorrectorPoint&, linear::Patterned& J) noexcept;

  // Adds the nonzero entries of `stored` to Omega. True if used() has changed. Allocates.
  bool grow(const double* stored);
  // The memory with Omega was restored from outside. True if used() has changed. Allocates.
  bool reload();

 private:
  void write_known(linear::Patterned& J) noexcept;
  void write_down(const CorrectorPoint&, linear::Patterned& J) noexcept;
  void regroup();

  ResidualForm& form_;
  Counters& counters_;
  MatrixChoice choice_;
  bool estimates_;
  linear::SharedPattern stored_, used_;
  // known columns, needed if J is stored full but structure() is sparse
  linear::Patterned structured_;
  linear::Patterned leading_;
  List<int> leading_place_;
  PatternEstimate estimate_;
  linear::ColumnGroups groups_;
  ResidualDifferences differences_;
};

}  // namespace takt
