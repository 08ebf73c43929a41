// A random road of a roughness class of ISO 8608, repeatable by its seed.
//
//   z(x) = sum_i sqrt(2 G(n_i) dn) sin(2 pi n_i x + phi_i),   G(n) = G_0 (n / n_0)^-2
//                                                                     ISO 8608:2016, 5.1 and C.2
// Terms used: n spatial frequency in cycles/m, from 0.011 to 2.83; n_0 = 0.1; G_0 = 16e-6 m^3 for
// class A, four times as much for each class after it (the geometric mean of its range); phi_i
// random phases. dn = 1 / length, so the road repeats after `length`. The sum is computed once, at
// points 5 cm apart with two derivatives; between them the road is the quintic through both, C^2.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "takt/element/road/blend.hpp"
#include "takt/element/road/friction_map.hpp"

namespace takt::element {

class RandomRoad final : public Road {
 public:
  struct Data {
    double roughness;  // G_0 in m^3
    double length;     // m
    std::uint64_t seed;
    bool tracks;  // other phases on the right side
  };
  RandomRoad(const Data&, Blend, FrictionMap = {});

  RoadPoint at(double x, double y) const noexcept override;
  double wavelength() const noexcept override { return 1 / highest; }

  static constexpr double lowest = 0.011, highest = 2.83, reference = 0.1;  // cycles/m

  static constexpr Key keys[] = {
      {"class", KeyKind::word, "", "C", "roughness: A very smooth, C a country road, H a field",
       "A|B|C|D|E|F|G|H"},
      {"seed", KeyKind::number, "", "1", "another number gives another road", ">=0"},
      {"length", KeyKind::number, "m", "500", "after which the road repeats", ">0"},
      {"tracks", KeyKind::word, "", "different", "left and right side: equal, or independent",
       "same|different"},
      {"start", KeyKind::number, "m", "0", "where the unevenness begins"},
      {"blend", KeyKind::number, "m", "5", "length over which it grows", ">=0"},
      FrictionMap::friction_key,
      FrictionMap::patches_key};
  static std::shared_ptr<const Road> make(const Values&);
  static constexpr RoadEntry entry{"iso8608", "random road by roughness class and seed", keys,
                                   make};

 private:
  struct Node {
    double z, d, dd;  // height and derivatives by x
  };
  std::vector<Node> side(const Data&, std::uint64_t stream) const;

  double length_, step_;
  std::vector<Node> left_, right_;  // right_ empty: as left_
  Blend blend_;
  FrictionMap friction_;
};

}  // namespace takt::element
