// A passenger car steered periodically from lane to lane: a body, four knuckles held by bushings,
// four wheels that turn in them.
//
// Coordinates x count in a frame that moves with 20 m/s, the turning of a wheel from the rolling.
// The rack moves the inner ends of the front tie rods, u = 0.02 sin(2 pi t) m. Springs are written
// in the axes of the body (bushing.hpp).                        002 sec. 4.2.2, ERRATA 002.11
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
