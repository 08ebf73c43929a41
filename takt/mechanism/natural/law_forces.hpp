// Force laws on measures in natural coordinates, used by forces.cpp, between.cpp and abrupt.cpp.
//
// Terms used: y are the carriers of the law, each once; g_k = ds_k/dy, r_k = ds'_k/dy,
// H_k = d2s_k/dy2; W are the weights of entities in carriers.
#pragma once

#include "takt/mechanism/natural/carriers.hpp"

namespace takt::mechanism::natural {

using element::law_measures;

// Carriers of a law and their rates.
struct LawCarriers {
  std::array<Vec3, law_carriers> y, dy;
  LawCarriers(const Equations& e, const LawForce& f, const double* x, const double* v) noexcept {
    const Combination* c = e.carriers.data() + f.first_carrier;
    for (int k = 0; k < f.carriers; ++k) {
      y[k] = value_of(e, c[k], x);
      if (v) dy[k] = rate_of(e, c[k], v);
    }
  }
};

// The index of carrier k of a use among the carriers of the law.
inline int carrier_of(const LawForce& f, const Use& use, int k) noexcept {
  return use.carrier[k] - f.first_carrier;
}
// Collects the arguments of a use.
inline void gather(const LawForce& f, const Use& use, const Vec3* y, Vec3* arguments) noexcept {
  if (use.origin >= 0) arguments[use.origin].setZero();
  for (int k = 0; k < use.carriers; ++k) arguments[use.argument[k]] = y[carrier_of(f, use, k)];
}

// f += W' F, where F are forces on the carriers.
inline void spread(const Equations& e, const LawForce& f, const Vec3* F, Vector& out) noexcept {
  const Combination* c = e.carriers.data() + f.first_carrier;
  for (int k = 0; k < f.carriers; ++k)
    for (const Weight& w : weights_of(e, c[k])) add_to(out, w.entity, w.c * F[k]);
}

// The measures of a law at a point, and the arguments of the law.
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
      element::MeasureValue& m = value[k];
      measure_of(use[k], arguments, 0, curvature, m);
      s[k] = m.s;
      ds[k] = 0;
      for (int a = 0; a < use[k].carriers; ++a)
        ds[k] += g(k, a).dot(at.dy[carrier_of(f, use[k], a)]);
    }
  }
  LawPoint(const LawPoint&) = delete;
  LawPoint& operator=(const LawPoint&) = delete;

  const Vec3& g(int k, int a) const noexcept { return value[k].gradient[use[k].argument[a]]; }
  const Mat3& H(int k, int a, int b) const noexcept {
    return value[k].curvature[use[k].argument[a]][use[k].argument[b]];
  }
  Vec3 r(int k, int a) const noexcept {
    Vec3 sum = Vec3::Zero();
    for (int b = 0; b < use[k].carriers; ++b) sum += H(k, a, b) * at.dy[carrier_of(f, use[k], b)];
    return sum;
  }
};

using OnCarriers = std::array<Vec3, law_carriers>;

// Computes W' B W and adds it to a matrix.
class LawTangent {
 public:
  LawTangent(const Equations& e, const LawForce& f) noexcept : e_(e), f_(f), n_(f.carriers) {
    for (int k = 0; k < n_ * n_; ++k) B_[k].setZero();
  }
  void add(int a, const Vec3& g, const OnCarriers& by) noexcept {  // -g by'
    for (int b = 0; b < n_; ++b) {
      Mat3& B = B_[a * n_ + b];
      for (int c = 0; c < 3; ++c)
        for (int r = 0; r < 3; ++r) B(r, c) -= g[r] * by[b][c];
    }
  }
  void add(int a, int b, double Q, const Mat3& H) noexcept {  // -Q H
    B_[a * n_ + b] -= Q * H;
  }
  void add_stiffness(const LawPoint& m, const element::LawOut& law) noexcept;
  void times(double c) noexcept {
    for (int k = 0; k < n_ * n_; ++k) B_[k] *= c;
  }
  void add_to(linear::Patterned& A) const noexcept {
    const Combination* carrier = e_.carriers.data() + f_.first_carrier;
    std::array<Mat3, law_entities> T;  // the column of W' B for one carrier
    for (int b = 0; b < n_; ++b) {
      for (int i = 0; i < f_.entities; ++i) T[i].setZero();
      for (int a = 0; a < n_; ++a)
        for (const Weight& w : weights_of(e_, carrier[a])) T[w.listed] += w.c * B_[a * n_ + b];
      for (const Weight& w : weights_of(e_, carrier[b])) {
        const RunsOfColumn& column = e_.columns[f_.columns + w.listed];
        const Run* const end = e_.runs.data() + column.first + column.count;
        for (const Run* run = end - column.count; run != end; ++run)
          add_run(A.values().data() + run->at, column.stride, w.c, T[run->first].data(),
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
inline void combine(const LawPoint& m, const double* a, const double* b, OnCarriers& by) noexcept {
  for (int k = 0; k < m.f.carriers; ++k) by[k].setZero();
  for (int l = 0; l < m.f.count; ++l)
    for (int c = 0; c < m.use[l].carriers; ++c) {
      Vec3& y = by[carrier_of(m.f, m.use[l], c)];
      if (a[l] != 0) y += a[l] * m.g(l, c);
      if (b && b[l] != 0) y += b[l] * m.r(l, c);
    }
}

inline bool zero(const double (&A)[law_measures][law_measures], int n) noexcept {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (A[i][j] != 0) return false;
  return true;
}

inline void LawTangent::add_stiffness(const LawPoint& m, const element::LawOut& law) noexcept {
  const bool damped = !zero(law.Q_ds, f_.count);
  OnCarriers by;
  for (int k = 0; k < f_.count; ++k) {
    combine(m, law.Q_s[k], damped ? law.Q_ds[k] : nullptr, by);
    for (int a = 0; a < m.use[k].carriers; ++a) {
      const int at = carrier_of(f_, m.use[k], a);
      add(at, m.g(k, a), by);
      for (int b = 0; b < m.use[k].carriers; ++b)
        add(at, carrier_of(f_, m.use[k], b), law.Q[k], m.H(k, a, b));
    }
  }
}

}  // namespace takt::mechanism::natural
