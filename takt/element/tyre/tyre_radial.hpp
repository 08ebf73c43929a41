// A tyre that only carries load: the radial spring of tyre_contact.hpp.
//
// The force passes through the wheel centre, so it has no torque about it.
#pragma once

#include "takt/element/tyre/tyre_contact.hpp"

namespace takt::element {

class TyreRadial final : public BodyForce {
 public:
  explicit TyreRadial(TyreContact contact) : contact_(std::move(contact)) {}

  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    store(TyreWrench<double>{{}, contact_.at(wheel_of(in)).force}, out);
  }
  void derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    store(TyreWrench<Dual<9>>{{}, contact_.at(dual_wheel_of(in)).force}, out);
  }
  int switches() const noexcept override { return 1; }
  void switch_values(const BodyForceIn& in, double* to) const noexcept override {
    *to = contact_.depth(in);
  }
  double potential(const BodyForceIn& in) const noexcept override {
    return contact_.potential(wheel_of(in));
  }
  bool between(const Vec3& p0, const Vec3& p1, BetweenPlaces& out,
               bool stiffness) const noexcept override {
    return contact_.between(p0, p1, out, stiffness);
  }
  double rolling_radius() const noexcept override { return contact_.radius(); }
  double report(const BodyForceIn& in) const noexcept override {
    return contact_.at(wheel_of(in)).load;
  }
  bool conservative() const noexcept override { return contact_.conservative(); }

  static constexpr Key keys[] = {TyreContact::radius_key, TyreContact::stiffness_key,
                                 TyreContact::damping_key, TyreContact::law_key};
  static std::shared_ptr<const BodyForce> make(const Values& v) {
    return std::make_shared<TyreRadial>(TyreContact::from(v));
  }
  static constexpr ForceEntry entry{
      "tyre_radial",
      "IAVSD benchmark 1990",
      "radial spring of a tyre on the road",
      Attach::body,
      keys,
      nullptr,
      make,
      "N",
      "the normal load: positive presses wheel and road together, 0 in the air"};

 private:
  TyreContact contact_;
};

}  // namespace takt::element
