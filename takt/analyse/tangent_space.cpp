#include "takt/analyse/tangent_space.hpp"

#include "takt/analyse/inspect.hpp"
#include "takt/linear/decomposition/least_squares.hpp"
#include "takt/linear/decomposition/range.hpp"

namespace takt::analyse {
namespace {

Matrix orthonormal(const Matrix& A) {
  return A.cols() == 0 ? A : linear::range(A, 1e-10, std::min(A.rows(), A.cols()));
}

Matrix pseudo_inverse_times(const Matrix& A, const Matrix& B) {
  return linear::least_squares(A, B, RowSpace::round_off);
}

// Orthonormal columns that span the range of A.
Matrix range(const Matrix& A) {
  if (A.rows() == 0) return Matrix::Zero(0, 0);
  return linear::range(A, RowSpace::round_off, A.rows());
}

}  // namespace

Constraints constraints_at(Evaluator& eval, const State& s) {
  const Shape& shape = eval.shape();
  Constraints c;
  if (shape.ng == 0) {
    c.G = c.G_p = c.Gv_q = Matrix::Zero(0, shape.nv);
    return c;
  }
  eval.place(Slot::start, s);
  const Terms& t = eval.at(Slot::start, Term::G | Term::Gv_q);
  c.G = t.G.to_matrix();
  c.Gv_q = t.Gv_q.to_matrix();
  c.G_p = c.G;
  Index n = 0;
  for (Index i = 0; i < shape.ng; ++i)
    if (shape.row_level[i] == RowLevel::position) c.G_p.row(n++) = c.G.row(i);
  c.G_p.conservativeResize(n, shape.nv);
  return c;
}

Chart chart(const Constraints& c, Index nv, double h) {
  const Matrix I = Matrix::Identity(nv, nv);
  Chart out{I, I, Matrix::Zero(nv, nv), h};
  if (c.G.rows() > 0) out.R = RowSpace(c.G).null_space();
  if (c.G_p.rows() > 0) out.R_p = RowSpace(c.G_p).null_space();
  out.P = c.G.rows() > 0 ? Matrix(-pseudo_inverse_times(c.G, c.Gv_q * out.R_p))
                         : Matrix::Zero(nv, out.R_p.cols());
  return out;
}

Matrix Chart::changes() const {
  const Index nv = R_p.rows(), np = R_p.cols();
  Matrix X = Matrix::Zero(2 * nv, size());
  X.topLeftCorner(nv, np) = R_p;
  X.bottomLeftCorner(nv, np) = h * P;
  X.bottomRightCorner(nv, R.cols()) = R;
  return X;
}

Matrix Chart::coordinates(const Matrix& changes) const {
  const Index nv = R_p.rows();
  Matrix c(size(), changes.cols());
  c.topRows(R_p.cols()) = R_p.transpose() * changes.topRows(nv);
  c.bottomRows(R.cols()) = R.transpose() * (changes.bottomRows(nv) - h * P * c.topRows(R_p.cols()));
  return c;
}

Matrix carried_over(const Chart& from, const Chart& to) {
  Matrix X = Matrix::Zero(to.size(), from.size());
  X.topLeftCorner(to.R_p.cols(), from.R_p.cols()) = nearest_rotation(to.R_p.transpose() * from.R_p);
  X.bottomRightCorner(to.R.cols(), from.R.cols()) = nearest_rotation(to.R.transpose() * from.R);
  return X;
}

Violations violations(const Constraints& c, Index nv, double h) {
  Violations v;
  v.positions = range(c.G_p);
  v.speeds = range(c.G);
  const Index np = v.positions.cols(), n = v.speeds.cols();
  v.changes = Matrix::Zero(2 * nv, np + n);
  if (np > 0) {
    const Matrix dq = pseudo_inverse_times(c.G_p, v.positions);
    v.changes.topLeftCorner(nv, np) = dq;
    v.changes.bottomLeftCorner(nv, np) = -h * pseudo_inverse_times(c.G, c.Gv_q * dq);
  }
  if (n > 0) v.changes.bottomRightCorner(nv, n) = pseudo_inverse_times(c.G, v.speeds);
  return v;
}

Matrix complement(const Matrix& gone) {
  const Index n = gone.rows();
  const Matrix along = orthonormal(gone);
  if (along.cols() == 0) return Matrix::Identity(n, n);
  return linear::complement(along);
}

Matrix nearest_rotation(const Matrix& A) { return A.size() == 0 ? A : linear::nearest_rotation(A); }

IncrementOf::IncrementOf(const EquationsOfMotion& eom, const Vector& q) {
  if (eom.shape().plain_coordinates) return;
  constexpr double d = 1e-5;
  const Index nv = eom.shape().nv;
  Matrix D(q.size(), nv);
  Vector dq = Vector::Zero(nv), ahead = q, back = q;
  for (Index k = 0; k < nv; ++k) {
    dq[k] = d;
    eom.retract(q, dq, ahead);
    dq[k] = -d;
    eom.retract(q, dq, back);
    dq[k] = 0;
    D.col(k) = (ahead - back) / (2 * d);
  }
  inverse_ = pseudo_inverse_times(D, Matrix::Identity(q.size(), q.size()));
}

Vector IncrementOf::operator()(const Vector& difference) const {
  return inverse_.size() == 0 ? difference : Vector(inverse_ * difference);
}

}  // namespace takt::analyse
