// A model by its name, with what the user set: `path=value` for parameters of the model, and for
// q.<name>, v.<name>, z.<name> of its initial state.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"

namespace takt::io {

struct OpenModel {
  std::string name;
  std::shared_ptr<const EquationsOfMotion> system;
  State start;
  double until;  // s, how long it is usually run

  bool constrained() const { return system->shape().ng > 0; }
};

// Throws Error: unknown model or name (with a suggestion), a value that cannot be read.
OpenModel open_model(std::string_view model, std::span<const std::string> set = {});

}  // namespace takt::io
