// Sparse LU of one square matrix with true partial pivoting (KLU).
//
// Iteration matrices of constrained systems have zeros on the diagonal, so pivots must be searched
// for. The search is made once; later values are factorised with the same pivots as long as they are
// no worse than that (no heap), and searched for anew where they are (heap).
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
  // Bounded steps keep their first pivots, whatever happens.
  void keep_pivots(bool keep) noexcept { keep_ = keep; }
  Status factorise(const Vector& values) noexcept;  // values in the order of the pattern
  Status choose_pivots(const Vector& values) noexcept;
  bool chose_pivots() const noexcept { return chose_; }  // in the last factorise()
  void solve(Vector& x) noexcept;                        // in place

 private:
  struct Klu;
  // The factors as plain columns, for a solve without KLU's many indirections: less than half of its
  // instructions where one right side is solved at a time. Only of a matrix in one block.
  struct Columns {
    std::vector<int> start, row;
    Vector value;
  };
  Status refactorise() noexcept;
  void make_columns();           // sized for the pivots chosen
  void fill_columns() noexcept;  // with the values of the last factorisation

  std::vector<int> columns_, rows_;
  Vector values_;
  double growth_ = 0;  // reciprocal pivot growth where the pivots were chosen
  bool keep_ = false, chose_ = false;
  bool one_block_ = false;
  Columns L_, U_;             // L without its diagonal of ones, U without its diagonal
  std::vector<int> P_, Q_;    // rows and columns in the order of elimination
  Vector scale_, pivot_, x_;  // reciprocals of row scales, by elimination, and of pivots
  std::unique_ptr<Klu> klu_;
};

}  // namespace takt::linear
