// A torque, given by a signal, on a joint's coordinate, or a force between two points.
//
//   Q = u
//
// A positive u increases the measure: it turns the joint forward or pushes the points apart. The
// potential is -u s at the present u.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

class Drive final : public Law {
 public:
  int signals() const noexcept override { return 1; }
  void force(const LawIn& in, LawOut& out) const noexcept override { out.Q[0] = in.u[0]; }
  void derivatives(const LawIn&, LawOut& out) const noexcept override {
    out.Q_s[0][0] = 0;
    out.Q_ds[0][0] = 0;
  }
  void by_time(const LawIn& in, LawOut& out) const noexcept override { out.Q_t[0] = in.du[0]; }
  double potential(const LawIn& in) const noexcept override { return -in.u[0] * in.s[0]; }
  bool conservative() const noexcept override { return true; }

  static std::shared_ptr<const Law> make(const Values&) { return std::make_shared<Drive>(); }

  static constexpr Key torque[] = {
      {"torque", KeyKind::signal, "N m", "", "on the coordinate (a force on a sliding joint)"}};
  static constexpr ForceEntry entry{
      "drive",
      "",
      "torque from a signal on a joint",
      Attach::joint,
      torque,
      make,
      nullptr,
      "N|N m",
      "the torque (force) against the coordinate, that is minus the signal: a positive value acts "
      "towards smaller values of the coordinate"};

  static constexpr Key push[] = {{"force", KeyKind::signal, "N", "", "pushes the points apart"}};
  static constexpr ForceEntry point_actuator{
      "point_actuator", "",   "force from a signal between two points",
      Attach::points,   push, make,
      nullptr,          "N",  "tension: minus the signal, which pushes the points apart"};
};

}  // namespace takt::element
