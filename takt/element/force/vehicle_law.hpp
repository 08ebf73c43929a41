// Laws that look at a vehicle from above and act on joints of it, or, where they name none, on the
// frame they look at: drivers, and controllers of speed. Written once for numbers and dual numbers: the author derives
// `class X : public VehicleLaw<X, joints>` and writes
//
//   template <class T> void law(const Seen<T>&, std::array<T, joints>& Q, T& e, T& push) const noexcept
//
// with all of the results zero before.
//
// Measures: place x, y of a frame on the ground, components of its axis x along x and y (from which
// the heading), then the coordinates of the joints. Terms used: Q on the joints, e = z', push a force
// at the frame along the heading, without joints.
#pragma once

#include <array>
#include <cmath>
#include <type_traits>

#include "takt/element/catalogue.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::element {

template <class Self, int joints> class VehicleLaw : public Law {
 public:
  static constexpr int n = 4 + joints;
  static_assert(n <= law_measures);

  template <class T> struct Seen {
    T x, y, cos, sin;  // place and heading
    T ahead;           // speed along the heading
    T vx, vy;          // of the place
    std::array<T, joints> q, dq;
    T z;
    const double *u, *du;
  };

  int measures() const noexcept final { return n; }
  int states() const noexcept final { return 1; }
  bool pushes(int measure) const noexcept final { return joints > 0 ? measure >= 4 : measure < 2; }
  void force(const LawIn& in, LawOut& out) const noexcept final {
    const Result<double> r = evaluate<double>(in);
    for (int i = 0; i < n; ++i) out.Q[i] = r.Q[static_cast<std::size_t>(i)];
    out.e[0] = r.e;
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept final {
    using D = Dual<2 * n + 1>;
    const Result<D> r = evaluate<D>(in);
    const auto at = [](int i) { return static_cast<std::size_t>(i); };
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) {
        out.Q_s[i][k] = r.Q[at(i)].d[at(k)];
        out.Q_ds[i][k] = r.Q[at(i)].d[at(n + k)];
      }
      out.Q_z[i][0] = r.Q[at(i)].d[at(2 * n)];
      out.e_s[0][i] = r.e.d[at(i)];
      out.e_ds[0][i] = r.e.d[at(n + i)];
    }
    out.e_z[0][0] = r.e.d[at(2 * n)];
  }

 protected:
  template <class T> struct Result {
    std::array<T, static_cast<std::size_t>(n)> Q{};
    T e{};
  };
  // What the law sees; with T a dual number, each measure, rate and the state is a variable.
  template <class T> static Seen<T> seen(const LawIn& in) noexcept {
    const auto variable = [](double value, int k) {
      if constexpr (std::is_same_v<T, double>)
        return value;
      else
        return T::variable(value, k);
    };
    using std::sqrt;
    T s[n], ds[n];
    for (int k = 0; k < n; ++k) {
      s[k] = variable(in.s[k], k);
      ds[k] = variable(in.ds[k], n + k);
    }
    const T size = sqrt(s[2] * s[2] + s[3] * s[3]);
    Seen<T> x{s[0],  s[1],  s[2] / size, s[3] / size, T{},
              ds[0], ds[1], {},          {},          variable(in.z[0], 2 * n),
              in.u,  in.du};
    x.ahead = x.vx * x.cos + x.vy * x.sin;
    for (std::size_t k = 0; k < joints; ++k) {
      x.q[k] = s[4 + k];
      x.dq[k] = ds[4 + k];
    }
    return x;
  }

 private:
  template <class T> Result<T> evaluate(const LawIn& in) const noexcept {
    const Seen<T> x = seen<T>(in);
    std::array<T, joints> Q{};
    T e{}, push{};
    static_cast<const Self&>(*this).law(x, Q, e, push);
    Result<T> r;
    if constexpr (joints == 0) {
      r.Q[0] = push * x.cos;
      r.Q[1] = push * x.sin;
    }
    for (std::size_t k = 0; k < joints; ++k) r.Q[4 + k] = Q[k];
    r.e = e;
    return r;
  }
};

}  // namespace takt::element
