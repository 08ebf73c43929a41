// Which coordinates of a constrained system move freely, and what the others then do.
//
//   v = N w + D y,   G v = 0   ->   v = R w,   R = N - D X,   X = (G D)^-1 G N
//
// partition: N and D pick independent and dependent coordinates, by elimination with full pivoting
// on G (Wehage and Haug 1982). tangent: N is an orthonormal basis of the null space of G where it was
// chosen (R' G' = 0 there, 004 section 3.1), D one of the range of G'. N and D are chosen at the start
// of a step and kept through it; R follows the position. Redundant rows are left out.
//
// Rows that share no coordinate, such as those of the four corners of a vehicle, are treated apart:
// everything is done group by group.
#pragma once

#include <vector>

#include "takt/linear/dense_factor.hpp"
#include "takt/linear/patterned.hpp"

namespace takt {

class Independent {
 public:
  enum class Basis : std::uint8_t { partition, tangent };

  // `structure`: the entries of G that can differ from zero; null: all its pattern holds.
  Independent(const linear::SharedPattern& G, const linear::SharedPattern& structure, Basis);

  // At set-up: how many rows are independent at this G.
  void count(const linear::Patterned& G);
  Index freedom() const noexcept { return freedom_; }
  // Chooses N and D. Singular where rows have become dependent, or nearly.
  Status choose(const linear::Patterned& G) noexcept;
  // G D at a position, and R where it is asked for.
  Status factorise(const linear::Patterned& G, bool with_R = true) noexcept;

  void dependent(const Vector& violation, Vector& dx) noexcept;    // dx = D (G D)^-1 violation
  void multipliers(const Vector& force, Vector& lambda) noexcept;  // G' lambda = force on D
  void pick(const Vector& x, Vector& w) const noexcept;            // w of x = N w + D y
  void expand(const Vector& w, Vector& x) const noexcept;          // x = R w
  void reduce(const Vector& x, Vector& w) const noexcept;          // w = R' x
  void reduce(const Matrix& T, double* out) noexcept;              // R' T R, column-major

 private:
  // Rows and the coordinates they touch; pivots come first in both once chosen.
  struct Group {
    std::vector<int> rows, cols;
    std::vector<int> place;  // of (row, column) among the values of G, column by column; -1: none
    std::vector<int> row, col;  // order of elimination, by number in the group
    Index rank = 0, first = 0;  // of its independent coordinates in w
    double first_pivot = 0, last_pivot = 0;
    Matrix W, G, GD, X, N, D, R;
    linear::DenseFactor factor, transposed;
    Vector y;

    Index free() const noexcept { return static_cast<Index>(cols.size()) - rank; }
  };

  Index eliminate(Group&, const linear::Patterned& G) noexcept;  // the rank
  Status factorise(Group&, const linear::Patterned& G, bool with_R, bool picks) noexcept;
  void span(Group&) noexcept;  // N and D of the tangent basis
  bool picks() const noexcept { return basis_ == Basis::partition; }

  Index n_, freedom_ = 0;
  Basis basis_;
  std::vector<Group> groups_;
  std::vector<int> alone_;  // coordinates no row touches
  Matrix TR_;
};

}  // namespace takt
