#include "takt/analyse/modes.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <complex>

#include "takt/analyse/inspect.hpp"
#include "takt/base/error.hpp"
#include "takt/eom/evaluator.hpp"
#include "takt/linear/decomposition/eigenpairs.hpp"
#include "takt/linear/decomposition/least_squares.hpp"
#include "takt/mechanism/mechanism.hpp"

namespace takt {
namespace {

// If a force is left out of linear-implicit Jacobians, it is missing in C, too; then C is computed
// by differences.
bool damping_is_partial(const EquationsOfMotion& eom) {
  const auto* m = dynamic_cast<const mechanism::Mechanism*>(&eom);
  if (m == nullptr) return true;  // hand-written problems may also leave out forces
  const auto& forces = m->model().forces;
  return std::any_of(forces.begin(), forces.end(), [](const Force& f) { return f.explicit_only; });
}

Matrix position_rows(const Matrix& G, const std::vector<RowLevel>& levels) {
  Matrix P(G.rows(), G.cols());
  Index n = 0;
  for (Index i = 0; i < G.rows(); ++i)
    if (levels[i] == RowLevel::position) P.row(n++) = G.row(i);
  return P.topRows(n);
}

struct Linear {  // the terms at one state
  Matrix M, K, C, F, e_q, e_v, e_z, G, Gv_q;
  Vector f;
};

Linear linearise(const EquationsOfMotion& eom, State s) {
  Evaluator eval(eom);
  s.a = Vector::Zero(eom.shape().nv);
  s.lambda = Vector::Zero(eom.shape().ng);
  eval.place(Slot::start, s);
  Linear l;
  {
    const Terms& t = eval.at(Slot::start, Term::f | Term::G);
    l.f = t.f;
    l.G = t.G.to_matrix();
  }
  if (eom.shape().ng > 0) {
    s.lambda = linear::least_squares(l.G.transpose(), l.f);
    eval.place(Slot::start, s);
  }
  const Terms& t =
      eval.at(Slot::start, Term::M | Term::K_full | Term::C | Term::Gv_q | Term::f_z | Term::e_qvz);
  l.M = t.M.to_matrix();
  l.K = t.K_full.to_matrix();
  l.Gv_q = t.Gv_q.to_matrix();
  l.F = t.f_z.to_matrix();
  l.e_q = t.e_q.to_matrix();
  l.e_v = t.e_v.to_matrix();
  l.e_z = t.e_z.to_matrix();
  l.C = t.C.to_matrix();
  if (damping_is_partial(eom)) {
    Evaluator exact(eom, linear::Storage::automatic, JacobianSource::differences);
    exact.place(Slot::start, s);
    l.C = exact.at(Slot::start, Term::C).C.to_matrix();
  }
  return l;
}

// R spans the velocities that the constraints allow. A rolling car loses a little speed due to the
// toe of its wheels; this still counts as steady.
Balance balance_of(const Matrix& R, const Matrix& M, const Vector& f) {
  constexpr double negligible = 1e-2;
  if (R.cols() == 0) return {};
  const Matrix inertia = R.transpose() * M * R;
  const Vector w = linear::least_squares(inertia, Vector(R.transpose() * f));
  const double a = max_norm(R * w);
  return {a, a < negligible};
}

// The coordinate with the largest share of the kinetic energy of a mode shape.
void name_shape(const Eigen::VectorXcd& dq, const Vector& mass, const Names& names, Mode& mode) {
  double sum = 0, largest = 0;
  for (Index k = 0; k < dq.size(); ++k) {
    const double energy = std::norm(dq[k]) * mass[k];
    sum += energy;
    if (energy <= largest) continue;
    largest = energy;
    mode.mostly = names.v[k];
  }
  mode.share = sum > 0 ? largest / sum : 0;
}

}  // namespace

// Increments are taken with respect to the moving attitude: dq' = dv - w x dq for rotations. The
// rate of an increment from a fixed attitude contains half of that.
Matrix turning_of_increments(const EquationsOfMotion& eom, const Vector& v) {
  const Index n = v.size();
  Matrix N = Matrix::Zero(n, n);
  if (eom.shape().plain_coordinates || v.isZero()) return N;
  constexpr double d = 1e-4;  // differences of an even function: exact to d^2
  Vector dq = Vector::Zero(n), ahead(n), back(n);
  for (Index k = 0; k < n; ++k) {
    dq[k] = d;
    eom.increment_rate(dq, v, ahead);
    dq[k] = -d;
    eom.increment_rate(dq, v, back);
    dq[k] = 0;
    N.col(k) = (ahead - back) / d;
  }
  return N;
}

double Mode::frequency() const noexcept { return std::abs(im) / (2 * M_PI); }
double Mode::damping() const noexcept {
  const double size = std::hypot(re, im);
  return size > 0 ? -re / size : 0;
}

Balance balance_of(const EquationsOfMotion& eom, const State& s) {
  Evaluator eval(eom);
  eval.place(Slot::start, s);
  const Terms& t = eval.at(Slot::start, Term::M | Term::f | Term::G);
  const Index n = eom.shape().nv;
  const Matrix R =
      eom.shape().ng > 0 ? RowSpace(t.G.to_matrix()).null_space() : Matrix::Identity(n, n);
  return balance_of(R, t.M.to_matrix(), t.f);
}

Modes modes(const EquationsOfMotion& eom, const State& s) {
  const Index n = eom.shape().nv, nz = eom.shape().nz;
  const Linear l = linearise(eom, s);
  const RowSpace all(l.G), positions(position_rows(l.G, eom.shape().row_level));
  const Matrix R = l.G.rows() > 0 ? all.null_space() : Matrix::Identity(n, n);
  const Matrix R_p = positions.rank() > 0 ? positions.null_space() : Matrix::Identity(n, n);
  const Index np = R_p.cols(), nr = R.cols();

  Modes out;
  out.moving = max_norm(s.v) > 1e-9;
  out.balance = balance_of(R, l.M, l.f);

  Matrix P = Matrix::Zero(n, np);
  if (l.G.rows() > 0 && !l.Gv_q.isZero()) P = -linear::least_squares(l.G, Matrix(l.Gv_q * R_p));
  const Eigen::LDLT<Matrix> mass(R.transpose() * l.M * R);
  if (nr > 0 && !(mass.vectorD().minCoeff() > 1e-14 * mass.vectorD().maxCoeff()))
    throw Error("a coordinate has no inertia, so there are no modes", "",
                "give every body that can move by itself a mass and an inertia");

  // dq = R_p y, dv = R w + P y
  Matrix A = Matrix::Zero(np + nr + nz, np + nr + nz);
  A.topLeftCorner(np, np) = R_p.transpose() * (turning_of_increments(eom, s.v) * R_p + P);
  A.block(0, np, np, nr) = R_p.transpose() * R;
  Matrix force(n, np + nr + nz);
  force << -(l.K * R_p + l.C * P), -l.C * R, l.F;
  force -= l.M * P * A.topRows(np);
  if (nr > 0) A.middleRows(np, nr) = mass.solve(R.transpose() * force);
  if (nz > 0) A.bottomRows(nz) << l.e_q * R_p + l.e_v * P, l.e_v * R, l.e_z;
  if (A.rows() == 0) return out;
  if (!A.allFinite())
    throw Error("the linearised equations are not finite", "", "start from another state");

  const auto [values, vectors] = linear::eigenpairs(A);
  // A double zero (a body that can move freely) is computed as the square root of the round-off.
  const double zero = 1e-5 + 1e-7 * values.cwiseAbs().maxCoeff();
  const Vector inertia = l.M.diagonal();
  for (Index k = 0; k < values.size(); ++k) {
    Mode mode;
    if (std::abs(values[k]) < zero) {
      ++out.neutral;
    } else {
      mode.re = values[k].real();
      mode.im = values[k].imag();
    }
    name_shape(R_p.cast<std::complex<double>>() * vectors.col(k).head(np), inertia, eom.names(),
               mode);
    out.all.push_back(std::move(mode));
  }
  std::sort(out.all.begin(), out.all.end(), [](const Mode& a, const Mode& b) {
    const double fa = std::abs(a.im), fb = std::abs(b.im);
    if (fa != fb) return fa < fb;
    if (a.re != b.re) return std::abs(a.re) < std::abs(b.re);
    return a.im > b.im;
  });
  return out;
}

}  // namespace takt
