// A tyre with the Calspan side force and aligning torque, after its radial spring.
//
//   C = A0 + A1 S (A2 - S) / A2,   G = A3 (A4 - S) S / A4,   S = min(N, Omega A2)
//   f = (B1 N + B2 V + B3 + B4 N^2) SN mu,   x = -(C alpha + G gamma) / (f N)
//   Fy = f N g(x),   g = x - x|x|/3 + x^3/27 for |x| < 3, sign x beyond
//   Mz = (AF1 N + AF2 |Fy|) Fy - AF3 N gamma, times the sign of v.e_x: the trail is behind the
//   contact, whichever way the wheel rolls and its axis points
//                                 Frik, Leister, Schwartz, VSD 22 (1993); Samin, Fisette 2003
//
// Terms used: N load; mu friction of the road; n its normal; a axis of spin; e_x = a x n and
// e_y = n x e_x directions along and across, in the road's plane; v velocity of the wheel centre;
// alpha = atan(v.e_y / V) slip and gamma = atan(a.n / e_r.n) camber angle, e_r = e_x x a the spoke
// from the road. C, G are the stiffnesses against both; positive slip is pushed back.
//
// V = |v.e_x|, and (v.e_x^2 / v0 + v0) / 2 below v0, where gamma also fades to zero: the force is
// smooth and zero at rest. The bracket of f is held at 0.1 or more (it would change sign at great
// loads). Fy acts at the road in the wheel's plane, c - h / (e_r.n) e_r with h the height of the
// centre c above the plane of contact; Mz turns about n. The load acts through c, or there as well.
// There is no longitudinal force.
#pragma once

#include "takt/element/force/tyre_contact.hpp"

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

  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    store(wrench(wheel_of(in)), out);
  }
  void derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    store(wrench(dual_wheel_of(in)), out);
  }
  double potential(const BodyForceIn& in) const noexcept override {
    return contact_.potential(wheel_of(in));
  }
  double rolling_radius() const noexcept override { return contact_.radius(); }
  double report(const BodyForceIn& in) const noexcept override {
    return contact_.at(wheel_of(in)).load;
  }

  template <class T> TyreWrench<T> wrench(const Wheel<T>& w) const noexcept {
    using std::atan2, std::sqrt;
    const Contact<T> c = contact_.at(w);
    TyreWrench<T> out{{}, c.force};
    if (!(c.load > 0)) return out;
    const Triple<T>& n = c.normal;
    const Triple<T> across = cross(w.axis, n);
    const T square = dot(across, across);
    if (!(square > 1e-6)) return out;  // the wheel lies flat
    const Triple<T> e_x = (1 / sqrt(square)) * across, e_y = cross(n, e_x),
                    e_r = cross(e_x, w.axis);
    const T lean = dot(e_r, n);
    const Triple<T> arm = (-c.height / lean) * e_r;
    if (k_.load_at_contact) out.torque = cross(arm, c.force);

    const Side<T> s = side_of(c.load, dot(w.velocity, e_x), dot(w.velocity, e_y),
                              atan2(dot(w.axis, n), lean), c.friction);
    const Triple<T> side = s.Fy * e_y;
    out.force = out.force + side;
    out.torque = out.torque + cross(arm, side) + s.Mz * n;
    return out;
  }

  static constexpr Key keys[] = {
      TyreContact::radius_key,
      TyreContact::stiffness_key,
      TyreContact::damping_key,
      TyreContact::law_key,
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
    return std::make_shared<TyreCalspan>(TyreContact::from(v), c);
  }
  static constexpr ForceEntry entry{"tyre_calspan",
                                    "Frik, Leister, Schwartz 1993",
                                    "radial spring and Calspan side force",
                                    Attach::body,
                                    keys,
                                    nullptr,
                                    make};

 private:
  template <class T> struct Side { T Fy{}, Mz{}; };

  // Side force and aligning torque from load, velocity along and across, camber and friction.
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
  Side<double> side_of(double N, double v_x, double v_y, double gamma, double mu) const noexcept {
    return side<double>(N, v_x, v_y, gamma, mu);
  }
  Side<Dual<9>> side_of(const Dual<9>& N, const Dual<9>& v_x, const Dual<9>& v_y,
                        const Dual<9>& gamma, double mu) const noexcept {
    using D = Dual<4>;
    const Side<D> s = side<D>(D::variable(N.v, 0), D::variable(v_x.v, 1), D::variable(v_y.v, 2),
                              D::variable(gamma.v, 3), mu);
    const Dual<9>* const x[4] = {&N, &v_x, &v_y, &gamma};
    return {compose(s.Fy, x), compose(s.Mz, x)};
  }

  TyreContact contact_;
  Constants k_;
};

}  // namespace takt::element
