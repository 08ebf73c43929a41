// Small changes of a state, and the subspace of them that satisfies the linearised constraints:
//
//   G_p dq = 0        G dv + (G v + gI)_q dq = 0
//
// A change is (dq, h dv): both parts are lengths (or angles), so that their norms can be compared.
// Constraints at velocity level (rolling) have rows in G but not in G_p.
#pragma once

#include "takt/eom/evaluator.hpp"

namespace takt::analyse {

// The terms of the equations that are needed at one state.
struct Constraints {
  Matrix G, G_p, Gv_q;
};
Constraints constraints_at(Evaluator&, const State&);

// Coordinates (y, h w) of the changes that the constraints allow: dq = R_p y, dv = R w + P y.
struct Chart {
  Matrix R_p, R;  // orthonormal columns, G_p R_p = 0, G R = 0
  Matrix P;       // -G^+ (G v + gI)_q R_p
  double h;

  Index size() const noexcept { return R_p.cols() + R.cols(); }
  Matrix changes() const;                   // for unit coordinates, as columns
  Matrix coordinates(const Matrix&) const;  // of changes, columns
};
Chart chart(const Constraints&, Index nv, double h);

// Transforms the coordinates of one chart into those of a chart nearby: R_p and R each by the
// nearest rotation, so that positions and velocities do not mix.
Matrix carried_over(const Chart& from, const Chart& to);

// Columns (dq, h dv) that violate the position constraints by an orthonormal set of g and keep the
// velocity constraints satisfied, then columns that violate the latter by an orthonormal set of h G
// v.
struct Violations {
  Matrix changes;            // 2 nv x (r_p + r)
  Matrix positions, speeds;  // the rows they violate: U_p (n_p x r_p), U (ng x r)
};
Violations violations(const Constraints&, Index nv, double h);

// Orthonormal columns that are orthogonal to all columns of `gone`.
Matrix complement(const Matrix& gone);

// The orthogonal matrix nearest to A. It turns one basis into another with almost the same span.
Matrix nearest_rotation(const Matrix& A);

// d(q (+) dq)/d dq at dq = 0, inverted: converts a small difference of q into the increment dq.
class IncrementOf {
 public:
  IncrementOf(const EquationsOfMotion&, const Vector& q);
  Vector operator()(const Vector& difference) const;

 private:
  Matrix inverse_;  // empty: q and dq are the same kind of coordinates
};

}  // namespace takt::analyse
