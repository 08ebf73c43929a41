// A tyre that acts on the coordinates of its knuckle (a vehicle_body) and on the rotation of its
// wheel, both relative to a motion along x with the speed V: linear slip forces that saturate
// together.
//
//   F_z = F0 - k z - c z', never below 0
//   (F_x, F_y) = tanh(p)/p (-C_x s_x, -C_y s_y),   p = |(C_x s_x, C_y s_y)| / (mu F_z + 1 N)
//   s_x = ((V + x') cos yaw + y' sin yaw - r (V/r + turn')) / |V + x'|
//   s_y = (y' cos yaw - (V + x') sin yaw + r roll') / |V + x'|
//
// Terms used: F0 load in the drawn position; C slip stiffness; r radius. The forces act at the
// ground, F_y behind the contact by the trail.                                      002 sec. 4.2.2
#pragma once

#include <algorithm>
#include <cmath>

#include "takt/element/catalogue.hpp"
#include "takt/element/force/dual_law.hpp"

namespace takt::element {

class TyreLinear final : public DualLaw<TyreLinear, 7> {
 public:
  struct Data {
    double radius, speed, load, stiffness, damping, along, across, friction, trail;
    bool friction_varies = false;  // true: it is u[0], at least zero
  };
  explicit TyreLinear(const Data& d) : d_(d) {}

  int signals() const noexcept override { return d_.friction_varies ? 1 : 0; }
  template <class T> void law(const Seen<T>& x, std::array<T, 7>& Q) const noexcept {
    using std::abs, std::cos, std::sin;
    const double V = d_.speed, r = d_.radius;
    const T cy = cos(x.s[3]), sy = sin(x.s[3]), vx = V + x.ds[0], vy = x.ds[1];
    const T Fz = load<T>(x.s[2], x.ds[2]), over = 1.0 / abs(vx);
    T Fx = -d_.along * (vx * cy + vy * sy - r * (V / r + x.ds[6])) * over;
    T Fy = -d_.across * (vy * cy - vx * sy + r * x.ds[4]) * over;
    const double mu = d_.friction_varies ? std::max(x.u[0], 0.0) : d_.friction;
    const T limit = mu * Fz + 1.0;
    const T scale = saturation<T>((Fx * Fx + Fy * Fy) / (limit * limit));
    Fx *= scale;
    Fy *= scale;
    Q[0] = Fx * cy - Fy * sy;
    Q[1] = Fx * sy + Fy * cy;
    Q[2] = Fz;
    Q[3] = -d_.trail * Fy;
    Q[4] = r * Fy;
    Q[6] = -r * Fx;
  }
  double potential(const LawIn& in) const noexcept override {  // of the vertical spring
    const double up = std::min(in.s[2], d_.load / d_.stiffness);
    return (-d_.load + 0.5 * d_.stiffness * up) * up;
  }
  // The slip forces dissipate energy along the slip. The part of the slip that exists without
  // motion of the coordinates belongs to the drive, which keeps the speed V.
  double input_power(const LawIn& in, const LawOut& out, double) const noexcept override {
    const double Fx = -out.Q[6] / d_.radius, Fy = out.Q[4] / d_.radius;
    return d_.speed * (Fx * (1 - std::cos(in.s[3])) + Fy * std::sin(in.s[3]));
  }
  double report(const LawIn& in) const noexcept override { return load(in.s[2], in.ds[2]); }

  static constexpr Key keys[] = {
      {"radius", KeyKind::number, "m", "", "of the wheel", ">0"},
      {"speed", KeyKind::number, "m/s", "", "the coordinates are counted from", ">0"},
      {"load", KeyKind::number, "N", "", "where everything is drawn", ">=0"},
      {"stiffness", KeyKind::number, "N/m", "", "vertical", ">0"},
      {"damping", KeyKind::number, "N s/m", "0", "vertical", ">=0"},
      {"along", KeyKind::number, "N", "", "force per longitudinal slip", ">=0"},
      {"across", KeyKind::number, "N", "", "force per lateral slip", ">=0"},
      {"friction", KeyKind::varying, "", "0.9",
       "at which slip forces saturate; a signal changes it in time", ">=0"},
      {"trail", KeyKind::number, "m", "0", "of the lateral force"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    const bool varies = v.varies("friction");
    return std::make_shared<TyreLinear>(
        Data{v.number("radius"), v.number("speed"), v.number("load"), v.number("stiffness"),
             v.number("damping"), v.number("along"), v.number("across"),
             varies ? 0 : v.number("friction"), v.number("trail"), varies});
  }
  static constexpr ForceEntry entry{
      "tyre_linear",
      "002 sec. 4.2.2",
      "linear, saturated tyre on the coordinates of a vehicle_body and the turning of its wheel",
      Attach::all,
      keys,
      make,
      nullptr,
      "N",
      "the normal load: positive presses wheel and road together, 0 in the air"};

 private:
  template <class T> T load(const T& z, const T& dz) const noexcept {
    const T Fz = d_.load - d_.stiffness * z - d_.damping * dz;
    return Fz < T(0) ? T(0) : Fz;  // a road does not pull
  }
  // tanh(p)/p as a function of p^2, smooth where p = 0.
  template <class T> static T saturation(const T& square) noexcept {
    const double s = value_of(square);
    if (s < 1e-3)
      return with_slope(square, 1 - s * (1.0 / 3 - s * (2.0 / 15 - s * (17.0 / 315))),
                        -1.0 / 3 + s * (4.0 / 15 - s * (51.0 / 315 - s * (248.0 / 2835))));
    const double p = std::sqrt(s), t = std::tanh(p);
    return with_slope(square, t / p, ((1 - t * t) * p - t) / (2 * p * s));
  }
  Data d_;
};

}  // namespace takt::element
