// A motion to measure others against: two runs of one method, the second a hundred times tighter. How
// far the two agree says how good the second is, and until when the motion can be predicted at all.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "takt/certify/view.hpp"
#include "takt/io/open_model.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt::certify {

using experiment::Sight, experiment::difference;

using Opener = std::function<io::OpenModel(const std::string& method)>;

struct TightReference {
  std::string method;
  io::OpenModel model;        // in the coordinates of the method
  double spacing = 0;         // s between samples, a multiple of the period
  std::vector<State> states;  // at 0, spacing, 2 spacing, ...
  std::vector<Vector> seen;   // of those
  Vector size;                // of the motion
  std::vector<Vector> shown;  // outputs and forces at those
  Vector shown_size;
  double agreement = 0;        // largest difference of the two runs
  double shown_agreement = 0;  // of what is shown, as ShownError has it
  double horizon() const noexcept {
    return states.empty() ? 0 : spacing * static_cast<double>(states.size() - 1);
  }
};

struct ReferenceOptions {
  double period = 1e-3, until = 1, accuracy = 1e-3;
  double seconds = 20;  // of computing
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(double share)> progress;
};

// Throws Error when no reference can be found; one that was interrupted may have fewer than two states.
TightReference tight_reference(const Opener&, const ReferenceOptions&);

}  // namespace takt::certify
