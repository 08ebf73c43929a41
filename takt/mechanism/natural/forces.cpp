// Forces of laws: f = W' sum_k g_k Q_k, with derivatives made over the few carriers first,
//
//   K = W' B W,   B = -sum_k (g_k sum_l (Q_s g_l + Q_s' r_l)' + Q_k H_k),   C alike with Q_s' g_l
//
// Terms used: as in law_forces.hpp; H_k = d2s_k/dy2.
#include "takt/mechanism/natural/frame_forces.hpp"
#include "takt/mechanism/natural/law_forces.hpp"

namespace takt::mechanism::natural {
namespace {

using element::law_states;

// The measures of a law at a point, and what the law says there.
struct LawPoint {
  const LawForce& f;
  const Use* use;
  LawCarriers at;
  double s[law_measures], ds[law_measures];
  std::array<element::MeasureValue, law_measures> value;
  Signals<LawForce> signals;
  element::LawIn in;

  LawPoint(const Equations& e, const LawForce& force, const Point& p, bool curvature) noexcept
      : f(force), use(e.uses.data() + force.first), at(e, force, p.q.data(), p.v.data()),
        signals(force, p.u), in{s, ds, p.z.data() + force.state, signals.u, signals.du} {
    for (int k = 0; k < f.count; ++k) {
      Vec3 arguments[element::max_carriers];
      gather(f, use[k], at.y.data(), arguments);
      element::MeasureValue& m = value[index(k)];
      measure_of(use[k], arguments, 0, curvature, m);
      s[k] = m.s;
      ds[k] = 0;
      for (int a = 0; a < use[k].carriers; ++a)
        ds[k] += g(k, a).dot(at.dy[carrier_of(f, use[k], a)]);
    }
  }
  LawPoint(const LawPoint&) = delete;
  LawPoint& operator=(const LawPoint&) = delete;

  const Vec3& g(int k, int a) const noexcept {
    return value[index(k)].gradient[index(use[k].argument[index(a)])];
  }
  const Mat3& H(int k, int a, int b) const noexcept {
    return value[index(k)]
        .curvature[index(use[k].argument[index(a)])][index(use[k].argument[index(b)])];
  }
  Vec3 r(int k, int a) const noexcept {
    Vec3 sum = Vec3::Zero();
    for (int b = 0; b < use[k].carriers; ++b) sum += H(k, a, b) * at.dy[carrier_of(f, use[k], b)];
    return sum;
  }
};

using OnCarriers = std::array<Vec3, law_carriers>;

bool zero(const double (&A)[law_measures][law_measures], int n) noexcept {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (A[i][j] != 0) return false;
  return true;
}

// W' B W, and where its blocks go.
class LawTangent {
 public:
  LawTangent(const Equations& e, const LawForce& f) noexcept : e_(e), f_(f), n_(f.carriers) {
    for (int k = 0; k < n_ * n_; ++k) B_[index(k)].setZero();
  }
  void add(std::size_t a, const Vec3& g, const OnCarriers& by) noexcept {  // -g by'
    for (int b = 0; b < n_; ++b) {
      Mat3& B = B_[a * index(n_) + index(b)];
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) B(r, c) -= g[r] * by[index(b)][c];
    }
  }
  void add(std::size_t a, std::size_t b, double Q, const Mat3& H) noexcept {  // -Q H
    B_[a * index(n_) + b] -= Q * H;
  }
  void add_to(linear::Patterned& A) const noexcept {
    const Combination* carrier = e_.carriers.data() + f_.first_carrier;
    std::array<Mat3, law_entities> T;  // the column of W' B that a carrier has
    for (int b = 0; b < n_; ++b) {
      for (int i = 0; i < f_.entities; ++i) T[index(i)].setZero();
      for (int a = 0; a < n_; ++a)
        for (const Weight& w : weights_of(e_, carrier[a]))
          T[index(w.listed)] += w.c * B_[index(a * n_ + b)];
      for (const Weight& w : weights_of(e_, carrier[b])) {
        const RunsOfColumn& column = e_.columns[index(f_.columns + w.listed)];
        const Run* const end = e_.runs.data() + column.first + column.count;
        for (const Run* run = end - column.count; run != end; ++run)
          add_run(A.values().data() + run->at, column.stride, w.c, T[index(run->first)].data(),
                  run->count);
      }
    }
  }

 private:
  const Equations& e_;
  const LawForce& f_;
  int n_;
  std::array<Mat3, law_carriers * law_carriers> B_;
};

// sum_l (a_l g_l + b_l r_l)
void combine(const LawPoint& m, const double* a, const double* b, OnCarriers& by) noexcept {
  for (int k = 0; k < m.f.carriers; ++k) by[index(k)].setZero();
  for (int l = 0; l < m.f.count; ++l)
    for (int c = 0; c < m.use[l].carriers; ++c) {
      Vec3& y = by[carrier_of(m.f, m.use[l], c)];
      if (a[l] != 0) y += a[l] * m.g(l, c);
      if (b && b[l] != 0) y += b[l] * m.r(l, c);
    }
}

void add_states(const Equations& e, const LawPoint& m, const element::LawOut& law,
                const Forces& out) noexcept {
  const LawForce& f = m.f;
  const Combination* carrier = e.carriers.data() + f.first_carrier;
  auto put = [&](linear::Patterned* A, int n, const OnCarriers& by) {
    if (!A) return;
    for (int k = 0; k < f.carriers; ++k)
      for (const Weight& w : weights_of(e, carrier[k]))
        add_row(*A, e.places[index(f.at_z + n * f.entities + w.listed)], w.c * by[index(k)]);
  };
  OnCarriers by;
  for (int n = 0; n < f.states; ++n) {
    double Q_z[law_measures];
    for (int k = 0; k < f.count; ++k) Q_z[k] = law.Q_z[k][n];
    combine(m, Q_z, nullptr, by);
    put(out.f_z, n, by);
    if (!out.e_q) continue;
    combine(m, law.e_s[n], law.e_ds[n], by);
    put(out.e_q, f.states + n, by);
    combine(m, law.e_ds[n], nullptr, by);
    put(out.e_v, f.states + n, by);
    for (int k = 0; k < f.states; ++k)
      out.e_z->values()[e.e_z_places[index(law_states * (f.state + n) + k)]] += law.e_z[n][k];
  }
}

void add(const Equations& e, const LawForce& f, const Point& p, const Forces& out) noexcept {
  linear::Patterned* const K = f.explicit_only ? nullptr : out.K;
  linear::Patterned* const C = f.explicit_only ? nullptr : out.C;
  const LawPoint m(e, f, p, K || out.K_all || (out.e_q && f.states > 0));
  element::LawOut law;
  f.law->force(m.in, law);
  OnCarriers by;
  if (out.f) {
    combine(m, law.Q, nullptr, by);
    spread(e, f, by.data(), *out.f);
  }
  if (out.e)
    for (int k = 0; k < f.states; ++k) (*out.e)[f.state + k] = law.e[k];
  if (!(K || C || out.K_all || ((out.f_z || out.e_q) && f.states > 0))) return;
  f.law->derivatives(m.in, law);
  const bool damped = !zero(law.Q_ds, f.count);
  if (K || out.K_all) {
    LawTangent B(e, f);
    for (int k = 0; k < f.count; ++k) {
      combine(m, law.Q_s[k], damped ? law.Q_ds[k] : nullptr, by);
      for (int a = 0; a < m.use[k].carriers; ++a) {
        const std::size_t at = carrier_of(f, m.use[k], a);
        B.add(at, m.g(k, a), by);
        for (int b = 0; b < m.use[k].carriers; ++b)
          B.add(at, carrier_of(f, m.use[k], b), law.Q[k], m.H(k, a, b));
      }
    }
    if (K) B.add_to(*K);
    if (out.K_all) B.add_to(*out.K_all);
  }
  if (C && damped) {
    LawTangent B(e, f);
    for (int k = 0; k < f.count; ++k) {
      combine(m, law.Q_ds[k], nullptr, by);
      for (int a = 0; a < m.use[k].carriers; ++a) B.add(carrier_of(f, m.use[k], a), m.g(k, a), by);
    }
    B.add_to(*C);
  }
  if (f.states > 0) add_states(e, m, law, out);
}

}  // namespace

void evaluate_forces(const Equations& e, const Point& p, const Forces& out) noexcept {
  if (out.f) copy(e.weight, *out.f);
  const bool all = out.f || out.K || out.C || out.K_all;  // else only forces with states
  if (!all && !out.e && !out.f_z && !out.e_q) return;
  for (const LawForce& l : e.laws)
    if (all || l.states > 0) add(e, l, p, out);
  for (const FrameForce& l : e.frame_forces)
    if (all || l.states > 0) add(e, l, p, out);
}

void add_stiffness_product(const Equations& e, const Point& p, Vector& y) noexcept {
  for (const LawForce& l : e.laws) {
    if (l.explicit_only) continue;
    const LawPoint m(e, l, p, true);
    element::LawOut law;
    l.law->force(m.in, law);
    l.law->derivatives(m.in, law);
    double curve[law_measures] = {};  // s'' when q moves with v
    for (int k = 0; k < l.count; ++k)
      for (int a = 0; a < m.use[k].carriers; ++a)
        curve[k] += m.r(k, a).dot(m.at.dy[carrier_of(l, m.use[k], a)]);
    double rate[law_measures], push[law_measures];  // of -Q, and -Q
    for (int k = 0; k < l.count; ++k) {
      rate[k] = 0;
      for (int n = 0; n < l.count; ++n)
        rate[k] -= law.Q_s[k][n] * m.ds[n] + law.Q_ds[k][n] * curve[n];
      push[k] = -law.Q[k];
    }
    OnCarriers by;
    combine(m, rate, push, by);
    spread(e, l, by.data(), y);
  }
  for (const FrameForce& l : e.frame_forces)
    if (!l.explicit_only) add_stiffness_product(e, l, p, y);
}

double potential(const Equations& e, const Point& p) noexcept {
  double V = e.potential0 - e.weight.dot(p.q);
  for (const LawForce& l : e.laws) V += l.law->potential(LawPoint(e, l, p, false).in);
  for (const FrameForce& l : e.frame_forces)
    V += l.force->potential(FramePoint(e, l, p.q.data(), p.v.data(), p).in);
  return V;
}

void steady(const Equations& e, const Point& p, Vector& z) noexcept {
  for (const LawForce& l : e.laws) l.law->steady(LawPoint(e, l, p, false).in, z.data() + l.state);
  for (const FrameForce& l : e.frame_forces)
    l.force->steady(FramePoint(e, l, p.q.data(), p.v.data(), p).in, z.data() + l.state);
}

}  // namespace takt::mechanism::natural
