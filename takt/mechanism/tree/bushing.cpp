#include "takt/mechanism/tree/bushing.hpp"

namespace takt::mechanism {
namespace {

struct Three {  // a plain struct, which the compiler keeps in registers
  double x, y, z;
  explicit Three(const Vec3& a) noexcept : x(a[0]), y(a[1]), z(a[2]) {}
  double dot(const double* a) const noexcept { return x * a[0] + y * a[1] + z * a[2]; }
};

// sum_ij x_i A_ij x_j'
Mat3 in_world(const Vec3* x, const double (*A)[element::law_measures]) noexcept {
  Mat3 out;
  Vec3 row[3];
  for (int i = 0; i < 3; ++i) row[i] = A[i][0] * x[0] + A[i][1] * x[1] + A[i][2] * x[2];
  for (int j = 0; j < 3; ++j) out.col(j) = row[0][j] * x[0] + row[1][j] * x[1] + row[2][j] * x[2];
  return out;
}

}  // namespace

Bushing::Bushing(const Ends& e, const WorldMotion& w, double* s, double* ds) noexcept
    : ends_(e), world_(w) {
  const Vec3 a = point_of(w, e.link[0], e.frame[0].p);
  b_ = point_of(w, e.link[1], e.frame[1].p);
  db_ = at_point(w.twist(e.group[1]), b_);
  const Vec3 d = b_ - a, rate = db_ - at_point(w.twist(e.group[0]), b_);
  for (int i = 0; i < 3; ++i) {
    if (e.straight)
      axis_[i] = w.pose[e.link[0]].R.col(i);
    else
      axis_[i] = turned_by(w, e.link[0], e.frame[0].R.col(i));
    s[i] = axis_[i].dot(d);
    ds[i] = axis_[i].dot(rate);
  }
}

void Bushing::set_force(const element::LawOut& law) noexcept {
  F_ = law.Q[0] * axis_[0] + law.Q[1] * axis_[1] + law.Q[2] * axis_[2];
}

// The force acts on b at its point, and with opposite sign on a at the same point.
void Bushing::add_force(Vector& f) const noexcept {
  const Vec3 T = rotation::cross(b_, F_);
  for (const Ends::Column& c : ends_.columns) {
    const Vec6& S = world_.S(c.column);
    const double x =
        T[0] * S[0] + T[1] * S[1] + T[2] * S[2] + F_[0] * S[3] + F_[1] * S[4] + F_[2] * S[5];
    f[c.column] += c.side == 1 ? x : -x;
  }
}

void Bushing::load(double* wrench) const noexcept {
  const Vec3 T = rotation::cross(b_, F_);
  const auto add = [&](int group, double sign) {
    if (group < 0) return;
    double* to = wrench + 6 * group;
    for (int i = 0; i < 3; ++i) {
      to[i] += sign * T[i];
      to[3 + i] += sign * F_[i];
    }
  };
  add(ends_.group[0], -1);
  add(ends_.group[1], 1);
}

// `t` and `h` hold the vectors of all columns, one after the other.
template <bool with_K, bool with_C>
void Bushing::pairs(const Mat3& A, const Mat3& B, const int* place, double* K, double* C,
                    const double* t, const double* h) const noexcept {
  const int n = ends_.columns.count();
  const Ends::Column* const columns = ends_.columns.data();
  int second = 0;  // first column of the second end
  while (second < n && columns[second].side == 0) ++second;
  const Vec3 w_a = turn_of(world_.twist(ends_.group[0]));
  int first = 0;  // first column of the group of k
  for (int k = 0; k < n; ++k, place += n) {
    const Ends::Column& c = columns[k];
    if (c.group != columns[first].group || k == second) first = k;
    const Vec3 t_k(t[3 * k], t[3 * k + 1], t[3 * k + 2]), h_k(h[3 * k], h[3 * k + 1], h[3 * k + 2]);
    Vec3 load = Vec3::Zero();
    if constexpr (with_K) {
      const Vec3 change =
          rotation::cross(turn_of(world_.S(c.column)), db_) + at_point(world_.psi(c.column), b_);
      const Vec3 r = (c.side == 1 ? change : Vec3(-change)) - rotation::cross(w_a, t_k);
      load = turned_by(A, t_k) + turned_by(B, r);
    }
    const Three plain(load), bent(load + h_k), by(t_k), damped(turned_by(B, t_k));
    const auto k_before = [&](int from, int to) {  // k comes before j on the path from a to b
      for (int j = from; j < to; ++j) {
        if constexpr (with_K) K[place[j]] -= bent.dot(t + 3 * j);
        if constexpr (with_C) C[place[j]] -= damped.dot(t + 3 * j);
      }
    };
    const auto k_after = [&](int from, int to) {
      for (int j = from; j < to; ++j) {
        if constexpr (with_K) K[place[j]] -= plain.dot(t + 3 * j) + by.dot(h + 3 * j);
        if constexpr (with_C) C[place[j]] -= damped.dot(t + 3 * j);
      }
    };
    if (c.side == 1) {
      k_after(0, first);
      k_before(first, n);
    } else {
      k_before(0, first);
      k_after(first, second);
      k_before(second, n);
    }
  }
}

void Bushing::stiffen(const element::LawOut& law, const int* place, double* K, double* C,
                      double* memory) const noexcept {
  double *t = memory, *h = memory + 3 * ends_.columns.size();
  double* const h_begin = h;
  for (const Ends::Column& c : ends_.columns) {
    const Vec6& S = world_.S(c.column);
    const Vec3 m = at_point(S, b_), bend = rotation::cross(F_, turn_of(S));
    const double sign = c.side == 1 ? 1 : -1;
    for (int i = 0; i < 3; ++i) {
      *t++ = sign * m[i];
      *h++ = sign * bend[i];
    }
  }
  const Mat3 A = in_world(axis_, law.Q_s), B = in_world(axis_, law.Q_ds);
  if (K != nullptr && C != nullptr)
    pairs<true, true>(A, B, place, K, C, memory, h_begin);
  else if (K != nullptr)
    pairs<true, false>(A, B, place, K, C, memory, h_begin);
  else
    pairs<false, true>(A, B, place, K, C, memory, h_begin);
  if (K == nullptr || !ends_.bent) return;
  const int n = ends_.columns.count();
  each_bend(ends_, world_, [&](int j, int k, const Vec6& bend) {
    const double x = F_.dot(at_point(bend, b_));
    K[place[k * n + j]] -= ends_.columns[j].side == 1 ? x : -x;
  });
}

}  // namespace takt::mechanism
