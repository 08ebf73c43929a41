// Electric motor with a gearbox on a joint's coordinate. Its command is the torque wanted at the motor's
// shaft.
//
//   w = n s'                                                      speed of the shaft
//   tau = u, limited to [-T(-w), T(w)],   T(w) = min(peak, max(stall (1 - w / idle), 0))
//   Q = n tau c(tau w),   c = eta if the motor drives the joint, 1 / eta if the joint drives it
//
// Terms used: n ratio, turns of the shaft per turn of the joint; stall torque at rest and idle speed
// of the line torque over speed; eta efficiency of the gearbox. c is 1 without power and changes
// smoothly between 1/eta and eta as tanh(tau w / (0.1 peak threshold)) does: a jump would make the
// joint chatter at rest.
// The inertia J of the rotor about its shaft acts on the coordinate as n^2 J (Inertial), which is part of
// the mass matrix. It turns about the axis of the joint only: what a rotor does to a housing that turns
// about other axes is not in it.
#pragma once

#include <algorithm>

#include "takt/base/error.hpp"
#include "takt/element/catalogue.hpp"
#include "takt/element/force/dual_law.hpp"
#include "takt/element/force/inertial.hpp"

namespace takt::element {

class Motor final : public DualLaw<Motor, 1>, public Inertial {
 public:
  struct Data {
    double ratio, efficiency, stall, idle, peak, threshold, inertia;
  };
  explicit Motor(const Data& d) : d_(d) {}

  int signals() const noexcept override { return 1; }
  double inertia() const noexcept override { return d_.ratio * d_.ratio * d_.inertia; }
  template <class T> void law(const Seen<T>& x, std::array<T, 1>& Q) const noexcept {
    using std::tanh;
    const T w = d_.ratio * x.ds[0], most = largest(w), least = -largest(-w);
    const T tau = T(x.u[0]) > most ? most : T(x.u[0]) < least ? least : T(x.u[0]);
    const T side = tanh(tau * w / (0.1 * d_.peak * d_.threshold));
    const double loss = side > T(0) ? 1 - d_.efficiency : 1 / d_.efficiency - 1;
    Q[0] = d_.ratio * tau * (1 - loss * side);
  }
  // What the gearbox takes is dissipated; the motor supplies the power of its shaft.
  double input_power(const LawIn& in, const LawOut&, double) const noexcept override {
    const double w = d_.ratio * in.ds[0];
    return std::clamp(in.u[0], -largest(-w), largest(w)) * w;
  }

  // Where the command meets the limits of the torque, where these have kinks, and where the gearbox
  // begins to drive the motor.
  int switches() const noexcept override { return 2 + (has_line() ? 4 : 0) + (loses() ? 1 : 0); }
  void switch_values(const LawIn& in, double* to) const noexcept override {
    const double w = d_.ratio * in.ds[0];
    *to++ = in.u[0] - largest(w);
    *to++ = in.u[0] + largest(-w);
    if (has_line())
      for (const double speed : {w, -w}) {
        *to++ = line(speed);
        *to++ = line(speed) - d_.peak;
      }
    if (loses()) *to = in.u[0] * w;
  }

  static constexpr Key keys[] = {
      {"torque", KeyKind::signal, "N m", "", "wanted at the shaft of the motor"},
      {"ratio", KeyKind::number, "", "1",
       "turns of the shaft per turn of the joint; negative: it "
       "turns the other way"},
      {"efficiency", KeyKind::number, "", "1", "of the gearbox, in both directions of power", ">0"},
      {"stall", KeyKind::number, "N m", "none", "torque at rest of the line torque over speed",
       ">0"},
      {"idle", KeyKind::number, "rad/s", "none",
       "no-load speed: speed of the shaft at which the torque of that line is 0", ">0"},
      {"peak", KeyKind::number, "N m", "none", "largest torque at any speed; `stall` if not given",
       ">0"},
      {"threshold", KeyKind::number, "rad/s", "1",
       "speed that sets how smoothly the loss of the gearbox changes sign: at torque `peak` it is "
       "complete above this speed",
       ">0"},
      {"inertia", KeyKind::number, "kg*m^2", "0",
       "of the rotor about its shaft; the joint feels it times the square of `ratio`", ">=0"}};

  static std::shared_ptr<const Law> make(const Values& v) {
    constexpr double none = 1e300;
    if (v.given("stall") != v.given("idle"))
      throw Error("'stall' and 'idle' belong together", "", "give both, or neither");
    if (v.number("efficiency") > 1)
      throw Error("'efficiency' is above 1", "", "give a number above 0 and at most 1");
    if (v.number("ratio") == 0) throw Error("'ratio' is 0", "", "1 is a motor without a gearbox");
    const bool line = v.given("stall");
    Data d{v.number("ratio"),
           v.number("efficiency"),
           line ? v.number("stall") : none,
           line ? v.number("idle") : 1,
           v.given("peak") ? v.number("peak")
           : line          ? v.number("stall")
                           : none,
           v.number("threshold"),
           v.number("inertia")};
    if (d.efficiency < 1 && d.peak == none)
      throw Error("an efficiency below 1 needs 'stall' or 'peak'", "",
                  "give the largest torque of the motor");
    return std::make_shared<Motor>(d);
  }
  static constexpr ForceEntry entry{
      "motor",
      "",
      "motor with gearbox, efficiency and torque-speed limit",
      Attach::joint,
      keys,
      make,
      nullptr,
      "N|N m",
      "the torque (force) against the coordinate, that is minus the motor's own: a positive value "
      "acts towards smaller values of the coordinate"};

 private:
  bool has_line() const noexcept { return d_.stall < 1e300; }
  bool loses() const noexcept { return d_.efficiency < 1; }
  template <class T> T line(const T& w) const noexcept { return d_.stall * (1 - w / d_.idle); }
  template <class T> T largest(const T& w) const noexcept {
    if (!has_line()) return T(d_.peak);
    const T most = line(w);
    return most > T(d_.peak) ? T(d_.peak) : most < T(0) ? T(0) : most;
  }

  Data d_;
};

}  // namespace takt::element
