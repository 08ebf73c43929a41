// Controllers that keep the speed of a vehicle: by torques on the two wheels of a driven axle, or
// by a force at its frame, for tyres that transmit no force along the road.
//
//   x = kp e + ki z,   T = x limited smoothly to drive and brake
//   z' = e - (x - T) / kp,   e = u - v
//
// Terms used: u target and v speed along the heading; z integral of the error, which does not wind
// up while T is limited (back-calculation with the time constant kp/ki); each wheel gets T/2. The
// controller drives below the target and brakes above it.
//                                                    Astrom, Hagglund, PID Controllers, ISA (1995)
#pragma once

#include "takt/element/control/vehicle_law.hpp"

namespace takt::element {

struct SpeedController {
  double kp, ki, drive, brake;

  // Returns T and writes z' to e.
  template <class T> T act(const T& error, const T& z, T& e) const noexcept {
    using std::tanh;
    const T wanted = kp * error + ki * z;
    const double limit = wanted > T(0) ? drive : brake;
    const T given = limit * tanh(wanted / limit);
    e = error - (wanted - given) / kp;
    return given;
  }
  static SpeedController from(const Values& v) {
    return {v.number("kp"), v.number("ki"), v.number("drive"), v.number("brake")};
  }
};

class SpeedControl final : public VehicleLaw<SpeedControl, 2> {
 public:
  explicit SpeedControl(const SpeedController& c) : c_(c) {}
  int signals() const noexcept override { return 1; }

  template <class T>
  void law(const Seen<T>& x, std::array<T, 2>& Q, T& e, T& /*push*/) const noexcept {
    Q[0] = Q[1] = c_.act<T>(x.u[0] - x.ahead, x.z, e) / 2.0;
  }
  double report(const LawIn& in) const noexcept override {  // torque of the axle
    LawOut out;
    force(in, out);
    return out.Q[4] + out.Q[5];
  }

  static constexpr Key keys[] = {
      {"target", KeyKind::signal, "m/s", "", "speed along the heading"},
      {"kp", KeyKind::number, "N s", "", "torque per error of the speed", ">0"},
      {"ki", KeyKind::number, "N", "0", "torque per integral of the error", ">=0"},
      {"drive", KeyKind::number, "N m", "", "largest driving torque of the axle", ">0"},
      {"brake", KeyKind::number, "N m", "", "largest braking torque of the axle", ">0"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<SpeedControl>(SpeedController::from(v));
  }
  static constexpr ForceEntry entry{
      "speed_control",
      "",
      "keeps a speed by the wheels of an axle",
      Attach::axle,
      keys,
      make,
      nullptr,
      "N m",
      "the torque on both wheels together: positive drives, negative brakes"};

 private:
  SpeedController c_;
};

class SpeedPush final : public VehicleLaw<SpeedPush, 0> {
 public:
  explicit SpeedPush(const SpeedController& c) : c_(c) {}
  int signals() const noexcept override { return 1; }

  template <class T>
  void law(const Seen<T>& x, std::array<T, 0>& /*Q*/, T& e, T& push) const noexcept {
    push = c_.act<T>(x.u[0] - x.ahead, x.z, e);
  }
  double report(const LawIn& in) const noexcept override {
    LawOut out;
    force(in, out);
    return std::hypot(out.Q[0], out.Q[1]);
  }

  static constexpr Key keys[] = {
      {"target", KeyKind::signal, "m/s", "", "speed along the heading"},
      {"kp", KeyKind::number, "N s/m", "", "force per error of the speed", ">0"},
      {"ki", KeyKind::number, "N/m", "0", "force per integral of the error", ">=0"},
      {"drive", KeyKind::number, "N", "", "largest force ahead", ">0"},
      {"brake", KeyKind::number, "N", "", "largest force back", ">0"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<SpeedPush>(SpeedController::from(v));
  }
  static constexpr ForceEntry entry{
      "speed_push",
      "",
      "keeps a speed by a force at a frame, for tyres without longitudinal force",
      Attach::vehicle,
      keys,
      make,
      nullptr,
      "N",
      "the size of the force, never negative; it acts along the heading"};

 private:
  SpeedController c_;
};

}  // namespace takt::element
