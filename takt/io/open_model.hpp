// A model by its name or file, with what the user set: `path=value` for parameters of the model, and
// for q.<name>, v.<name>, z.<name> of its initial state.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/simulate/start.hpp"

namespace takt::io {

struct OpenModel {
  std::string name;
  std::string source;  // as it was asked for: a name or a file
  std::shared_ptr<const EquationsOfMotion> system;
  State start;
  double until;  // s, how long it is usually run

  // Of a mechanism, else null and empty:
  std::shared_ptr<const mechanism::Mechanism> mechanism;
  std::optional<double> step;  // of the model's experiment
  std::string method;          // of the model's experiment
  std::vector<Moved> moved;    // what closing the loops moved, the farthest first

  bool constrained() const { return system->shape().ng > 0; }
};

// `method` says in which coordinates a mechanism is compiled; empty: the method of the model's
// experiment, else joint coordinates. `assemble`: the start is moved to the constraints, also where
// the model says `assemble: false`, and that of a problem written by hand too.
// q.<joint> and v.<joint> mean what they mean under `initial`: they are kept, and loops are closed
// around them. Where the model asks for its equilibrium or a speed they hold after that.
// Throws Error: unknown model or name (with a suggestion), a value that cannot be read, a file that
// is no model, a mechanism that cannot be compiled or assembled.
OpenModel open_model(std::string_view model, std::span<const std::string> set = {},
                     std::string_view method = {}, bool assemble = false);

// The model alone: of a shipped name or a file.
std::shared_ptr<const Model> read_any_model(std::string_view model,
                                            std::span<const std::string> set = {});

// Throws Error as open_model does.
bool has_parameter(std::string_view model, std::string_view parameter);

// Names of all models that come with the program.
std::vector<std::string> model_names();

}  // namespace takt::io
