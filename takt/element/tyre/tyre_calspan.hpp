// A tyre with a radial spring and the Calspan side force and aligning torque.
//
//   C = A0 + A1 S (A2 - S) / A2,   G = A3 (A4 - S) S / A4,   S = min(N, Omega A2)
//   f = (B1 N + B2 V + B3 + B4 N^2) SN mu,   x = -(C alpha + G gamma) / (f N)
//   Fy = f N g(x),   g = x - x|x|/3 + x^3/27 for |x| < 3, sign x beyond
//   Mz = (AF1 N + AF2 |Fy|) Fy - AF3 N gamma, times the sign of v.e_x: the trail is behind the
//   contact for both directions of rolling and of the axis
//                                 Frik, Leister, Schwartz, VSD 22 (1993); Samin, Fisette 2003
//
// Terms used: N load; mu friction of the road; n its normal; a axis of spin; e_x = a x n and
// e_y = n x e_x directions along and across, in the plane of the road; v velocity of the wheel
// centre; alpha = atan(v.e_y / V) slip angle and gamma = atan(a.n / e_r.n) camber angle,
// e_r = e_x x a radial direction away from the road. C, G are the stiffnesses for slip and camber;
// a positive slip gives a negative force.
//
// V = |v.e_x|, and (v.e_x^2 / v0 + v0) / 2 below v0, where gamma also fades to zero: the force is
// smooth and zero at rest. The bracket of f is limited to at least 0.1, because it would change
// sign at large loads. Fy acts at the point c - h / (e_r.n) e_r of the road in the wheel's plane,
// with h the height of the centre c above the plane of contact; Mz acts about n. The load acts
// through c or, if load_at is contact, at the same point as Fy. There is no longitudinal force.
#pragma once

#include <algorithm>
#include <array>

#include "takt/base/simd.hpp"
#include "takt/element/tyre/tyre_contact.hpp"

namespace takt::element {

class TyreCalspan final : public BodyForce {
 public:
  struct Constants {
    double A0 = 2625, A1 = 14.47, A2 = 12930, A3 = 2.29, A4 = 18175, omega = 1;
    double B1 = -.464e-4, B2 = 0, B3 = 1.216, B4 = 2.18e-11, SN = 1.0274;
    double AF1 = -.171e-4, AF2 = .171e-4, AF3 = 0;
    double low_speed = 1;  // v0
    bool load_at_contact = false;
  };

  TyreCalspan(TyreContact contact, const Constants& constants)
      : contact_(std::move(contact)), k_(constants) {
    const double S = k_.omega * k_.A2;
    if (!(k_.A2 > 0 && k_.A4 > 0 && k_.omega > 0 && k_.A0 + k_.A1 * S * (1 - k_.omega) > 0))
      throw Error("the Calspan constants give no positive cornering stiffness", "",
                  "see that A0, A2, A4 and omega are positive and omega is not much beyond 1");
  }

  int signals() const noexcept override { return contact_.signals(); }
  bool on_road() const noexcept override { return true; }
  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    const Wheel<double> w = wheel_of(in);
    const Contact<double> c = contact_.at(w, in.u);
    TyreWrench<double> sum{{}, c.force};
    const Axes e(w, c);
    if (e.known) {
      const Side<double> s = side<double>(c.load, e.v_x, e.v_y, e.camber, c.friction);
      sum.force = sum.force + s.Fy * e.y;
      sum.torque = roll(c, e, s.Fy) * e.x + s.Mz * c.normal;
    }
    store(sum, out);
  }
  void derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept override;
  int switches() const noexcept override { return 1; }
  void switch_values(const BodyForceIn& in, double* to) const noexcept override {
    *to = contact_.depth(in);
  }
  double potential(const BodyForceIn& in) const noexcept override {
    return contact_.potential(wheel_of(in));
  }
  bool between(const Vec3& p0, const Vec3& p1, BetweenPlaces& out,
               bool stiffness) const noexcept override {
    return contact_.between(p0, p1, out, stiffness);
  }
  double rolling_radius() const noexcept override { return contact_.radius(); }
  double report(const BodyForceIn& in) const noexcept override {
    return contact_.at(wheel_of(in)).load;
  }

  static constexpr Key keys[] = {
      TyreContact::radius_key,
      TyreContact::stiffness_key,
      TyreContact::damping_key,
      TyreContact::law_key,
      RoadFriction::key,
      {"A0", KeyKind::number, "N", "2625", "cornering stiffness without load", ">0"},
      {"A1", KeyKind::number, "", "14.47", "its growth with load"},
      {"A2", KeyKind::number, "N", "12930", "load where it is back at A0", ">0"},
      {"A3", KeyKind::number, "", "2.29", "camber stiffness per load"},
      {"A4", KeyKind::number, "N", "18175", "load where camber has no effect", ">0"},
      {"omega_T", KeyKind::number, "", "1", "part of A2 beyond which the stiffnesses stay", ">0"},
      {"B1", KeyKind::number, "N^-1", "-0.464e-4", "change of friction with load"},
      {"B2", KeyKind::number, "s/m", "0", "change of friction with speed"},
      {"B3", KeyKind::number, "", "1.216", "friction without load"},
      {"B4", KeyKind::number, "N^-2", "2.18e-11", "change of friction with the load squared"},
      {"SN", KeyKind::number, "", "1.0274", "skid number ratio", ">=0"},
      {"AF1", KeyKind::number, "m/N", "-0.171e-4", "aligning torque per side force and load"},
      {"AF2", KeyKind::number, "m/N", "0.171e-4", "aligning torque per side force squared"},
      {"AF3", KeyKind::number, "m", "0", "aligning torque per load and camber"},
      {"low_speed", KeyKind::number, "m/s", "1", "below it forces fade to zero at rest", ">0"},
      {"load_at", KeyKind::word, "", "centre", "where the load acts", "centre|contact"}};

  static std::shared_ptr<const BodyForce> make(const Values& v) {
    Constants c;
    c.A0 = v.number("A0");
    c.A1 = v.number("A1");
    c.A2 = v.number("A2");
    c.A3 = v.number("A3");
    c.A4 = v.number("A4");
    c.omega = v.number("omega_T");
    c.B1 = v.number("B1");
    c.B2 = v.number("B2");
    c.B3 = v.number("B3");
    c.B4 = v.number("B4");
    c.SN = v.number("SN");
    c.AF1 = v.number("AF1");
    c.AF2 = v.number("AF2");
    c.AF3 = v.number("AF3");
    c.low_speed = v.number("low_speed");
    c.load_at_contact = v.word("load_at") == "contact";
    return std::make_shared<TyreCalspan>(TyreContact::gripping(v), c);
  }
  static constexpr ForceEntry entry{
      "tyre_calspan",
      "Frik, Leister, Schwartz 1993",
      "radial spring and Calspan side force",
      Attach::body,
      keys,
      nullptr,
      make,
      "N",
      "the normal load: positive presses wheel and road together, 0 in the air"};

 private:
  template <class T> struct Side { T Fy{}, Mz{}; };

  // Side force and aligning torque from load, velocities along and across, camber and friction.
  template <class T>
  Side<T> side(const T& N, const T& v_x, const T& v_y, T gamma, double mu) const noexcept {
    using std::abs, std::atan;
    T V = abs(v_x), forward = T(v_x > 0 ? 1 : -1);
    if (V < k_.low_speed) {
      const T p = v_x / k_.low_speed;
      forward = p * (3 - p * p) / 2;
      const T part = V / k_.low_speed;
      gamma = gamma * part * part * (3 - 2 * part);
      V = (part * part + 1) * (k_.low_speed / 2);
    }
    const T alpha = atan(v_y / V);
    const T S = N < k_.omega * k_.A2 ? N : T(k_.omega * k_.A2);
    const T C = k_.A0 + k_.A1 * S * (k_.A2 - S) / k_.A2, G = k_.A3 * (k_.A4 - S) * S / k_.A4;
    T bracket = k_.B1 * N + k_.B2 * V + k_.B3 + k_.B4 * N * N;
    if (bracket < 0.1) bracket = 0.1;
    const T peak = bracket * N * (k_.SN * mu);
    if (!(peak > 0)) return {};
    const T x = -(C * alpha + G * gamma) / peak;
    const T Fy = peak * (abs(x) < 3.0 ? x - x * abs(x) / 3 + x * x * x / 27 : T(x > 0 ? 1 : -1));
    return {Fy, forward * ((k_.AF1 * N + k_.AF2 * abs(Fy)) * Fy - k_.AF3 * N * gamma)};
  }

  // Directions along and across in the plane of the road. With them
  // a = cos(gamma) e_y + sin(gamma) n, the arm from the centre to the contact is height (tan(gamma)
  // e_y - n), and the torque of Fy about the centre is height Fy e_x.
  struct Axes {
    Triple<double> x, y;
    double lean = 0, tangent = 0, camber = 0;  // cosine and tangent of gamma, and gamma
    double v_x = 0, v_y = 0;
    bool known = false;  // the wheel touches, and does not lie flat
    Axes(const Wheel<double>& w, const Contact<double>& c) noexcept {
      if (!(c.load > 0)) return;
      const Triple<double> across = cross(w.axis, c.normal);
      const double square = dot(across, across), rise = dot(w.axis, c.normal);
      if (!(square > 1e-6)) return;
      lean = std::sqrt(square);
      x = (1 / lean) * across;
      y = cross(c.normal, x);
      tangent = rise / lean;
      camber = std::atan2(rise, lean);
      v_x = dot(w.velocity, x);
      v_y = dot(w.velocity, y);
      known = true;
    }
  };
  // A torque and a force side by side. A Change holds three of them: the change of a wrench along
  // three axes.
  using MomentAndForce = simd::baseline::Two;
  using Change = std::array<MomentAndForce, 3>;
  static Change of_side(const Side<Dual<4>>& s, int k, double height) noexcept {
    return {MomentAndForce{height * s.Fy.d[k], 0}, MomentAndForce{0, s.Fy.d[k]},
            MomentAndForce{s.Mz.d[k], 0}};
  }
  static void add(double a, const Change& from, Change& to) noexcept {
    for (int k = 0; k < 3; ++k) to[k] += a * from[k];
  }

  // The torque about e_x.
  double roll(const Contact<double>& c, const Axes& e, double Fy) const noexcept {
    return c.height * (k_.load_at_contact ? Fy + e.tangent * c.load : Fy);
  }

  TyreContact contact_;
  Constants k_;
};

// The derivatives are composed of those by the quantities that the wrench depends on. In contact
// axes it is T = (tau, 0, Mz), F = (0, Fy, N). The axes turn with rho = (-n_y, n_x, turn),
// turn = n_x tan(gamma) + theta.e_r / cos(gamma), where (n_x, n_y) is the change of the normal, and
// gamma changes by theta.e_x + n_y. Each Change is (T, F) in contact axes.
inline void TyreCalspan::derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept {
  ContactSlopes by;
  const Contact<double> c = contact_.at(in, by);
  const Wheel<double> w = wheel_of(in);
  const Axes e(w, c);
  const double x[3] = {e.x.x, e.x.y, e.x.z}, y[3] = {e.y.x, e.y.y, e.y.z};
  const double n[3] = {c.normal.x, c.normal.y, c.normal.z};
  double* const place = out.by_place.data();
  double* const twist = out.by_twist.data();
  const auto column = [&](int i) { return i < 6 ? place + 6 * i : twist + 6 * (i - 3); };
  std::fill(place, place + 36, 0.0);
  std::fill(twist, twist + 36, 0.0);
  if (!e.known) {  // only the load acts
    for (int i = by.first; i < by.first + by.count; ++i)
      for (int k = 0; k < 3; ++k) column(i)[3 + k] = by.load[i] * n[k] + c.load * by.normal[i][k];
    return;
  }
  using D = Dual<4>;
  const Side<D> s = side<D>(D::variable(c.load, 0), D::variable(e.v_x, 1), D::variable(e.v_y, 2),
                            D::variable(e.camber, 3), c.friction);
  const double Fy = s.Fy.v, Mz = s.Mz.v, N = c.load, H = c.height;
  const double tau = roll(c, e, Fy), v_n = dot(w.velocity, c.normal), per_lean = 1 / e.lean;
  const double arm = k_.load_at_contact ? H * e.tangent : 0;  // lever arm of the load
  const Change by_x = of_side(s, 1, H), by_y = of_side(s, 2, H);
  Change by_load = of_side(s, 0, H), by_gamma = of_side(s, 3, H);
  by_load[0] += MomentAndForce{arm, 0};
  by_load[2] += MomentAndForce{0, 1};
  if (k_.load_at_contact) by_gamma[0] += MomentAndForce{H * N * per_lean * per_lean, 0};
  Change by_turn{MomentAndForce{0, -Fy}, MomentAndForce{tau, 0}, MomentAndForce{0, 0}};
  add(e.v_y, by_x, by_turn);
  add(-e.v_x, by_y, by_turn);
  const double by_height = k_.load_at_contact ? Fy + e.tangent * N : Fy;  // d(tau)/d(height)

  const auto world = [&](const Change& d) {
    return Change{d[0] * x[0] + d[1] * y[0] + d[2] * n[0], d[0] * x[1] + d[1] * y[1] + d[2] * n[1],
                  d[0] * x[2] + d[1] * y[2] + d[2] * n[2]};
  };
  const auto put = [](double a, const Change& A, double b, const Change& B, double* to) {
    for (int k = 0; k < 3; ++k) {
      const MomentAndForce z = a * A[k] + b * B[k];
      to[k] = z[0], to[3 + k] = z[1];
    }
  };
  const Change turn = world(by_turn), gamma = world(by_gamma);
  const Change along = world(by_x), across = world(by_y);
  const Triple<double> spoke = per_lean * cross(e.x, w.axis);  // e_r / cos(gamma)
  const double r[3] = {spoke.x, spoke.y, spoke.z};
  for (int i = 0; i < 3; ++i) put(r[i], turn, x[i], gamma, place + 6 * i);
  for (int i = 0; i < 3; ++i) put(x[i], along, y[i], across, twist + 18 + 6 * i);

  Change by_nx{MomentAndForce{Mz, N}, MomentAndForce{0, 0}, MomentAndForce{-tau, 0}};
  Change by_ny{MomentAndForce{0, 0}, MomentAndForce{Mz, N}, MomentAndForce{0, -Fy}};
  add(e.tangent, by_turn, by_nx);
  add(-v_n, by_x, by_nx);
  add(1, by_gamma, by_ny);
  add(-v_n, by_y, by_ny);
  for (int i = by.first; i < by.first + by.count; ++i) {
    const double* d = by.normal[i];
    Change sum{MomentAndForce{by.height[i] * by_height, 0}, MomentAndForce{0, 0},
               MomentAndForce{0, 0}};
    add(by.load[i], by_load, sum);
    add(d[0] * x[0] + d[1] * x[1] + d[2] * x[2], by_nx, sum);
    add(d[0] * y[0] + d[1] * y[1] + d[2] * y[2], by_ny, sum);
    const Change all = world(sum);
    double* to = column(i);
    for (int k = 0; k < 3; ++k) to[k] += all[k][0], to[3 + k] += all[k][1];
  }
}

}  // namespace takt::element
