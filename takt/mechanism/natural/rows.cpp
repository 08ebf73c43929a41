// Evaluates the constraint rows in natural coordinates (formulas in equations.hpp).
#include <cmath>

#include "takt/mechanism/natural/carriers.hpp"

namespace takt::mechanism::natural {
namespace {

struct Pair {  // A and B of a bilinear row, or their rates
  Vec3 A, B;
};
[[gnu::always_inline]] inline Pair rates(const Equations& e, const Bilinear& r,
                                         const double* x) noexcept {
  double A[3] = {}, B[3] = {};
  const BilinearTerm* const end = e.terms.data() + r.first + r.count;
  for (const BilinearTerm* t = end - r.count; t != end; ++t) {
    const double* y = x + 3 * t->entity;
    const double y0 = y[0], y1 = y[1], y2 = y[2];
    A[0] += t->a * y0;
    A[1] += t->a * y1;
    A[2] += t->a * y2;
    B[0] += t->b * y0;
    B[1] += t->b * y1;
    B[2] += t->b * y2;
  }
  return {{A[0], A[1], A[2]}, {B[0], B[1], B[2]}};
}
[[gnu::always_inline]] inline Pair pair(const Equations& e, const Bilinear& r,
                                        const double* x) noexcept {
  const Pair p = rates(e, r, x);
  return {r.A0 + p.A, r.B0 + p.B};
}

// Writes the row c (a_e B + b_e A) of G; with rates in `p`, that of Gv_q.
[[gnu::always_inline]] inline void fill_row(const Equations& e, const Bilinear& r, const Pair& p,
                                            double* G) noexcept {
  const BilinearTerm* const end = e.terms.data() + r.first + r.count;
  if (r.component >= 0) {
    for (const BilinearTerm* t = end - r.count; t != end; ++t) G[t->at[0]] = r.scale * t->a;
    return;
  }
  const double A[3] = {r.scale * p.A[0], r.scale * p.A[1], r.scale * p.A[2]},
               B[3] = {r.scale * p.B[0], r.scale * p.B[1], r.scale * p.B[2]};
  for (const BilinearTerm* t = end - r.count; t != end; ++t) {
    G[t->at[0]] = t->a * B[0] + t->b * A[0];
    G[t->at[1]] = t->a * B[1] + t->b * A[1];
    G[t->at[2]] = t->a * B[2] + t->b * A[2];
  }
}

// y += lambda times the row.
void add_row_force(const Equations& e, const Bilinear& r, const Pair& p, double lambda,
                   Vector& y) noexcept {
  const double l = r.scale * lambda;
  const BilinearTerm* t = e.terms.data() + r.first;
  for (int k = 0; k < r.count; ++k) {
    if (r.component >= 0)
      y[3 * t[k].entity + r.component] += l * t[k].a;
    else
      add_to(y, t[k].entity, l * (t[k].a * p.B + t[k].b * p.A));
  }
}

// The value that u(t) adds to the target, and its first and second derivative by time.
std::array<double, 3> drive(const Bilinear& r, const Excitation& x) noexcept {
  if (r.drive == Drive::none) return {0, 0, 0};
  const double u = x.u[r.signal], du = x.du[r.signal], ddu = x.ddu[r.signal];
  if (r.drive == Drive::offset) return {u, du, ddu};
  const double l = r.length + u;
  return {l * l - r.length * r.length, 2 * l * du, 2 * (du * du + l * ddu)};
}

// g, G and gI of all bilinear rows. Separate and fast, because every implicit step needs them.
void evaluate_bilinear(const Equations& e, const Point& p, Need need, Terms& out) noexcept {
  double* const g = (need & Term::g) ? out.g.data() : nullptr;
  double* const gI = (need & Term::gI) ? out.gI.data() : nullptr;
  double* const G = (need & Term::G) ? out.G.values().data() : nullptr;
  const double* const x = p.q.data();
  for (const Bilinear& r : e.bilinear) {
    double u = 0, du = 0;
    if (r.drive != Drive::none) {
      const std::array<double, 3> driven = drive(r, p.u);
      u = driven[0];
      du = driven[1];
    }
    if (gI) gI[r.row] = -r.scale * du;
    if (!g && !G) continue;
    const Pair now = pair(e, r, x);
    if (g) {
      const double product = r.component >= 0 ? now.A[r.component] : now.A.dot(now.B);
      g[r.row] = r.scale * (product - r.target - u);
    }
    if (G) fill_row(e, r, now, G);
  }
}

void evaluate_second(const Equations& e, const Bilinear& r, const Point& p, Need need,
                     Terms& out) noexcept {
  const bool linear = r.component >= 0;
  const Pair rate = linear ? Pair{Vec3::Zero(), Vec3::Zero()} : rates(e, r, p.v.data());
  if (need & Term::gamma) out.gamma[r.row] = r.scale * (2 * rate.A.dot(rate.B) - drive(r, p.u)[2]);
  if (linear) return;
  if (need & Term::Gv_q) fill_row(e, r, rate, out.Gv_q.values().data());
  if (need & Term::K_lambda_v) add_row_force(e, r, rate, p.lambda[r.row], out.K_lambda_v);
}

void evaluate(const Equations& e, const Sum& r, const Point& p, Need need, Terms& out) noexcept {
  const double phase = phase_of(r, p.u);
  const bool second = (need & Term::gamma) || (need & Term::Gv_q) || (need & Term::K_lambda_v);
  double g = -r.target, gI = 0, gamma = 0;
  if (r.signal >= 0 && !e.uses[r.first].turning) {
    g -= p.u.u[r.signal];
    gI -= p.u.du[r.signal];
    gamma -= p.u.ddu[r.signal];
  }
  Chain c, by_u;
  for (int k = 0; k < r.count; ++k) {
    const Use& use = e.uses[r.first + k];
    chain(e, use, p.q.data(), p.v.data(), phase, second ? Depth::rate : Depth::gradient, c,
          nullptr);
    g += c.s;
    gamma += c.curve;
    if (use.turning) {  // dg/du is the same function with u + pi/2
      const double du = p.u.du[r.signal], ddu = p.u.ddu[r.signal];
      chain(e, use, p.q.data(), p.v.data(), phase + M_PI / 2, Depth::gradient, by_u, nullptr);
      gI += by_u.s * du;
      gamma += 2 * by_u.ds * du - c.s * du * du + by_u.s * ddu;
    }
    for (int i = 0; i < use.count; ++i) {
      const Places& at = e.places[use.at_G + i];
      if (need & Term::G) add_row(out.G, at, c.D[i]);
      if (need & Term::Gv_q) {
        add_row(out.Gv_q, at, c.R[i]);
        if (use.turning) add_row(out.Gv_q, at, p.u.du[r.signal] * by_u.D[i]);
      }
      if (need & Term::K_lambda_v)
        add_to(out.K_lambda_v, e.listed[use.first + i], p.lambda[r.row] * c.R[i]);
    }
  }
  if (r.period > 0) g = std::remainder(g, r.period);
  if (need & Term::g) out.g[r.row] = r.velocity_level ? 0 : g;
  if (need & Term::gI) out.gI[r.row] = gI;
  if (need & Term::gamma) out.gamma[r.row] = gamma;
}

struct Wheel {  // p, x, y and their rates; w of x and y; w_d: their derivatives by x_z and y_z
  Vec3 y[3], dy[3];
  double w[2], w_d[2][2], s;
  Wheel(const Equations& e, const Rolling& r, const Point& p) noexcept {
    for (int k = 0; k < 3; ++k) {
      y[k] = r.constant[k];
      dy[k].setZero();
      for (int i = 0; i < r.count; ++i) {
        const int entity = e.listed[r.first + i];
        y[k] += r.c[k][i] * triple(p.q.data(), entity);
        dy[k] += r.c[k][i] * triple(p.v.data(), entity);
      }
    }
    const double z[2] = {y[1][2], y[2][2]};
    s = std::sqrt(z[0] * z[0] + z[1] * z[1]);
    for (int i : {0, 1}) {
      w[i] = -r.radius * z[i] / s;
      for (int j : {0, 1}) w_d[i][j] = -r.radius * ((i == j) / s - z[i] * z[j] / (s * s * s));
    }
  }
};

constexpr int world[3] = {2, 0, 1};  // the world axis of each row

void add_rows(const Equations& e, const Rolling& r, const Wheel& h, linear::Patterned& G) noexcept {
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < r.count; ++i)
      add_row(G, e.places[r.at_G + k * r.count + i],
              (r.c[0][i] + h.w[0] * r.c[1][i] + h.w[1] * r.c[2][i]) * Vec3::Unit(world[k]));
}

void evaluate(const Equations& e, const Rolling& r, const Point& p, Need need,
              Terms& out) noexcept {
  const Wheel h(e, r, p);
  if (need & Term::G) add_rows(e, r, h, out.G);
  double z_rate[2], w_rate[2];
  for (int i : {0, 1}) z_rate[i] = h.dy[i + 1][2];
  for (int i : {0, 1}) w_rate[i] = h.w_d[i][0] * z_rate[0] + h.w_d[i][1] * z_rate[1];
  const Vec3 gamma = w_rate[0] * h.dy[1] + w_rate[1] * h.dy[2];
  for (int k = 0; k < 3; ++k) {
    if (need & Term::g) out.g[r.row + k] = k == 0 ? h.y[0][2] - r.height - r.radius * h.s : 0;
    if (need & Term::gI) out.gI[r.row + k] = 0;
    if (need & Term::gamma) out.gamma[r.row + k] = gamma[world[k]];
    for (int i = 0; i < r.count; ++i) {
      const Places& at = e.places[r.at_G + k * r.count + i];
      double by_z = 0;  // derivative of (G v)_k by the z coordinate of entity i
      for (int a : {0, 1})
        for (int b : {0, 1}) by_z += h.dy[a + 1][world[k]] * h.w_d[a][b] * r.c[b + 1][i];
      if (need & Term::Gv_q) add_row(out.Gv_q, at, by_z * Vec3::UnitZ());
      if (need & Term::K_lambda_v)  // the rate of G' lambda for the velocity v
        add_to(out.K_lambda_v, e.listed[r.first + i],
               p.lambda[r.row + k] * (w_rate[0] * r.c[1][i] + w_rate[1] * r.c[2][i]) *
                   Vec3::Unit(world[k]));
    }
  }
}

}  // namespace

void chain(const Equations& e, const Use& use, const double* x, const double* v, double phase,
           Depth depth, Chain& out, Blocks* H) noexcept {
  Vec3 y[element::max_carriers], dy[use_carriers];
  auto carrier = [&](int k) -> const Combination& { return e.carriers[use.carrier[k]]; };
  if (use.origin >= 0) y[use.origin].setZero();
  for (int k = 0; k < use.carriers; ++k) {
    y[use.argument[k]] = value_of(e, carrier(k), x);
    dy[k] = rate_of(e, carrier(k), v);
  }
  element::MeasureValue value;
  const bool curved = depth != Depth::gradient;
  measure_of(use, y, phase, curved, value);
  out.s = value.s;
  out.ds = out.curve = 0;
  for (int i = 0; i < use.count; ++i) {
    out.D[i].setZero();
    out.R[i].setZero();
    if (H)
      for (int j = 0; j < use.count; ++j) (*H)[i][j].setZero();
  }
  for (int k = 0; k < use.carriers; ++k) {
    const int s = use.argument[k];
    out.ds += value.gradient[s].dot(dy[k]);
    Vec3 bent = Vec3::Zero();
    for (int l = 0; l < use.carriers && curved; ++l)
      bent += value.curvature[s][use.argument[l]] * dy[l];
    out.curve += bent.dot(dy[k]);
    for (const Weight& w : weights_of(e, carrier(k))) {
      const int n = w.listed;
      out.D[n] += w.c * value.gradient[s];
      out.R[n] += w.c * bent;
      if (depth != Depth::curvature) continue;
      for (int l = 0; l < use.carriers; ++l)
        for (const Weight& o : weights_of(e, carrier(l)))
          (*H)[n][o.listed] += (w.c * o.c) * value.curvature[s][use.argument[l]];
    }
  }
}

void evaluate_rows(const Equations& e, const Point& p, Need need, Terms& out) noexcept {
  // Bilinear rows are overwritten; the others are added up, so they start from zero.
  if ((need & Term::G) && !(e.sums.empty() && e.rolling.empty())) clear(out.G);
  if (need & Term::Gv_q) clear(out.Gv_q);
  if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
  constexpr Need first = Term::g | Term::gI | Term::G,
                 second = Term::gamma | Term::Gv_q | Term::K_lambda_v;
  if ((need.bits & first.bits) != 0) evaluate_bilinear(e, p, need, out);
  if ((need.bits & second.bits) != 0)
    for (const Bilinear& r : e.bilinear) evaluate_second(e, r, p, need, out);
  for (const Sum& r : e.sums) evaluate(e, r, p, need, out);
  for (const Rolling& r : e.rolling) evaluate(e, r, p, need, out);
}

void fill_middle_rows(const Equations& e, const Point& p, linear::Patterned& G) noexcept {
  clear(G);
  for (const Bilinear& r : e.bilinear) fill_row(e, r, pair(e, r, p.q.data()), G.values().data());
  for (const Rolling& r : e.rolling) add_rows(e, r, Wheel(e, r, p), G);
}

void add_reaction(const Equations& e, const Point& p, Vector& y) noexcept {
  for (const Bilinear& r : e.bilinear)
    add_row_force(e, r, pair(e, r, p.q.data()), p.lambda[r.row], y);
  Chain c;
  for (const Sum& r : e.sums)
    for (int k = 0; k < r.count; ++k) {
      const Use& use = e.uses[r.first + k];
      chain(e, use, p.q.data(), p.v.data(), phase_of(r, p.u), Depth::gradient, c, nullptr);
      for (int i = 0; i < use.count; ++i)
        add_to(y, e.listed[use.first + i], p.lambda[r.row] * c.D[i]);
    }
  for (const Rolling& r : e.rolling) {
    const Wheel h(e, r, p);
    const Vec3 L(p.lambda[r.row + 1], p.lambda[r.row + 2], p.lambda[r.row]);
    for (int i = 0; i < r.count; ++i)
      add_to(y, e.listed[r.first + i], (r.c[0][i] + h.w[0] * r.c[1][i] + h.w[1] * r.c[2][i]) * L);
  }
}

void add_curvature(const Equations& e, const Point& p, linear::Patterned& K) noexcept {
  double* values = K.values().data();
  for (const BilinearCurvature& b : e.curvature)
    for (int at : b.at) values[at] += p.lambda[b.row] * b.h;
  Chain c;
  Blocks H;
  for (const Sum& r : e.sums)
    for (int k = 0; k < r.count; ++k) {
      const Use& use = e.uses[r.first + k];
      chain(e, use, p.q.data(), p.v.data(), phase_of(r, p.u), Depth::curvature, c, &H);
      for (int i = 0; i < use.count; ++i)
        for (int j = 0; j < use.count; ++j)
          add_block(K, e.places[use.at_curvature + i * use.count + j], p.lambda[r.row] * H[i][j]);
    }
  for (const Rolling& r : e.rolling) {
    const Wheel h(e, r, p);
    const Vec3 L(p.lambda[r.row + 1], p.lambda[r.row + 2], p.lambda[r.row]);
    for (int i = 0; i < r.count; ++i)
      for (int j = 0; j < r.count; ++j) {
        double w = 0;
        for (int a : {0, 1})
          for (int b : {0, 1}) w += r.c[a + 1][i] * h.w_d[a][b] * r.c[b + 1][j];
        Mat3 B = Mat3::Zero();
        B.col(2) = w * L;
        add_block(K, e.places[r.at_curvature + i * r.count + j], B);
      }
  }
}

}  // namespace takt::mechanism::natural
