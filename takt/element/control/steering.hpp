// Steering of two wheels on kingpins: a servo turns each wheel to the angle at which both roll on
// circles about one point on the rear axle (Ackermann).
//
//   Q_i = -k (s_i - delta_i) - c s_i',   tan delta_i = l kappa / (1 - kappa y_i)
//   kappa = tan(u) / l
//
// Terms used: u mean steering angle, left positive; l wheelbase; y_i = +-w/2 lateral positions of
// the kingpins, left first; w = 0 gives both wheels the same angle; k, c stiffness and damping of
// the servo.
#pragma once

#include <array>
#include <cmath>

#include "takt/element/catalogue.hpp"
#include "takt/spatial/dual.hpp"

namespace takt::element {

// Shared by drivers and steering: torques that turn both wheels for a path of curvature kappa.
struct SteeringServo {
  double wheelbase, track, stiffness, damping;

  template <class T> T torque(int side, const T& kappa, const T& s, const T& ds) const noexcept {
    using std::atan;
    const double y = side == 0 ? track / 2 : -track / 2;
    const T target = atan(wheelbase * kappa / (1 - y * kappa));
    return -stiffness * (s - target) - damping * ds;
  }

  static constexpr Key wheelbase_key{
      "wheelbase", KeyKind::number, "m", "", "from the steered axle to the one that rolls straight",
      ">0"};
  static constexpr Key track_key{
      "track", KeyKind::number, "m", "0", "between the kingpins; 0 turns both wheels alike", ">=0"};
  static constexpr Key stiffness_key{
      "stiffness", KeyKind::number, "N m/rad", "", "of the servo on each kingpin", ">0"};
  static constexpr Key damping_key{
      "damping", KeyKind::number, "N m s/rad", "0", "of the servo on each kingpin", ">=0"};
  static SteeringServo from(const Values& v) {
    return {v.number("wheelbase"), v.number("track"), v.number("stiffness"), v.number("damping")};
  }
};

class Steering final : public Law {
 public:
  explicit Steering(const SteeringServo& servo) : servo_(servo) {}

  int measures() const noexcept override { return 2; }
  int signals() const noexcept override { return 1; }
  void force(const LawIn& in, LawOut& out) const noexcept override {
    const double kappa = std::tan(in.u[0]) / servo_.wheelbase;
    for (int i = 0; i < 2; ++i) out.Q[i] = servo_.torque(i, kappa, in.s[i], in.ds[i]);
  }
  void derivatives(const LawIn&, LawOut& out) const noexcept override {
    for (int i = 0; i < 2; ++i)
      for (int k = 0; k < 2; ++k) {
        out.Q_s[i][k] = i == k ? -servo_.stiffness : 0;
        out.Q_ds[i][k] = i == k ? -servo_.damping : 0;
      }
  }

  static constexpr Key keys[] = {
      {"angle", KeyKind::signal, "rad", "", "mean angle of both wheels, to the left"},
      SteeringServo::wheelbase_key,
      SteeringServo::track_key,
      SteeringServo::stiffness_key,
      SteeringServo::damping_key};
  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<Steering>(SteeringServo::from(v));
  }
  static constexpr ForceEntry entry{"steering",
                                    "",
                                    "servo that steers two wheels by a signal",
                                    Attach::two_joints,
                                    keys,
                                    make,
                                    nullptr,
                                    "N m",
                                    "the torque against the first kingpin's coordinate: a positive "
                                    "value acts towards smaller values of it"};

 private:
  SteeringServo servo_;
};

}  // namespace takt::element
