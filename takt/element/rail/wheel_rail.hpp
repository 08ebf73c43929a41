// Contact of a wheel of a wheelset with its rail: one constraint row on the coordinates of a
// vehicle_body.
//
//   0 = z + sg b sin(roll) - f(sg (y - y_t(s))) + kappa (yaw - y_t'(s))^2,   s = u + x_0 + x
//   f(e) = conicity e + flange p(e - e_f)^2,   p(a) = (a + sqrt(a^2 + rounding^2)) / 2
//
// Terms used: sg +1 left (y > 0), -1 right; b half the distance between the contacts; f increase of
// the rolling radius r_0 + f; y_t lateral position of the track; u travelled distance, a signal;
// x_0 position of the wheelset in the drawing.                                        002 sec. 4.1
#pragma once

#include <memory>

#include "takt/element/catalogue.hpp"
#include "takt/element/force/dual_law.hpp"
#include "takt/element/rail/track_line.hpp"

namespace takt::element {

class WheelRail {  // immutable; shared between threads
 public:
  struct Data {
    double side, radius, half_gauge, conicity, flange_at, rounding, flange, yaw_rise;
    double place;  // x_0
    TrackLine track;
  };
  explicit WheelRail(Data d) : d_(std::move(d)) {}

  double side() const noexcept { return d_.side; }
  double radius() const noexcept { return d_.radius; }  // r_0
  double shortest_wave() const noexcept { return d_.track.shortest_wave(); }
  double half_gauge() const noexcept { return d_.half_gauge; }
  // y - y_t: lateral offset of the wheelset from the middle of the track.
  double lateral_displacement(const double* q, double distance) const noexcept {
    return q[1] - d_.track(along(q[0], distance)).y;
  }
  // s, and y_t(s). All wheels of a wheelset need the same values.
  double along(double x, double distance) const noexcept { return distance + d_.place + x; }
  Smooth track(double s) const noexcept { return d_.track(s); }
  bool same_track(const WheelRail& o) const noexcept {
    return d_.place == o.d_.place && d_.track == o.d_.track;
  }
  // r_0 + f at the coordinates x, y. `known` is y_t(s) if it is already computed, else null.
  template <class T>
  T rolling_radius(const T& x, const T& y, double distance, const Smooth* known) const noexcept {
    const T s = distance + d_.place + x;
    const Smooth track = known ? *known : d_.track(value_of(s));
    if constexpr (std::is_same_v<T, double>) {
      return d_.radius + profile(d_.side * (y - track.y)).y;
    } else {
      const T e = d_.side * (y - with_slope(s, track.y, track.d1));
      const Smooth f = profile(value_of(e));
      return d_.radius + with_slope(e, f.y, f.d1);
    }
  }

  // g, its gradient and, with `curvature`, its second derivatives with respect to (x, y, z, yaw,
  // roll, pitch). The derivative with respect to u is the one with respect to x. y is y_t(s).
  struct Row {
    double g = 0;
    Vec6 G;
    Mat6 H;
  };
  void row(const double* q, const Smooth& y, bool curvature, Row& r) const noexcept {
    const double sg = d_.side, b = d_.half_gauge, kappa = d_.yaw_rise;
    const Smooth f = profile(sg * (q[1] - y.y));
    const double turn = q[3] - y.d1, sine = std::sin(q[4]);
    r.g = q[2] + sg * b * sine - f.y + kappa * turn * turn;
    r.G << f.d1 * sg * y.d1 - 2 * kappa * turn * y.d2, -f.d1 * sg, 1, 2 * kappa * turn,
        sg * b * std::cos(q[4]), 0;
    if (!curvature) return;
    r.H.setZero();
    r.H(0, 0) = f.d1 * sg * y.d2 - f.d2 * y.d1 * y.d1 + 2 * kappa * (y.d2 * y.d2 - turn * y.d3);
    r.H(0, 1) = r.H(1, 0) = f.d2 * y.d1;
    r.H(1, 1) = -f.d2;
    r.H(0, 3) = r.H(3, 0) = -2 * kappa * y.d2;
    r.H(3, 3) = 2 * kappa;
    r.H(4, 4) = -sg * b * sine;
  }

  static constexpr Key keys[] = {
      {"side", KeyKind::word, "", "", "of the wheelset", "left|right"},
      {"radius", KeyKind::number, "m", "",
       "rolling radius when the wheelset is at the middle of the track", ">0"},
      {"half_gauge", KeyKind::number, "m", "0.75", "half the distance of the contacts", ">0"},
      {"conicity", KeyKind::number, "", "", "slope of the wheel's profile"},
      {"flange", KeyKind::number, "m/m^2", "0",
       "rise per square of the displacement beyond flange_at"},
      {"flange_at", KeyKind::number, "m", "0", "displacement at which the flange begins"},
      {"rounding", KeyKind::number, "m", "1e-3", "displacement over which the flange begins", ">0"},
      {"yaw_rise", KeyKind::number, "m", "0", "rise per square of the yaw against the track"},
      {"shift", KeyKind::number, "m", "0", "lateral shift of the track"},
      {"shift_from", KeyKind::number, "m", "0", "where the shift begins"},
      {"shift_length", KeyKind::number, "m", "1", "length over which the track shifts", ">0"},
      {"waves", KeyKind::table, "", "none", "of the track: rows of length, amplitude, phase"},
      {"waves_from", KeyKind::number, "m", "0", "where the waves begin"},
      {"waves_blend", KeyKind::number, "m", "1", "length over which the waves begin", ">0"}};
  static std::shared_ptr<const WheelRail> make(const Values&, double place);

 private:
  Smooth profile(double x) const noexcept {  // without the third derivative
    const double a = x - d_.flange_at, square = d_.rounding * d_.rounding;
    const double root = std::sqrt(a * a + square), p = (a + root) / 2, p1 = (1 + a / root) / 2;
    const double p2 = 0.5 * square / (root * root * root), c = d_.flange;
    return {d_.conicity * x + c * p * p, d_.conicity + 2 * c * p * p1, 2 * c * (p1 * p1 + p * p2),
            0};
  }
  Data d_;
};

}  // namespace takt::element
