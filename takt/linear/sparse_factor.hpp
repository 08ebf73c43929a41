// Sparse LU of one square matrix by KLU. No other file calls KLU.
//
// Later values are factorised with the order and the pivots of the first ones: a fixed number of
// operations, no heap. Where the pivots come from:
//
//   diagonal   They stay on the diagonal, which must not vanish; pivots off the diagonal could
//              become zero as the values change. For saddle-point systems, in an order that the
//              caller gives (sparse_saddle.cpp).
//   searched   Partial pivoting for the first values, because iteration matrices of constrained
//              systems have zeros on the diagonal. When the pivots are no longer good enough there
//              is a new search, which allocates, unless keep_pivots() forbids it.
#pragma once

#include <memory>
#include <vector>

#include "takt/linear/patterned.hpp"

namespace takt::linear {

class SparseFactor {
 public:
  enum class Pivots : std::uint8_t { diagonal, searched };

  explicit SparseFactor(Pivots);
  ~SparseFactor();
  SparseFactor(const SparseFactor&) = delete;
  SparseFactor& operator=(const SparseFactor&) = delete;

  // The pattern is square and may be full. If an order is given, columns and rows are eliminated in
  // this order; otherwise KLU chooses one.
  void analyse(const Pattern&, std::vector<int> order = {});
  // With true, the first pivots are kept even if they become bad. For steps of bounded duration.
  void keep_pivots(bool keep) noexcept { keep_ = keep || pivots_ == Pivots::diagonal; }
  Status factorise(const Vector& values) noexcept;  // values in the order of the pattern
  Status choose_pivots(const Vector& values) noexcept;
  bool chose_pivots() const noexcept { return chose_; }  // in the last factorise()
  void solve(Vector& x) noexcept;                        // in place

 private:
  struct Klu;
  // A copy of the factors as plain columns, for a solve without KLU's indirections: for one right
  // side it takes less than half the instructions. Only for searched pivots, and matrices that KLU
  // treats as one block.
  struct Columns {
    List<int> start, row;
    Vector value;
  };
  Status refactorise() noexcept;
  void make_columns();           // allocates L_, U_, ... for the chosen pivots
  void copy_columns() noexcept;  // copies the values of the last factorisation

  Pivots pivots_;
  List<int> columns_, rows_;
  Vector values_;
  double growth_ = 0;  // reciprocal pivot growth for the values that the pivots were chosen for
  bool keep_, chose_ = false;
  bool one_block_ = false, copied_ = false;
  Columns L_, U_;             // both without their diagonals; that of L is all ones
  List<int> P_, Q_;           // rows and columns in the order of elimination
  Vector scale_, pivot_, x_;  // reciprocals of row scales and of pivots, in order of elimination
  std::unique_ptr<Klu> klu_;
};

}  // namespace takt::linear
