// A force or a torque given by signals on a frame of a body, in world axes or in axes of the frame.
//
//   F = u  or  F = R u
//
// Terms used: u = (x, y, z) signals; R attitude of the frame. A force in world axes has the
// potential -u.p at the present u.
#pragma once

#include "takt/element/catalogue.hpp"

namespace takt::element {

class Applied final : public BodyForce {
 public:
  Applied(bool as_torque, bool in_body) : at_(as_torque ? 0 : 3), in_body_(in_body) {}

  int signals() const noexcept override { return 3; }
  void force(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    out.wrench.setZero();
    out.wrench.segment<3>(at_) = load(in);
  }
  void derivatives(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    out.by_place.setZero();
    out.by_twist.setZero();
    if (in_body_) out.by_place.block<3, 3>(at_, 0) = -rotation::skew(load(in));
  }
  void by_time(const BodyForceIn& in, BodyForceOut& out) const noexcept override {
    const Vec3 du(in.du[0], in.du[1], in.du[2]);
    out.wrench_t.setZero();
    out.wrench_t.segment<3>(at_) = in_body_ ? Vec3(in.R * du) : du;
  }
  double potential(const BodyForceIn& in) const noexcept override {
    return conservative() ? -load(in).dot(in.p) : 0;
  }
  double report(const BodyForceIn& in) const noexcept override { return load(in).norm(); }
  bool conservative() const noexcept override { return at_ == 3 && !in_body_; }

  static std::shared_ptr<const BodyForce> make(const Values& v, bool as_torque) {
    return std::make_shared<Applied>(as_torque, v.word("in") == "body");
  }

  static constexpr Key force_keys[] = {
      {"x", KeyKind::signal, "N", "0", "component along x"},
      {"y", KeyKind::signal, "N", "0", "component along y"},
      {"z", KeyKind::signal, "N", "0", "component along z"},
      {"in", KeyKind::word, "", "world", "whose axes x, y, z are", "world|body"}};
  static constexpr ForceEntry point_force{
      "point_force",
      "",
      "force from signals at a frame",
      Attach::body,
      force_keys,
      nullptr,
      [](const Values& v) { return make(v, false); },
      "N",
      "the size of the force, never negative; the signals have its components"};

  static constexpr Key torque_keys[] = {
      {"x", KeyKind::signal, "N m", "0", "component about x"},
      {"y", KeyKind::signal, "N m", "0", "component about y"},
      {"z", KeyKind::signal, "N m", "0", "component about z"},
      {"in", KeyKind::word, "", "world", "whose axes x, y, z are", "world|body"}};
  static constexpr ForceEntry torque{
      "torque",
      "",
      "torque from signals on a body",
      Attach::body,
      torque_keys,
      nullptr,
      [](const Values& v) { return make(v, true); },
      "N m",
      "the size of the torque, never negative; the signals have its components"};

 private:
  Vec3 load(const BodyForceIn& in) const noexcept {
    const Vec3 u(in.u[0], in.u[1], in.u[2]);
    return in_body_ ? Vec3(in.R * u) : u;
  }

  int at_;  // start of the load in the wrench (T, F)
  bool in_body_;
};

}  // namespace takt::element
