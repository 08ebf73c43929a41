// Proportional-integral controller of a joint's coordinate or of its rate.
//
//   Q = kp e + ki z,   z' = e,   e = u - s  (or u - s')
//
// Terms used: u target; e error; z its integral, which starts at zero and does not exist if ki = 0.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

class PiController final : public Law {
 public:
  PiController(double kp, double ki, bool of_rate) : kp_(kp), ki_(ki), of_rate_(of_rate) {}

  int states() const noexcept override { return ki_ == 0 ? 0 : 1; }
  int signals() const noexcept override { return 1; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    const double error = in.u[0] - (of_rate_ ? in.ds[0] : in.s[0]);
    out.Q[0] = kp_ * error;
    if (ki_ == 0) return;
    out.Q[0] += ki_ * in.z[0];
    out.e[0] = error;
  }
  void derivatives(const LawIn&, LawOut& out) const noexcept override {
    const double s = of_rate_ ? 0 : -1, ds = of_rate_ ? -1 : 0;
    out.Q_s[0][0] = kp_ * s;
    out.Q_ds[0][0] = kp_ * ds;
    if (ki_ == 0) return;
    out.Q_z[0][0] = ki_;
    out.e_s[0][0] = s;
    out.e_ds[0][0] = ds;
    out.e_z[0][0] = 0;
  }
  void by_time(const LawIn& in, LawOut& out) const noexcept override {
    out.Q_t[0] = kp_ * in.du[0];
    out.e_t[0] = in.du[0];
  }

  static constexpr Key keys[] = {
      {"kp", KeyKind::number, "of=N m/rad|N m s/rad", "", "torque (force) per error"},
      {"ki", KeyKind::number, "of=N m/rad/s|N m/rad", "0",
       "torque (force) per integral of the error"},
      {"target", KeyKind::signal, "of=rad|rad/s", "", "what the coordinate or its rate shall be"},
      {"of", KeyKind::word, "", "coordinate", "what is controlled", "coordinate|rate"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<PiController>(v.number("kp"), v.number("ki"), v.word("of") == "rate");
  }
  static constexpr ForceEntry entry{
      "pi_controller",
      "",
      "proportional-integral controller",
      Attach::joint,
      keys,
      make,
      nullptr,
      "N|N m",
      "the torque (force) against the coordinate, that is minus the controller's own: a positive "
      "value acts towards smaller values of the coordinate"};

 private:
  double kp_, ki_;
  bool of_rate_;
};

}  // namespace takt::element
