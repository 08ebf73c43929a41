// A railway carriage in a line change: car body, two bogies, four wheelsets, eight wheels on rails.
//
//   0 = z + sg b sin(roll) - f(sg (y - y_t(s))) + kappa (yaw - y_t'(s))^2     for sg = +-1
//
// Terms used: s = V t + x_0 + x distance travelled by a wheelset, V t = u; y_t the track; b half the
// distance of the rails, 0.75 m; f the increase of the rolling radius r = r_0 + f. Left is y > 0,
// sg = +1. Coordinates x are relative to a frame that moves with V, pitch of a wheelset relative
// to rolling with V/r_0. The distance travelled by the car body is prescribed. Creep forces
// saturate with the normal force N = max(-lambda, 100 N), so f depends on lambda. Spring laws are
// written in axes of the bogie (bushing.hpp).
//                                                                    002 sec. 4.1, ERRATA 002.10
#pragma once

#include "takt/problem/parameters.hpp"
#include "tests/support/railway_by_hand/body_system.hpp"
#include "tests/support/railway_by_hand/track.hpp"

namespace takt::by_hand {

class TrainCarriage final : public BodySystem {
 public:
  static constexpr problem::Parameter parameters[] = {
      {"conicity", 0.2, "", "slope of the wheels' profile"},
      {"irregularity", 3, "", "size of the irregularities of the track; 0 for none"},
      {"V", 30, "m/s", "speed", 0}};

  explicit TrainCarriage(const problem::Parameters&);

  State initial() const override;
  void excite(double t, std::span<const double>, Excitation&) const noexcept override;
  void outputs(const Point&, std::span<double>, Scratch&) const noexcept override;

  // The increase of the rolling radius over the lateral displacement towards the flange.
  struct Profile {
    double conicity;
    Jet operator()(double x) const noexcept;  // without the third derivative
  };

 private:
  class Creep;
  struct Contact {  // a wheel on its rail
    std::array<int, 6> column;
    double place, side;  // x_0 and sg
    std::array<int, 36> curvature_place, K_place;
    std::array<int, 6> G_place;
  };

  void add_wheelset(const CardanBody& bogie, const std::string& name, double x);
  void add_bogie(const CardanBody& body, const std::string& name, double x);
  void evaluate_rows(const Point&, Need, Terms&) const noexcept override;

  double V_;
  Profile profile_;
  Track track_;
  std::vector<Contact> contacts_;
};

}  // namespace takt::by_hand
