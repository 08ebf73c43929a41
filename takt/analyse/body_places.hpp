// The part of a state that can be compared between methods with different coordinates: the centres
// of mass of the bodies of a mechanism, or the coordinates of a hand-written problem.
#pragma once

#include <memory>
#include <vector>

#include "takt/mechanism/mechanism.hpp"

namespace takt::analyse {

class BodyPlaces {
 public:
  explicit BodyPlaces(const EquationsOfMotion&);
  Vector of(const State&);
  // The range of the motion in each component. Bodies share the largest range in each of x, y and
  // z. At least a hundredth of the largest range.
  Vector size(const std::vector<Vector>& motion) const;

 private:
  const mechanism::Mechanism* mechanism_;
  std::vector<Motion> bodies_;
  std::unique_ptr<Scratch> scratch_;
  Excitation u_;
};

// The largest difference divided by `size`, over all components.
double difference(const Vector& a, const Vector& b, const Vector& size);

}  // namespace takt::analyse
