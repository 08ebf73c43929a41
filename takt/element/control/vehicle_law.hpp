// Base of laws that read the motion of a vehicle in the ground plane: drivers and speed
// controllers. They act on joints of the vehicle or, if they have no joints, on its frame. Such a
// law is written once for numbers and dual numbers: derive `class X : public VehicleLaw<X, joints>`
// and write
//
//   template <class T>
//   void law(const Seen<T>&, std::array<T, joints>& Q, T& e, T& push) const noexcept
//
// All results are zero before the call. Each Q may depend on the coordinate of its own joint only;
// e and push may depend on none of the joint coordinates.
//
// Measures: position x, y of the frame, components of its axis x along x and y, which give the
// heading, then the joint coordinates. Terms used: Q generalised forces on the joints; e = z'; push
// force at the frame along the heading, for laws without joints.
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
    T x, y, cos, sin;  // position and heading
    T ahead;           // speed along the heading
    T vx, vy;          // velocity of the position
    std::array<T, joints> q, dq;
    T z;
    const double *u, *du;
  };

  int measures() const noexcept final { return n; }
  int states() const noexcept final { return 1; }
  bool acts_on(int measure) const noexcept final { return joints > 0 ? measure >= 4 : measure < 2; }
  void force(const LawIn& in, LawOut& out) const noexcept final {
    const Result<double> r = evaluate<double>(in);
    for (int i = 0; i < n; ++i) out.Q[i] = 0;
    for (std::size_t k = 0; k < pushed; ++k) out.Q[first + k] = r.Q[k];
    out.e[0] = r.e;
  }
  // A controller: all of its power is supplied or absorbed by its drive.
  double input_power(const LawIn&, const LawOut&, double power) const noexcept final {
    return power;
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept final {
    const Result<D> r = evaluate<D>(in);
    const double square = in.s[2] * in.s[2] + in.s[3] * in.s[3];
    const double turn[2] = {-in.s[3] / square, in.s[2] / square};  // d(heading)/d(axis)
    const auto put = [&turn](const D& of, double* by_s, double* by_ds) {
      for (std::size_t k = 0; k < 2; ++k) {
        by_s[k] = of.d[of_x + k];
        by_s[2 + k] = of.d[of_heading] * turn[k];
        by_ds[k] = of.d[of_vx + k];
        by_ds[2 + k] = 0;
      }
      for (int k = 4; k < n; ++k) by_s[k] = by_ds[k] = 0;
    };
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) out.Q_s[i][k] = out.Q_ds[i][k] = 0;
      out.Q_z[i][0] = 0;
    }
    for (std::size_t k = 0; k < pushed; ++k) {
      const std::size_t i = first + k;
      put(r.Q[k], out.Q_s[i], out.Q_ds[i]);
      out.Q_z[i][0] = r.Q[k].d[of_z];
      if (joints == 0) continue;
      out.Q_s[i][i] = r.Q[k].d[of_own];
      out.Q_ds[i][i] = r.Q[k].d[of_own_rate];
    }
    put(r.e, out.e_s[0], out.e_ds[0]);
    out.e_z[0][0] = r.e.d[of_z];
  }

 private:
  // Variables of the dual numbers. All joints share the last two, because each torque depends on
  // its own joint only.
  enum Variable : std::size_t { of_x, of_y, of_heading, of_vx, of_vy, of_z, of_own, of_own_rate };
  using D = Dual<joints == 0 ? 6 : 8>;
  static constexpr std::size_t pushed = joints == 0 ? 2 : joints;  // number of measures it acts on
  static constexpr std::size_t first = joints == 0 ? 0 : 4;        // the first of them
  template <class T> struct Result {
    std::array<T, pushed> Q{};
    T e{};
  };

  template <class T> static Seen<T> seen(const LawIn& in) noexcept {
    const auto variable = [](double value, Variable k, double slope = 1) {
      T v(value);
      if constexpr (!std::is_same_v<T, double>) v.d[k] = slope;
      return v;
    };
    const double size = std::sqrt(in.s[2] * in.s[2] + in.s[3] * in.s[3]);
    const double cos = in.s[2] / size, sin = in.s[3] / size;
    Seen<T> all{variable(in.s[0], of_x),
                variable(in.s[1], of_y),
                variable(cos, of_heading, -sin),
                variable(sin, of_heading, cos),
                T{},
                variable(in.ds[0], of_vx),
                variable(in.ds[1], of_vy),
                {},
                {},
                variable(in.z[0], of_z),
                in.u,
                in.du};
    all.ahead = all.vx * all.cos + all.vy * all.sin;
    for (std::size_t k = 0; k < joints; ++k) {
      all.q[k] = variable(in.s[4 + k], of_own);
      all.dq[k] = variable(in.ds[4 + k], of_own_rate);
    }
    return all;
  }
  template <class T> Result<T> evaluate(const LawIn& in) const noexcept {
    const Seen<T> all = seen<T>(in);
    std::array<T, joints> Q{};
    T push{};
    Result<T> r;
    static_cast<const Self&>(*this).law(all, Q, r.e, push);
    if constexpr (joints == 0)
      r.Q = {push * all.cos, push * all.sin};
    else
      r.Q = Q;
    return r;
  }
};

}  // namespace takt::element
