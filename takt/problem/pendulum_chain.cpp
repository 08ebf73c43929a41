#include "takt/problem/pendulum_chain.hpp"

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::problem {

struct PendulumChain::Work final : Scratch {
  explicit Work(Index N)
      : cos(Vector::Zero(N)), sin(Vector::Zero(N)), x(Vector::Zero(N)), y(Vector::Zero(N)),
        none(Vector::Zero(N)) {}
  void turn(const Vector& alpha) noexcept {
    for (Index i = 0; i < alpha.size(); ++i) {
      cos[i] = std::cos(alpha[i]);
      sin[i] = std::sin(alpha[i]);
    }
  }
  // Cosine and sine of the angle between two rods.
  double cos_of(Index i, Index j) const noexcept { return cos[i] * cos[j] + sin[i] * sin[j]; }
  double sin_of(Index i, Index j) const noexcept { return sin[i] * cos[j] - cos[i] * sin[j]; }

  Vector cos, sin, x, y, none;
};

PendulumChain::PendulumChain(const Parameters& p)
    : N_(static_cast<Index>(p["N"])), omega_(p["omega"]), x_amplitude_(p["x_amplitude"]),
      y_amplitude_(p["y_amplitude"]), d_(p["damping"]) {
  if (static_cast<double>(N_) != p["N"] || N_ < 1)
    throw Error("a chain of " + number(p["N"]) + " pendulums", "", "give a whole number N",
                Fault::model);
  shape_.nq = shape_.nv = N_;
  shape_.nu = 2;
  shape_.outputs = 2;
  shape_.analytic = all_terms;
  shape_.K_lambda = linear::empty_pattern(N_, N_);
  for (Index i = 1; i <= N_; ++i) names_.q.push_back("alpha_" + std::to_string(i));
  names_.v = names_.q;
  names_.q_units.assign(names_.q.size(), "rad");
  names_.v_units.assign(names_.v.size(), "rad/s");
  names_.outputs = {"x", "y"};
  names_.output_units = {"m", "m"};
}

State PendulumChain::initial() const {
  State s;
  s.q = s.v = s.a = Vector::Zero(N_);
  s.lambda = s.z = Vector::Zero(0);
  return s;
}

std::unique_ptr<Scratch> PendulumChain::make_scratch() const { return std::make_unique<Work>(N_); }

void PendulumChain::excite(double t, std::span<const double>, Excitation& e) const noexcept {
  const double s = std::sin(omega_ * t), ds = omega_ * std::cos(omega_ * t);
  const double dds = -omega_ * omega_ * s;
  const double amplitude[2] = {x_amplitude_, y_amplitude_};
  for (Index k = 0; k < 2; ++k) {
    e.u[k] = (k == 0 ? 2 : 0) + amplitude[k] * s;
    e.du[k] = amplitude[k] * ds;
    e.ddu[k] = amplitude[k] * dds;
  }
}

void PendulumChain::evaluate(const Point& p, Need need, Terms& out,
                             Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  if (need & Term::f) {
    balance(p, w.none, w.none, out.f, w);
    for (Index i = 0; i < N_; ++i) out.f[i] = -out.f[i];
  }
  w.turn(p.q);
  const double unit = m * l * l;
  if (need & Term::M) {
    auto M = out.M.dense();
    for (Index j = 0; j < N_; ++j)
      for (Index i = 0; i <= j; ++i) M(i, j) = M(j, i) = unit * below(j) * w.cos_of(i, j);
  }
  if (need & Term::K) stiffness(p, false, out.K, w);
  if (need & Term::K_full) stiffness(p, true, out.K_full, w);
  if (need & Term::C) {
    auto C = out.C.dense();
    for (Index j = 0; j < N_; ++j)
      for (Index i = 0; i < N_; ++i)
        C(i, j) =
            unit * below(std::max(i, j)) * (2 * w.sin_of(i, j) * p.v[j] + d_ * w.cos_of(i, j));
  }
  if (need & Term::K_v) {  // pair by pair: n_ij is the same for both rods of a pair
    const double X = p.u.ddu[0], Y = g + p.u.ddu[1];
    for (Index i = 0; i < N_; ++i)
      out.K_v[i] = m * l * below(i) * (w.cos[i] * Y - w.sin[i] * X) * p.v[i];
    for (Index j = 0; j < N_; ++j)
      for (Index i = 0; i < j; ++i) {
        const double n = unit * below(j), c = w.cos_of(i, j), s = w.sin_of(i, j);
        const double rate = p.v[i] - p.v[j];
        out.K_v[i] += n * (c * p.v[j] * p.v[j] - d_ * s * p.v[j]) * rate;
        out.K_v[j] -= n * (c * p.v[i] * p.v[i] + d_ * s * p.v[i]) * rate;
      }
  }
  if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
  if (need & Term::lambda_t) out.lambda_t.setZero();
  if (need & Term::f_t) {  // forces depend on u'' only, and its rate is unknown
    out.f_t.setZero();
    out.e_t.setZero();
  }
}

// -df/dq, or d(M a - f)/dq. Off the diagonal it is n (sin A_j - cos v_j^2) with A = a + d v. A
// rotation of all rods by the same angle changes the weight terms only, so that the diagonal is the
// weight term minus the rest of its row.
void PendulumChain::stiffness(const Point& p, bool with_inertia, linear::Patterned& out,
                              Work& w) const noexcept {
  auto K = out.dense();
  const double X = p.u.ddu[0], Y = g + p.u.ddu[1];
  for (Index i = 0; i < N_; ++i) K(i, i) = m * l * below(i) * (w.cos[i] * Y - w.sin[i] * X);
  for (Index j = 0; j < N_; ++j) {
    const double A = d_ * p.v[j] + (with_inertia ? p.a[j] : 0), square = p.v[j] * p.v[j];
    for (Index i = 0; i < N_; ++i) {
      if (i == j) continue;
      K(i, j) = m * l * l * below(std::max(i, j)) * (w.sin_of(i, j) * A - w.cos_of(i, j) * square);
      K(i, i) -= K(i, j);
    }
  }
}

// r = l t_k . sum of m (p_j'' - gravity) over the masses below rod k. p'' is computed from the top
// down, the sum from the bottom up.
void PendulumChain::balance(const Point& p, const Vector& a, const Vector& extra, Vector& r,
                            Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  w.turn(p.q);
  double x = p.u.ddu[0], y = p.u.ddu[1] + g;
  for (Index k = 0; k < N_; ++k) {
    const double A = a[k] + d_ * p.v[k], square = p.v[k] * p.v[k];
    x += l * (w.cos[k] * A - w.sin[k] * square);
    y += l * (w.sin[k] * A + w.cos[k] * square);
    w.x[k] = x;
    w.y[k] = y;
  }
  double sum_x = 0, sum_y = 0;
  for (Index k = N_; k-- > 0;) {
    sum_x += m * w.x[k];
    sum_y += m * w.y[k];
    r[k] = l * (w.cos[k] * sum_x + w.sin[k] * sum_y) - extra[k];
  }
}

// Elimination from the bottom up gives D_k T_k = c_{k-1,k} T_{k-1} + R_k, R the right side. D is
// stored as 1 + E: E_N = 1, E_k = (E_{k+1} + s^2)/(1 + E_{k+1}), and D_1 = E_1. This has no
// difference that cancels on a straight chain (where 1/E is the number of masses below).
void PendulumChain::acceleration(const Point& p, const Vector& extra, Vector& a,
                                 Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  w.turn(p.q);
  Vector &E = w.x, &T = w.y;
  const double X = -p.u.ddu[0], Y = -g - p.u.ddu[1];  // gravity in the frame of the support
  const Index last = N_ - 1;
  for (Index k = last; k >= 0; --k) {
    // d_i . t_j = sin(a_i - a_j)
    double R = m * l * p.v[k] * p.v[k];
    if (k == 0) R += m * (w.sin[0] * X - w.cos[0] * Y);
    if (k > 0) R -= extra[k - 1] / l * w.sin_of(k, k - 1);
    if (k < last) {
      const double s = w.sin_of(k, k + 1), c = w.cos_of(k, k + 1), D = 1 + E[k + 1];
      R -= extra[k + 1] / l * s;
      R += c * T[k + 1] / D;
      E[k] = (E[k + 1] + s * s) / D;
    } else {
      E[k] = 1;
    }
    T[k] = R;
  }
  // A single rod is the last one, E_1 = 1.
  const double D_1 = N_ == 1 ? 1 : E[0];
  T[0] /= D_1;
  for (Index k = 1; k < N_; ++k) T[k] = (T[k] + w.cos_of(k - 1, k) * T[k - 1]) / (1 + E[k]);
  for (Index k = 0; k < N_; ++k) {
    // Along t_k: t_i . d_j = -sin(a_i - a_j), t_i . t_j = cos(a_i - a_j).
    double sum = (k == 0 ? 1 : 2) * extra[k] / l;
    if (k == 0) sum += m * (w.cos[0] * X + w.sin[0] * Y);
    if (k > 0) sum -= T[k - 1] * w.sin_of(k, k - 1) + extra[k - 1] / l * w.cos_of(k, k - 1);
    if (k < last) sum -= T[k + 1] * w.sin_of(k, k + 1) + extra[k + 1] / l * w.cos_of(k, k + 1);
    a[k] = sum / (m * l) - d_ * p.v[k];
  }
}

double PendulumChain::potential(const Point& p, Scratch&) const noexcept {
  const double X = p.u.ddu[0], Y = g + p.u.ddu[1];
  double V = 0;
  for (Index i = 0; i < N_; ++i)
    V += m * l * below(i) * (std::sin(p.q[i]) * X - std::cos(p.q[i]) * Y);
  return V;
}

void PendulumChain::outputs(const Point& p, std::span<double> out, Scratch&) const noexcept {
  out[0] = p.u.u[0];
  out[1] = p.u.u[1];
  for (Index i = 0; i < N_; ++i) {
    out[0] += l * std::sin(p.q[i]);
    out[1] -= l * std::cos(p.q[i]);
  }
}

}  // namespace takt::problem
