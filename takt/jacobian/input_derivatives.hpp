// D_i = d2F/du_i dy: how the iteration matrix changes with the excitation.               002 (26)
//
// The extended input is (u, u', u''), because a suspension acts through its acceleration (ERRATA
// 002.4). Most of its components do not change dF/dy; find_inputs() finds them at set-up and leaves
// them out. The D_i are computed once in a run, at its beginning.
#pragma once

#include "takt/jacobian/matrix_maker.hpp"

namespace takt {

class InputDerivatives {
 public:
  InputDerivatives(ResidualForm&, Counters&, MatrixMaker&);

  void find_inputs(const CorrectorPoint&);  // at set-up
  std::size_t memory_size() const noexcept;
  void use(std::span<double> memory) noexcept { values_ = memory; }
  std::size_t count() const noexcept { return inputs_.size(); }

  // Evaluates F again for every perturbed input.
  void make(const CorrectorPoint&, linear::Patterned& work) noexcept;
  const double* values() const noexcept { return values_.data(); }  // D_0, D_1, ...

  // remember: stores the current values of the inputs that matter in u0. add: J += sum D_i (u_i -
  // u_i0).
  void remember(const Excitation&, double* u0) const noexcept;
  void add(const Excitation&, const double* u0, double* J) const noexcept;

 private:
  static double& component(Excitation&, int i) noexcept;
  double value(const Excitation&, int i) const noexcept;

  ResidualForm& form_;
  Counters& counters_;
  MatrixMaker& maker_;
  List<int> inputs_;  // i < nu: u_i, then u'_i, then u''_i
  Excitation perturbed_;
  Vector F_, base_;
  std::span<double> values_;
};

}  // namespace takt
