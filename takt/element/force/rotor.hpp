// Gyroscopic torque of a part that spins at a constant rate relative to its body.
//
//   T = -w x H e
//
// Terms used: e axis z of the frame; H angular momentum of the part, inertia times spin; w angular
// velocity of the body. A wheelset whose pitch is relative to steady rolling gets the spin of the
// rolling in this way.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

class Rotor final : public BodyForce {
 public:
  explicit Rotor(double momentum) : H_(momentum) {}

  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    out.wrench.head<3>() = -H_ * rotation::cross(in.w, Vec3(in.R.col(2)));
    out.wrench.tail<3>().setZero();
  }
  void derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    const Mat3 w = rotation::skew(in.w), e = rotation::skew(in.R.col(2));
    out.by_place.setZero();
    out.by_twist.setZero();
    out.by_place.topLeftCorner<3, 3>() = H_ * w * e;  // de = dtheta x e
    out.by_twist.topLeftCorner<3, 3>() = H_ * e;
  }
  double report(const BodyForceIn& in) const noexcept override {
    return std::abs(H_) * rotation::cross(in.w, Vec3(in.R.col(2))).norm();
  }

  static constexpr Key keys[] = {
      {"inertia", KeyKind::number, "kg*m^2", "", "about the axis", ">=0"},
      {"spin", KeyKind::number, "rad/s", "", "about the axis z of the frame"}};
  static std::shared_ptr<const BodyForce> make(const Values& v) {
    return std::make_shared<Rotor>(v.number("inertia") * v.number("spin"));
  }
  static constexpr ForceEntry entry{
      "rotor",      "",    "gyroscopic torque of a part that spins at a constant rate",
      Attach::body, keys,  nullptr,
      make,         "N m", "the size of the gyroscopic torque, never negative"};

 private:
  double H_;
};

}  // namespace takt::element
