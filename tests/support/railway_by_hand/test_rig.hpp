// An axle with its trailing arms, as one body, on a test rig: one tyre on a moving plate (stamp),
// one on a fixed plate.
//
//   u = A s(t) sin(2 pi f t), s a smooth transition over the first half second
//
// At rest all forces are in balance with all coordinates zero: the force of the springs is carried
// by the tyres and, for the moment about y, by the bushings of the arms.
//                                                                            002 sec. 3.3, Fig. 1
#pragma once

#include "takt/problem/parameters.hpp"
#include "tests/support/railway_by_hand/body_system.hpp"

namespace takt::by_hand {

class TestRig final : public BodySystem {
 public:
  static constexpr problem::Parameter parameters[] = {{"amplitude", 0.05, "m", "of the stamp"},
                                                      {"frequency", 5, "Hz", "of the stamp", 0}};

  explicit TestRig(const problem::Parameters&);
  ~TestRig() override;

  void excite(double t, std::span<const double>, Excitation&) const noexcept override;
  void outputs(const Point&, std::span<double>, Scratch&) const noexcept override;

 private:
  class Tyre;
  double amplitude_, frequency_;
  std::vector<Tyre> tyres_;  // left, right: for the outputs
};

}  // namespace takt::by_hand
