// Opens a model by its name or file and applies the settings of the user: `path=value` for
// parameters of the model, and for q.<name>, v.<name>, z.<name> of its initial state.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/io/method/stated_method.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::io {

struct OpenModel {
  std::string name;
  std::string source;  // a name or a file, as the user gave it
  std::shared_ptr<const EquationsOfMotion> system;
  State start;
  double until;         // s: default duration of a run
  StatedMethod stated;  // that was given, else that of the model's experiment

  // Only for a mechanism, else null and empty:
  std::shared_ptr<const mechanism::Mechanism> mechanism;
  std::optional<double> step;  // of the model's experiment
  std::vector<Moved> moved;    // bodies that moved when the loops were closed, the farthest first

  bool constrained() const { return system->shape().ng > 0; }
};

// `given` selects the coordinates in which a mechanism is compiled; nothing: the method of the
// model's experiment, else joint coordinates. `assemble`: the start is moved onto the constraints,
// even if the model says `assemble: false`, and also for a problem written by hand.
// q.<joint> and v.<joint> mean the same as under `initial`: their values are kept, and the loops
// are closed around them. If the model asks for its equilibrium or a speed, they are applied after
// that.
// Throws Error: unknown model or name (with a suggestion), a value that cannot be read, a file that
// is not a model, a mechanism that cannot be compiled or assembled.
OpenModel open_model(std::string_view model, std::span<const std::string> set = {},
                     const StatedMethod& given = {}, bool assemble = false);

// The same for a model that was read or built already. `set` names no parameters then.
OpenModel open_model(const Model&, std::span<const std::string> set = {},
                     const StatedMethod& given = {}, bool assemble = false);

// path=value, split by what it sets.
struct SortedSettings {
  std::vector<std::string> parameters, others;  // others: q., v., z. at the start, u. of inputs
};
SortedSettings sorted_settings(std::span<const std::string> set);

// The model alone, without its equations: of a shipped name or a file.
std::shared_ptr<const Model> read_any_model(std::string_view model,
                                            std::span<const std::string> set = {});

// Throws Error as open_model does.
bool has_parameter(std::string_view model, std::string_view parameter);

// Names of all models that come with the program.
std::vector<std::string> model_names();

}  // namespace takt::io
