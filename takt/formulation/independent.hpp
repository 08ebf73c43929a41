// Splits the velocities of a constrained system into an independent part w and a dependent part y:
//
//   v = N w + D y,   G v = 0   ->   v = R w,   R = N - D X,   X = (G D)^-1 G N
//
// partition: N and D select independent and dependent coordinates, by elimination with full
// pivoting on G (Wehage and Haug 1982). tangent: N is an orthonormal basis of the null space of G
// at the position where it was chosen (R' G' = 0 there, 004 section 3.1), D one of the range of G'.
// N and D are chosen at the start of a step and kept during the step; R is computed at each
// position. Redundant rows are left out.
//
// Rows that share no coordinate, such as those of the four corners of a vehicle, form separate
// groups; everything is done group by group.
#pragma once

#include "takt/linear/dense_factor.hpp"
#include "takt/linear/patterned.hpp"

namespace takt {

class Independent {
 public:
  enum class Basis : std::uint8_t { partition, tangent };

  // `structure`: the entries of G that can differ from zero; null: the pattern of G.
  Independent(const linear::SharedPattern& G, const linear::SharedPattern& structure, Basis);

  // At set-up: counts the independent rows of this G.
  void count(const linear::Patterned& G);
  Index freedom() const noexcept { return freedom_; }
  // Chooses N and D. Returns `singular` if rows have become dependent, or nearly so.
  Status choose(const linear::Patterned& G) noexcept;
  // Factorises G D at a position, and computes R if requested.
  Status factorise(const linear::Patterned& G, bool with_R = true) noexcept;

  void dependent(const Vector& violation, Vector& dx) noexcept;    // dx = D (G D)^-1 violation
  void multipliers(const Vector& force, Vector& lambda) noexcept;  // solves D' G' lambda = D' force
  void independent_part(const Vector& x, Vector& w) const noexcept;  // w of x = N w + D y
  void expand(const Vector& w, Vector& x) const noexcept;            // x = R w
  void reduce(const Vector& x, Vector& w) const noexcept;            // w = R' x
  void reduce(const Matrix& T, double* out) noexcept;                // R' T R, column-major

 private:
  // Rows and their coordinates. Once chosen, the pivots come first in `row` and `col`.
  struct Group {
    List<int> rows, cols;
    // index of (row, column) in the values of G, column by column; -1: no entry
    List<int> place;
    List<int> row, col;         // order of elimination, by index within the group
    Index rank = 0, first = 0;  // first: index of its first independent coordinate in w
    double first_pivot = 0, last_pivot = 0;
    Matrix W, G, GD, X, N, D, R;
    linear::DenseFactor factor, transposed;
    Vector y;

    Index free() const noexcept { return cols.count() - rank; }
  };

  Index eliminate(Group&, const linear::Patterned& G) noexcept;  // returns the rank
  Status factorise(Group&, const linear::Patterned& G, bool with_R, bool selects) noexcept;
  void span(Group&) noexcept;  // computes N and D of the tangent basis
  bool selects() const noexcept { return basis_ == Basis::partition; }

  Index n_, freedom_ = 0;
  Basis basis_;
  List<Group> groups_;
  List<int> alone_;  // coordinates without a constraint
  Matrix TR_;
};

}  // namespace takt
