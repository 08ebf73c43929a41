// Aerodynamic drag at a frame.
//
//   F = -1/2 rho cd A |r| r,   r = v - wind
//
// Terms used: rho density of air; cd A coefficient times frontal area; r velocity of the frame's
// origin relative to the air.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

class Drag final : public BodyForce {
 public:
  Drag(double density, double coefficient, double area, const Vec3& wind)
      : c_(density * coefficient * area / 2), wind_(wind) {}

  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    const Vec3 r = in.v - wind_;
    out.wrench.head<3>().setZero();
    out.wrench.tail<3>() = -c_ * r.norm() * r;
  }
  void derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    const Vec3 r = in.v - wind_;
    const double speed = r.norm();
    out.by_place.setZero();
    out.by_twist.setZero();
    if (speed > 0)
      out.by_twist.block<3, 3>(3, 3) = -c_ * (speed * Mat3::Identity() + r * r.transpose() / speed);
  }
  double input_power(const BodyForceIn&, const BodyForceOut& out,
                     double) const noexcept override {  // power of the wind
    return out.wrench.tail<3>().dot(wind_);
  }
  double report(const BodyForceIn& in) const noexcept override {
    return c_ * (in.v - wind_).squaredNorm();
  }

  static constexpr Key keys[] = {
      {"coefficient", KeyKind::number, "", "", "drag coefficient cd", ">=0"},
      {"area", KeyKind::number, "m^2", "", "frontal area", ">=0"},
      {"density", KeyKind::number, "kg/m^3", "1.225", "of the air", ">=0"},
      {"wind", KeyKind::vector, "m/s", "[0, 0, 0]", "velocity of the air, world axes"}};

  static std::shared_ptr<const BodyForce> make(const Values& v) {
    return std::make_shared<Drag>(v.number("density"), v.number("coefficient"), v.number("area"),
                                  v.vector("wind"));
  }
  static constexpr ForceEntry entry{
      "drag",
      "",
      "aerodynamic drag",
      Attach::body,
      keys,
      nullptr,
      make,
      "N",
      "the size of the drag, never negative; it acts against the velocity relative to the air"};

 private:
  double c_;
  Vec3 wind_;
};

}  // namespace takt::element
