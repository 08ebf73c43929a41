// What of a state is compared between methods, whichever their coordinates: the centres of mass of the
// bodies of a mechanism, the coordinates of a hand-written problem.
#pragma once

#include <memory>
#include <vector>

#include "takt/mechanism/mechanism.hpp"

namespace takt::experiment {

class Sight {
 public:
  explicit Sight(const EquationsOfMotion&);
  Vector of(const State&);
  // How far the motion goes in each number: of bodies the same for all of them in one direction, at
  // least a hundredth of the farthest.
  Vector size(const std::vector<Vector>& motion) const;

 private:
  const mechanism::Mechanism* mechanism_;
  std::vector<Motion> bodies_;
  std::unique_ptr<Scratch> scratch_;
  Excitation u_;
};

// The largest difference as a share of `size`.
double difference(const Vector& a, const Vector& b, const Vector& size);

}  // namespace takt::experiment
