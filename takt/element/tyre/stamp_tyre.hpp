// A tyre as a vertical spring on a stamp of a test rig that moves up and down, or on a fixed plate.
//
//   Q = F0 - k (s - u) - c (s' - u'), never below 0: a stamp does not pull
//
// Terms used: s height of the wheel above its drawn position; F0 load there; u height of the stamp.
#pragma once

#include <algorithm>

#include "takt/element/catalogue.hpp"

namespace takt::element {

class StampTyre final : public Law {
 public:
  StampTyre(double stiffness, double damping, double load)
      : k_(stiffness), c_(damping), load_(load) {}

  int signals() const noexcept override { return 1; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    out.Q[0] = std::max(pushed(in), 0.0);
  }
  void derivatives(const LawIn& in, LawOut& out) const noexcept override {
    const bool touches = pushed(in) > 0;
    out.Q_s[0][0] = touches ? -k_ : 0;
    out.Q_ds[0][0] = touches ? -c_ : 0;
  }
  void by_time(const LawIn& in, LawOut& out) const noexcept override {
    out.Q_t[0] = pushed(in) > 0 ? k_ * in.du[0] + c_ * in.ddu[0] : 0;
  }
  int switches() const noexcept override { return 1; }
  void switch_values(const LawIn& in, double* to) const noexcept override { *to = pushed(in); }
  double potential(const LawIn& in) const noexcept override {
    const double up = std::min(in.s[0] - in.u[0], load_ / k_);
    return (-load_ + 0.5 * k_ * up) * up;
  }
  // The stamp does work on the tyre; the rest is the loss in the tyre's damper, -c (s' - u')^2.
  double input_power(const LawIn& in, const LawOut& out, double) const noexcept override {
    return out.Q[0] * in.du[0];
  }
  double report(const LawIn& in) const noexcept override { return std::max(pushed(in), 0.0); }

  static constexpr Key keys[] = {
      {"stiffness", KeyKind::number, "N/m", "", "of the tyre", ">0"},
      {"damping", KeyKind::number, "N s/m", "0", "of the tyre", ">=0"},
      {"load", KeyKind::number, "N", "0", "where the wheel is drawn, on a stamp at 0", ">=0"},
      {"stamp", KeyKind::signal, "m", "0", "height of the stamp"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<StampTyre>(v.number("stiffness"), v.number("damping"),
                                       v.number("load"));
  }
  static constexpr ForceEntry entry{
      "stamp_tyre",
      "002 sec. 3.3",
      "upright spring of a tyre on a stamp or a fixed plate",
      Attach::axis,
      keys,
      make,
      nullptr,
      "N",
      "the normal load: positive presses wheel and stamp together, 0 in the air"};

 private:
  double pushed(const LawIn& in) const noexcept {
    return load_ - k_ * (in.s[0] - in.u[0]) - c_ * (in.ds[0] - in.du[0]);
  }
  double k_, c_, load_;
};

}  // namespace takt::element
