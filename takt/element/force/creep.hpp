// Creep forces of a rail on a wheel. (g_x, g_y) are the forces along the creepages c; the
// generalised forces have the same power.
//
//   c_x = (V + x') cos yaw + y' sin yaw - sg b yaw' - r (V/r_0 + pitch')
//   c_y = y' cos yaw - (V + x') sin yaw + r roll'
//   g = -k c / V, scaled by 1 / sqrt(1 + (|g| / (mu N))^2),   N = max(-lambda, N_0)
//
// Terms used: x is relative to a frame that moves with V, pitch is relative to rolling with V/r_0;
// sg, b, r, r_0 as in wheel_rail.hpp, lambda multiplier of its row; N_0 keeps the formula regular
// for a wheel that lifts off.                                                         002 sec. 4.1
#pragma once

#include <algorithm>

#include "takt/element/rail/wheel_rail.hpp"

namespace takt::element {

class Creep final : public DualLaw<Creep, 6> {
 public:
  struct Data {
    double speed, along, across, friction, least_load;
    bool friction_varies = false;  // true: it is u[1]
  };
  Creep(std::shared_ptr<const WheelRail> contact, const Data& d)
      : contact_(std::move(contact)), d_(d) {}

  int signals() const noexcept override { return d_.friction_varies ? 2 : 1; }
  template <class T> void law(const Seen<T>& x, std::array<T, 6>& Q) const noexcept {
    using std::cos, std::sin, std::sqrt;
    const double V = d_.speed, lever = contact_->side() * contact_->half_gauge();
    const T r = contact_->rolling_radius(x.s[0], x.s[1], x.u[0], x.track);
    const T cy = cos(x.s[3]), sy = sin(x.s[3]), vx = V + x.ds[0], vy = x.ds[1];
    const T cx = vx * cy + vy * sy - lever * x.ds[3] - r * (V / contact_->radius() + x.ds[5]);
    const T cl = vy * cy - vx * sy + r * x.ds[4];
    T gx = -d_.along / V * cx, gy = -d_.across / V * cl;
    const double mu = d_.friction_varies ? std::max(x.u[1], least_friction) : d_.friction;
    const T limit = mu * load(x.lambda);
    const T scale = 1.0 / sqrt(1.0 + (gx * gx + gy * gy) / (limit * limit));
    gx *= scale;
    gy *= scale;
    Q[0] = gx * cy - gy * sy;
    Q[1] = gx * sy + gy * cy;
    Q[3] = -lever * gx;
    Q[4] = r * gy;
    Q[5] = -(r * gx);
  }
  double report(const LawIn& in) const noexcept override { return load(in.lambda); }
  // The forces dissipate energy along the creepages. The part of the creepages that exists without
  // motion of the coordinates belongs to the drive, which keeps the speed V.
  double input_power(const LawIn& in, const LawOut& out, double) const noexcept override {
    const double cy = std::cos(in.s[3]), sy = std::sin(in.s[3]);
    const double gx = out.Q[0] * cy + out.Q[1] * sy, gy = out.Q[1] * cy - out.Q[0] * sy;
    const double r = contact_->rolling_radius(in.s[0], in.s[1], in.u[0], in.track);
    return d_.speed * (gx * (r / contact_->radius() - cy) + gy * sy);
  }

  static constexpr Key keys[] = {
      {"distance", KeyKind::signal, "m", "",
       "distance from which the coordinate x of the wheelset is counted"},
      {"speed", KeyKind::number, "m/s", "", "speed along the track, the rate of `distance`", ">0"},
      {"along", KeyKind::number, "N", "", "force per longitudinal creepage", ">=0"},
      {"across", KeyKind::number, "N", "", "force per lateral creepage", ">=0"},
      {"friction", KeyKind::varying, "", "0.3",
       "friction coefficient at which creep forces saturate; a signal changes it in time", ">0"},
      {"least_load", KeyKind::number, "N", "100", "normal force of a wheel that lifts off", ">0"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    const bool varies = v.varies("friction");
    return std::make_shared<Creep>(
        v.wheel_rail(), Data{v.number("speed"), v.number("along"), v.number("across"),
                             varies ? 0 : v.number("friction"), v.number("least_load"), varies});
  }
  static constexpr ForceEntry entry{
      "creep",
      "002 sec. 4.1",
      "creep forces of a wheel on its rail, saturated by the load of the contact",
      Attach::wheel_rail,
      keys,
      make,
      nullptr,
      "N",
      "the normal load of the contact: positive presses wheel and rail together, at least "
      "`least_load`"};

 private:
  // lower limit of a signal, because the law divides by it
  static constexpr double least_friction = 1e-4;
  template <class T> T load(const T& lambda) const noexcept {
    return lambda < T(-d_.least_load) ? -lambda : T(d_.least_load);
  }
  std::shared_ptr<const WheelRail> contact_;
  Data d_;
};

}  // namespace takt::element
