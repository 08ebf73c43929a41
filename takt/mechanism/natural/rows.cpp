#include <cmath>

#include "takt/mechanism/natural/equations.hpp"

namespace takt::mechanism::natural {
namespace {

using element::MeasureValue;

Vec3 at(const double* x, int entity) noexcept {
  return {x[3 * entity], x[3 * entity + 1], x[3 * entity + 2]};
}
void add_to(Vector& y, int entity, const Vec3& d) noexcept {
  double* out = y.data() + 3 * entity;
  for (int k = 0; k < 3; ++k) out[k] += d[k];
}

// sin(angle - u) of the carriers x_a, y_a, x_b.
void turning(const Vec3* y, double u, bool curvature, MeasureValue& out) noexcept {
  const double c = std::cos(u), s = std::sin(u);
  out.s = c * y[1].dot(y[2]) - s * y[0].dot(y[2]);
  out.gradient[0] = -s * y[2];
  out.gradient[1] = c * y[2];
  out.gradient[2] = c * y[1] - s * y[0];
  if (!curvature) return;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) out.curvature[i][j].setZero();
  out.curvature[0][2] = out.curvature[2][0] = -s * Mat3::Identity();
  out.curvature[1][2] = out.curvature[2][1] = c * Mat3::Identity();
}

struct Pair {  // A and B of a bilinear row, or their rates
  Vec3 A, B;
};
Pair pair(const Equations& e, const Bilinear& r, const double* x, bool rate) noexcept {
  Pair p{rate ? Vec3::Zero() : r.A0, rate ? Vec3::Zero() : r.B0};
  const BilinearTerm* t = e.terms.data() + r.first;
  for (int k = 0; k < r.count; ++k, ++t) {
    const Vec3 y = at(x, t->entity);
    p.A += t->a * y;
    p.B += t->b * y;
  }
  return p;
}

// What u(t) adds to the target, with its derivatives in time.
std::array<double, 3> drive(const Bilinear& r, const Excitation& x) noexcept {
  if (r.drive == Drive::none) return {0, 0, 0};
  const double u = x.u[r.signal], du = x.du[r.signal], ddu = x.ddu[r.signal];
  if (r.drive == Drive::offset) return {u, du, ddu};
  const double l = r.length + u;
  return {l * l - r.length * r.length, 2 * l * du, 2 * (du * du + l * ddu)};
}

void evaluate(const Equations& e, const Bilinear& r, const Point& p, Need need,
              Terms& out) noexcept {
  const Pair now = pair(e, r, p.q.data(), false);
  const std::array<double, 3> u = drive(r, p.u);
  const bool linear = r.component >= 0;
  if (need & Term::g) {
    const double product = linear ? now.A[r.component] : now.A.dot(now.B);
    out.g[r.row] = r.scale * (product - r.target - u[0]);
  }
  if (need & Term::gI) out.gI[r.row] = -r.scale * u[1];
  const BilinearTerm* t = e.terms.data() + r.first;
  if (need & Term::G) {
    double* G = out.G.values().data();
    for (int k = 0; k < r.count; ++k) {
      if (linear)
        G[t[k].at[0]] = r.scale * t[k].a;
      else
        for (int i = 0; i < 3; ++i)
          G[t[k].at[static_cast<std::size_t>(i)]] =
              r.scale * (t[k].a * now.B[i] + t[k].b * now.A[i]);
    }
  }
  if (!((need & Term::gamma) || (need & Term::Gv_q) || (need & Term::K_lambda_v))) return;
  const Pair rate = linear ? Pair{Vec3::Zero(), Vec3::Zero()} : pair(e, r, p.v.data(), true);
  if (need & Term::gamma) out.gamma[r.row] = r.scale * (2 * rate.A.dot(rate.B) - u[2]);
  for (int k = 0; k < r.count && !linear; ++k) {
    const Vec3 d = r.scale * (t[k].a * rate.B + t[k].b * rate.A);
    if (need & Term::Gv_q) {
      double* J = out.Gv_q.values().data();
      for (int i = 0; i < 3; ++i) J[t[k].at[static_cast<std::size_t>(i)]] = d[i];
    }
    if (need & Term::K_lambda_v) add_to(out.K_lambda_v, t[k].entity, p.lambda[r.row] * d);
  }
}

double phase_of(const Sum& r, const Excitation& x) noexcept {
  return r.signal >= 0 ? x.u[r.signal] : 0;
}

void evaluate(const Equations& e, const Sum& r, const Point& p, Need need, Terms& out) noexcept {
  const double phase = phase_of(r, p.u);
  const bool second = (need & Term::gamma) || (need & Term::Gv_q) || (need & Term::K_lambda_v);
  double g = -r.target, gI = 0, gamma = 0;
  if (r.signal >= 0 && !e.uses[static_cast<std::size_t>(r.first)].turning) {
    g -= p.u.u[r.signal];
    gI -= p.u.du[r.signal];
    gamma -= p.u.ddu[r.signal];
  }
  Chain c, by_u;
  for (int k = 0; k < r.count; ++k) {
    const Use& use = e.uses[static_cast<std::size_t>(r.first + k)];
    chain(e, use, p.q.data(), p.v.data(), phase, second ? Depth::rate : Depth::gradient, c,
          nullptr);
    g += c.s;
    gamma += c.curve;
    if (use.turning) {  // dg/du is the same function a quarter turn on
      const double du = p.u.du[r.signal], ddu = p.u.ddu[r.signal];
      chain(e, use, p.q.data(), p.v.data(), phase + M_PI / 2, Depth::gradient, by_u, nullptr);
      gI += by_u.s * du;
      gamma += 2 * by_u.ds * du - c.s * du * du + by_u.s * ddu;
    }
    for (int i = 0; i < use.count; ++i) {
      const std::size_t s = static_cast<std::size_t>(i);
      const Places& at = e.places[static_cast<std::size_t>(use.at_G + i)];
      if (need & Term::G) add_row(out.G, at, c.D[s]);
      if (need & Term::Gv_q) {
        add_row(out.Gv_q, at, c.R[s]);
        if (use.turning) add_row(out.Gv_q, at, p.u.du[r.signal] * by_u.D[s]);
      }
      if (need & Term::K_lambda_v)
        add_to(out.K_lambda_v, e.listed[static_cast<std::size_t>(use.first + i)],
               p.lambda[r.row] * c.R[s]);
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
        const int entity = e.listed[static_cast<std::size_t>(r.first + i)];
        y[k] += r.c[k][i] * at(p.q.data(), entity);
        dy[k] += r.c[k][i] * at(p.v.data(), entity);
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

constexpr int world[3] = {2, 0, 1};  // the direction of each row

void evaluate(const Equations& e, const Rolling& r, const Point& p, Need need,
              Terms& out) noexcept {
  const Wheel h(e, r, p);
  double z_rate[2], w_rate[2];
  for (int i : {0, 1}) z_rate[i] = h.dy[i + 1][2];
  for (int i : {0, 1}) w_rate[i] = h.w_d[i][0] * z_rate[0] + h.w_d[i][1] * z_rate[1];
  const Vec3 gamma = w_rate[0] * h.dy[1] + w_rate[1] * h.dy[2];
  for (int k = 0; k < 3; ++k) {
    if (need & Term::g) out.g[r.row + k] = k == 0 ? h.y[0][2] - r.height - r.radius * h.s : 0;
    if (need & Term::gI) out.gI[r.row + k] = 0;
    if (need & Term::gamma) out.gamma[r.row + k] = gamma[world[k]];
    for (int i = 0; i < r.count; ++i) {
      const Places& at = e.places[static_cast<std::size_t>(r.at_G + k * r.count + i)];
      if (need & Term::G)
        add_row(out.G, at,
                (r.c[0][i] + h.w[0] * r.c[1][i] + h.w[1] * r.c[2][i]) * Vec3::Unit(world[k]));
      double by_z = 0;  // d(G v)_k of the z of entity i
      for (int a : {0, 1})
        for (int b : {0, 1}) by_z += h.dy[a + 1][world[k]] * h.w_d[a][b] * r.c[b + 1][i];
      if (need & Term::Gv_q) add_row(out.Gv_q, at, by_z * Vec3::UnitZ());
      if (need & Term::K_lambda_v)  // d(G' lambda) of the motion v
        add_to(out.K_lambda_v, e.listed[static_cast<std::size_t>(r.first + i)],
               p.lambda[r.row + k] * (w_rate[0] * r.c[1][i] + w_rate[1] * r.c[2][i]) *
                   Vec3::Unit(world[k]));
    }
  }
}

}  // namespace

void chain(const Equations& e, const Use& use, const double* x, const double* v, double phase,
           Depth depth, Chain& out, Blocks* H) noexcept {
  Vec3 y[element::max_carriers], dy[element::max_carriers], bent[element::max_carriers];
  const int* list = e.listed.data() + use.first;
  for (int k = 0; k < use.carriers; ++k) {
    const Combination& c = use.carrier[static_cast<std::size_t>(k)];
    y[k] = c.constant;
    dy[k].setZero();
    for (int i = 0; i < c.count; ++i) {
      const Weight& w = e.weights[static_cast<std::size_t>(c.first + i)];
      y[k] += w.c * at(x, list[w.entity]);
      dy[k] += w.c * at(v, list[w.entity]);
    }
  }
  MeasureValue value;
  const bool curved = depth != Depth::gradient;
  if (use.turning)
    turning(y, phase, curved, value);
  else
    element::measure(use.kind, use.i, use.L, y, curved, value);
  out.s = use.factor * value.s;
  out.ds = out.curve = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(use.count); ++i) {
    out.D[i].setZero();
    out.R[i].setZero();
    if (H)
      for (std::size_t j = 0; j < static_cast<std::size_t>(use.count); ++j) (*H)[i][j].setZero();
  }
  for (int k = 0; k < use.carriers; ++k) {
    const std::size_t s = static_cast<std::size_t>(k);
    out.ds += use.factor * value.gradient[s].dot(dy[k]);
    bent[k].setZero();
    if (curved)
      for (int l = 0; l < use.carriers; ++l)
        bent[k] += use.factor * (value.curvature[s][static_cast<std::size_t>(l)] * dy[l]);
    out.curve += bent[k].dot(dy[k]);
    const Combination& c = use.carrier[s];
    for (int i = 0; i < c.count; ++i) {
      const Weight& w = e.weights[static_cast<std::size_t>(c.first + i)];
      const std::size_t n = static_cast<std::size_t>(w.entity);
      out.D[n] += (use.factor * w.c) * value.gradient[s];
      out.R[n] += w.c * bent[k];
      if (depth != Depth::curvature) continue;
      for (int l = 0; l < use.carriers; ++l) {
        const Combination& o = use.carrier[static_cast<std::size_t>(l)];
        for (int j = 0; j < o.count; ++j) {
          const Weight& ow = e.weights[static_cast<std::size_t>(o.first + j)];
          (*H)[n][static_cast<std::size_t>(ow.entity)] +=
              (use.factor * w.c * ow.c) * value.curvature[s][static_cast<std::size_t>(l)];
        }
      }
    }
  }
}

void evaluate_rows(const Equations& e, const Point& p, Need need, Terms& out) noexcept {
  if (need & Term::G) out.G.set_zero();
  if (need & Term::Gv_q) out.Gv_q.set_zero();
  if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
  for (const Bilinear& r : e.bilinear) evaluate(e, r, p, need, out);
  for (const Sum& r : e.sums) evaluate(e, r, p, need, out);
  for (const Rolling& r : e.rolling) evaluate(e, r, p, need, out);
}

void add_reaction(const Equations& e, const Point& p, Vector& y) noexcept {
  for (const Bilinear& r : e.bilinear) {
    const Pair now = pair(e, r, p.q.data(), false);
    const double l = r.scale * p.lambda[r.row];
    const BilinearTerm* t = e.terms.data() + r.first;
    for (int k = 0; k < r.count; ++k) {
      if (r.component >= 0)
        y[3 * t[k].entity + r.component] += l * t[k].a;
      else
        add_to(y, t[k].entity, l * (t[k].a * now.B + t[k].b * now.A));
    }
  }
  Chain c;
  for (const Sum& r : e.sums)
    for (int k = 0; k < r.count; ++k) {
      const Use& use = e.uses[static_cast<std::size_t>(r.first + k)];
      chain(e, use, p.q.data(), p.v.data(), phase_of(r, p.u), Depth::gradient, c, nullptr);
      for (int i = 0; i < use.count; ++i)
        add_to(y, e.listed[static_cast<std::size_t>(use.first + i)],
               p.lambda[r.row] * c.D[static_cast<std::size_t>(i)]);
    }
  for (const Rolling& r : e.rolling) {
    const Wheel h(e, r, p);
    const Vec3 L(p.lambda[r.row + 1], p.lambda[r.row + 2], p.lambda[r.row]);
    for (int i = 0; i < r.count; ++i)
      add_to(y, e.listed[static_cast<std::size_t>(r.first + i)],
             (r.c[0][i] + h.w[0] * r.c[1][i] + h.w[1] * r.c[2][i]) * L);
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
      const Use& use = e.uses[static_cast<std::size_t>(r.first + k)];
      chain(e, use, p.q.data(), p.v.data(), phase_of(r, p.u), Depth::curvature, c, &H);
      for (int i = 0; i < use.count; ++i)
        for (int j = 0; j < use.count; ++j)
          add_block(K, e.places[static_cast<std::size_t>(use.at_curvature + i * use.count + j)],
                    p.lambda[r.row] * H[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
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
        add_block(K, e.places[static_cast<std::size_t>(r.at_curvature + i * r.count + j)], B);
      }
  }
}

}  // namespace takt::mechanism::natural
