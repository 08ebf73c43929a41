// The quantities by which a motion is judged, in whatever coordinates it is computed: the places of
// the bodies (analyse/body_places.hpp), the declared outputs, and the forces of the elements.
//
//   places   the largest difference at any time, as a share of how far the bodies move
//   shown    for each output and force, the root mean square of the difference over time, as a
//            share of its range: a peak that comes a step late counts less than one that is wrong
//
// The range is at least a hundredth of the largest range among those with the same unit. For
// forces, which count as one unit, it is also at least a hundredth of the largest load: in a load
// that does not change, the last digits say nothing.
#pragma once

#include <string>
#include <vector>

#include "takt/analyse/body_places.hpp"
#include "takt/simulate/monitor.hpp"

namespace takt::certify {

class View {
 public:
  View(const EquationsOfMotion&, const Composition&, const State& start);

  void look(const State&);  // afterwards read:
  Vector places(const State& s) { return places_.of(s); }
  const Vector& shown() const noexcept { return shown_; }
  const Drift& drift() const noexcept { return monitor_.drift(); }

 private:
  analyse::BodyPlaces places_;
  Monitor monitor_;
  bool forces_;
  Vector shown_;
};

std::vector<std::string> names_of_shown(const EquationsOfMotion&);  // "out.z", "force.spring"
Vector size_of_shown(const EquationsOfMotion&, const std::vector<Vector>&);

class ShownError {
 public:
  void add(const Vector& a, const Vector& reference, const Vector& size);
  double value() const;  // of the worst one; 0 if nothing is shown
  int worst() const;     // index in names_of_shown; -1: there is none

 private:
  Vector sum_;
  int count_ = 0;
};

}  // namespace takt::certify
