// Sparse LU of one square matrix with true partial pivoting (KLU).
//
// Iteration matrices of constrained systems have zeros on the diagonal, so pivots must be searched
// for. The first factorisation makes the search. Later values are factorised with the same pivots,
// without the heap, as long as these are good enough; otherwise there is a new search, which
// allocates.
#pragma once

#include <memory>
#include <vector>

#include "takt/linear/patterned.hpp"

namespace takt::linear {

class PivotedFactor {
 public:
  PivotedFactor();
  ~PivotedFactor();
  PivotedFactor(const PivotedFactor&) = delete;
  PivotedFactor& operator=(const PivotedFactor&) = delete;

  void analyse(const Pattern&);  // square; a full pattern is allowed
  // With true, the first pivots are kept even if they become bad. For steps of bounded duration.
  void keep_pivots(bool keep) noexcept { keep_ = keep; }
  Status factorise(const Vector& values) noexcept;  // values in the order of the pattern
  Status choose_pivots(const Vector& values) noexcept;
  bool chose_pivots() const noexcept { return chose_; }  // in the last factorise()
  void solve(Vector& x) noexcept;                        // in place

 private:
  struct Klu;
  // A copy of the factors as plain columns, for a solve without KLU's indirections: for one right
  // side it takes less than half the instructions. Only for matrices that KLU treats as one block.
  struct Columns {
    std::vector<int> start, row;
    Vector value;
  };
  Status refactorise() noexcept;
  void make_columns();           // allocates L_, U_, ... for the chosen pivots
  void fill_columns() noexcept;  // copies the values of the last factorisation

  std::vector<int> columns_, rows_;
  Vector values_;
  double growth_ = 0;  // reciprocal pivot growth for the values that the pivots were chosen for
  bool keep_ = false, chose_ = false;
  bool one_block_ = false;
  Columns L_, U_;             // both without their diagonals; that of L is all ones
  std::vector<int> P_, Q_;    // rows and columns in the order of elimination
  Vector scale_, pivot_, x_;  // reciprocals of row scales and of pivots, in order of elimination
  std::unique_ptr<Klu> klu_;
};

}  // namespace takt::linear
