// What a motion is judged by, whichever its coordinates: where bodies are (experiment/sight.hpp), and what
// a user reads off it, the declared outputs and the forces of the elements.
//
//   places      the largest difference at any time, as a share of how far bodies go
//   shown       of each output and force the root mean square of the difference over time, as a share
//               of its range: a peak that comes a step late does not count as much as one that is wrong
//
// The range is at least a hundredth of the largest one among those with the same unit, and of forces, which
// count as one unit, a hundredth of the largest load: of a load that does not change the last digits say
// nothing.
#pragma once

#include <string>
#include <vector>

#include "takt/experiment/sight.hpp"
#include "takt/simulate/monitor.hpp"

namespace takt::certify {

class View {
 public:
  View(const EquationsOfMotion&, const Composition&, const State& start);

  void look(const State&);  // then read:
  Vector places(const State& s) { return sight_.of(s); }
  const Vector& shown() const noexcept { return shown_; }
  const Drift& drift() const noexcept { return monitor_.drift(); }

 private:
  experiment::Sight sight_;
  Monitor monitor_;
  bool forces_;
  Vector shown_;
};

std::vector<std::string> names_of_shown(const EquationsOfMotion&);  // "out.z", "force.spring"
Vector size_of_shown(const EquationsOfMotion&, const std::vector<Vector>&);

class ShownError {
 public:
  void add(const Vector& a, const Vector& reference, const Vector& size);
  double value() const;  // of the worst; 0 where nothing is shown
  int worst() const;     // of names_of_shown; -1: there is none

 private:
  Vector sum_;
  int count_ = 0;
};

}  // namespace takt::certify
