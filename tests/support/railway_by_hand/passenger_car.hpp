// A passenger car that is steered periodically from lane to lane: a body, four knuckles held by
// bushings, and four wheels that rotate in them.
//
// Coordinates x are relative to a frame that moves with 20 m/s, rotations of wheels relative to
// rolling. The rack moves the inner ends of the front tie rods, u = 0.02 sin(2 pi t) m. Spring laws
// are written in axes of the body (bushing.hpp).
//                                                                 002 sec. 4.2.2, ERRATA 002.11
#pragma once

#include "takt/problem/parameters.hpp"
#include "tests/support/railway_by_hand/body_system.hpp"

namespace takt::by_hand {

class PassengerCar final : public BodySystem {
 public:
  static constexpr std::span<const problem::Parameter> parameters{};

  explicit PassengerCar(const problem::Parameters&);

  void excite(double t, std::span<const double>, Excitation&) const noexcept override;
  void outputs(const Point&, std::span<double>, Scratch&) const noexcept override;

 private:
  class Tyre;
  class SpeedHold;
  struct Corner;

  int body_y_ = 0, body_yaw_ = 0;
  std::array<int, 2> steer_{};  // yaw of the front knuckles
};

}  // namespace takt::by_hand
