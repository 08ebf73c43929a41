// A reference motion to which other methods are compared: two runs of one method, the second with a
// tolerance a hundred times tighter or with a quarter of the step. Their difference tells how exact
// the second one is, and up to which time the motion can be predicted at all.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "takt/certify/view.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

namespace takt::certify {

using analyse::BodyPlaces, analyse::difference;

using Opener = std::function<io::OpenModel(const std::string& method)>;

struct TightReference {
  std::string method;
  io::OpenModel model;        // in the coordinates that the method uses
  double spacing = 0;         // s between samples, a multiple of the period
  std::vector<State> states;  // at 0, spacing, 2 spacing, ...
  std::vector<Vector> seen;   // places of the bodies in these states
  Vector size;                // scale of the motion, for relative errors
  std::vector<Vector> shown;  // outputs and forces in these states
  // Scale of the outputs and forces.
  Vector shown_size;
  double agreement = 0;        // largest difference of the two runs in places
  double shown_agreement = 0;  // difference of the two runs in outputs and forces, as in ShownError
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

// Throws Error if no reference can be found. If it was interrupted it may have fewer than two
// states.
TightReference tight_reference(const Opener&, const ReferenceOptions&);

}  // namespace takt::certify
