// Which coordinates of a constrained system move freely, and what the others then do.
//
//   v = N w + D y,   G v = 0   ->   v = R w,   R = N - D X,   X = (G D)^-1 G N
//
// partition: N and D pick independent and dependent coordinates, by elimination with full pivoting
// on G (Wehage and Haug 1982). tangent: N is an orthonormal basis of the null space of G where it was
// chosen (R' G' = 0 there, 004 section 3.1), D one of the range of G'. N and D are chosen at the start
// of a step and kept through it; R follows the position. Redundant rows are left out.
#pragma once

#include <vector>

#include "takt/linear/dense_factor.hpp"
#include "takt/linear/patterned.hpp"

namespace takt {

class Independent {
 public:
  enum class Basis : std::uint8_t { partition, tangent };

  Independent(Index n, Index ng, Basis);

  // At set-up: how many rows are independent at this G.
  void count(const linear::Patterned& G);
  Index freedom() const noexcept { return n_ - rank_; }
  // Chooses N and D. Singular where rows have become dependent, or nearly.
  Status choose(const linear::Patterned& G) noexcept;
  // G D at a position, and X where R is asked for.
  Status factorise(const linear::Patterned& G, bool with_R = true) noexcept;

  void dependent(const Vector& violation, Vector& dx) noexcept;   // dx = D (G D)^-1 violation
  void multipliers(const Vector& force, Vector& lambda) noexcept;  // G' lambda = force on D
  void pick(const Vector& x, Vector& w) const noexcept;            // w of x = N w + D y
  void expand(const Vector& w, Vector& x) const noexcept;          // x = R w
  void reduce(const Vector& x, Vector& w) const noexcept;          // w = R' x
  void reduce(const Matrix& T, double* out) noexcept;              // R' T R, column-major

 private:
  Index eliminate(const linear::Patterned& G) noexcept;  // rank; pivots first in row_ and col_
  void orthonormalise() noexcept;

  Index n_, ng_, rank_ = 0;
  Basis basis_;
  double first_pivot_ = 0, last_pivot_ = 0;
  Matrix W_, G_, GD_, X_, N_, D_, TR_;
  std::vector<int> row_, col_;  // chosen rows; dependent coordinates, then independent ones
  linear::DenseFactor factor_, transposed_;
  Vector y_;
};

}  // namespace takt
