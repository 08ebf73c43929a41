// The iteration matrix of an implicit Runge-Kutta method whose stages are solved for together:
//
//   block (i, j) = delta_ij dF/dy + w_ij/h dF/dy',    w = A^-1
//
// with both derivatives at one point of the step (simplified Newton iteration).
//                                                      Hairer, Wanner II, IV.8
#pragma once

#include "takt/jacobian/matrix_maker.hpp"
#include "takt/linear/general_factor.hpp"

namespace takt {

class StageMatrix {
 public:
  StageMatrix(ResidualForm&, Counters&, const MatrixChoice&, const Matrix& w);

  // Once, at set-up: chooses the pivots, which stay the same for the whole run. p.alpha must be
  // alpha(h).
  void choose_pivots(const CorrectorPoint& p) noexcept;
  Status make(const CorrectorPoint& p) noexcept;  // computes and factorises the matrix
  void solve(Vector& x) noexcept;                 // all stages, one after the other
  double alpha(double h) const noexcept {
    return w_.trace() / (static_cast<double>(w_.rows()) * h);
  }

 private:
  void write(const CorrectorPoint&) noexcept;

  ResidualForm& form_;
  Counters& counters_;
  Matrix w_;
  MatrixMaker maker_;
  linear::Patterned one_, leading_;  // dF/dy + alpha dF/dy', and dF/dy'
  linear::Patterned all_;
  List<List<int>> diagonal_, lead_;  // where their entries go, by block; lead_ by rows of blocks
  linear::GeneralFactor factor_;
};

}  // namespace takt
