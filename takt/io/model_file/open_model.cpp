#include "takt/io/model_file/open_model.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "takt/base/choice.hpp"
#include "takt/base/error.hpp"
#include "takt/base/memory.hpp"
#include "takt/base/text.hpp"
#include "takt/integrator/catalogue.hpp"
#include "takt/io/model_file/input_file.hpp"
#include "takt/io/model_file/inputs.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/shipped.hpp"
#include "takt/io/units/quantity.hpp"
#include "takt/mechanism/plain_rotations.hpp"
#include "takt/method/method.hpp"
#include "takt/model/builder.hpp"
#include "takt/model/joint_components.hpp"
#include "takt/model/signals.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::io {
namespace {

struct Setting {
  std::string path, text;
};

Setting parse_setting(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0)
    throw Error("'" + text + "' is not path=value", "set", "write --set omega=0.5, for example",
                Fault::usage);
  return {text.substr(0, at), text.substr(at + 1)};
}

// In SI; a unit must fit `unit`. "*": nobody knows which.
double value_of(const Setting& s, std::string_view unit) {
  const std::string where = "set " + s.path;
  if (s.text == "true" || s.text == "false") return s.text == "true" ? 1.0 : 0.0;
  return unit == "*" ? parse_quantity(s.text, where).value : parse_quantity_in(unit, s.text, where);
}

// The unit of q.<name> or v.<name>.
std::string unit_of_state(const Names& names, const std::string& path) {
  const bool velocity = path.starts_with("v.");
  const auto& known = velocity ? names.v : names.q;
  const auto& units = velocity ? names.v_units : names.q_units;
  const auto found = std::find(known.begin(), known.end(), path.substr(2));
  const auto i = static_cast<std::size_t>(found - known.begin());
  return path[0] == 'z' || i >= units.size() || units[i].empty() ? "*" : units[i];
}

bool of_state(const std::string& path) {
  return path.size() > 2 && path[1] == '.' && (path[0] == 'q' || path[0] == 'v' || path[0] == 'z');
}

bool is_file(std::string_view model) {
  std::error_code none;
  return model.ends_with(".yaml") || model.ends_with(".yml") ||
         std::filesystem::is_regular_file(model, none);
}

// Pointer to q.<name>, v.<name> or z.<name> in a state; null if there is no such name.
double* place_in(State& s, const Names& names, const std::string& path) {
  const auto look = [&](char kind, const std::vector<std::string>& known, Vector& x) -> double* {
    if (path.size() < 3 || path[0] != kind || path[1] != '.') return nullptr;
    for (std::size_t i = 0; i < known.size(); ++i)
      if (path.compare(2, std::string::npos, known[i]) == 0) return &x[static_cast<Index>(i)];
    return nullptr;
  };
  if (double* q = look('q', names.q, s.q)) return q;
  if (double* v = look('v', names.v, s.v)) return v;
  return look('z', names.z, s.z);
}

[[noreturn]] void unknown_path(std::string_view model, const std::string& path,
                               std::vector<std::string> known, const Names& names) {
  for (const auto& n : names.q) known.push_back("q." + n);
  for (const auto& n : names.v) known.push_back("v." + n);
  for (const auto& n : names.z) known.push_back("z." + n);
  throw Error("model '" + std::string(model) + "' has nothing to set at '" + path + "'",
              "set " + path, did_you_mean(path, known, "what can be set: " + join(known, ", ")));
}

std::vector<std::string> names_of_parameters(const Model& model) {
  std::vector<std::string> names;
  for (const auto& [name, value] : model.parameters) names.push_back(name);
  return names;
}

void set_state(OpenModel& open, const std::vector<Setting>& state,
               const std::vector<std::string>& parameters) {
  for (const Setting& s : state) {
    double* place = place_in(open.start, open.system->names(), s.path);
    if (place == nullptr) unknown_path(open.name, s.path, parameters, open.system->names());
    *place = value_of(s, unit_of_state(open.system->names(), s.path));
  }
}

void move_to_constraints(OpenModel& open) {
  const State written = open.start;
  open.start = assemble(*open.system, written);
  for (const Moved& m : moved_between(open.system->names(), written, open.start))
    open.moved.push_back(m);
}

double word_in(const Setting& s, const problem::Parameter& p) {
  const int value = problem::value_of_word(p, s.text);
  if (value >= 0) return value;
  const std::vector<std::string> words = split(p.words, '|');
  throw Error("'" + s.text + "' is not a value of " + s.path, "set " + s.path,
              did_you_mean(s.text, words, "write one of " + join(words, ", ")), Fault::model);
}

OpenModel open_problem(const problem::ProblemEntry& entry, std::span<const std::string> set,
                       const StatedMethod& given, bool assembled) {
  std::map<std::string, double> parameters;
  std::vector<Setting> state;
  for (const std::string& text : set) {
    Setting s = parse_setting(text);
    const problem::Parameter* parameter = nullptr;
    for (const auto& p : entry.parameters)
      if (p.name == s.path) parameter = &p;
    if (parameter != nullptr)
      parameters[s.path] =
          parameter->words.empty() ? value_of(s, parameter->unit) : word_in(s, *parameter);
    else
      state.push_back(std::move(s));
  }
  OpenModel open;
  open.name = open.source = std::string(entry.name);
  open.system = problem::make_problem(entry.name, parameters);
  open.until = entry.until;
  open.stated = given;
  open.start = open.system->initial();
  set_state(open, state, names_of(entry.parameters));
  if (assembled) move_to_constraints(open);
  return open;
}

mechanism::Coordinates coordinates_for(const StatedMethod& stated) {
  return stated.coordinates == "natural" ? mechanism::Coordinates::natural
                                         : mechanism::Coordinates::joint;
}

// Methods that keep a history of q need Cardan angles instead of unit quaternions.
bool asks_for_plain_coordinates(const StatedMethod& stated) {
  if (!stated.method) return false;
  const IntegratorEntry* integrator = find_integrator(stated.method->integrator.name);
  return integrator != nullptr && integrator->asks.has(Form::residual);
}

// Takes the settings of joint coordinates, as "q.arm=1" or "v.arm.x=1 m/s", out of `state`.
std::vector<Placed> take_placed(std::vector<Setting>& state, const Names& joints) {
  std::vector<Placed> placed;
  std::vector<Setting> others;
  for (Setting& s : state) {
    const bool velocity = s.path[0] == 'v';
    const auto& known = velocity ? joints.v : joints.q;
    const std::string name = s.path.substr(2);
    if (s.path[0] != 'z' && std::find(known.begin(), known.end(), name) != known.end())
      placed.push_back({velocity, name, value_of(s, unit_of_state(joints, s.path))});
    else
      others.push_back(std::move(s));
  }
  state = std::move(others);
  return placed;
}

// A joint that follows a signal has no state of its own.
void refuse_driven(const Model& model, const std::vector<Setting>& state) {
  for (const Setting& s : state)
    for (const Joint& j : model.joints) {
      if (j.driven_by < 0 || s.path[0] == 'z' || s.path.substr(2) != j.name) continue;
      const Signal& signal = model.signals[j.driven_by];
      throw Error("joint '" + j.name + "' follows the signal '" + signal.name +
                      "', so its position and velocity cannot be set",
                  "set " + s.path,
                  signal.function == nullptr ? "set the signal: --set u." + signal.name + "=..."
                  : signal.parameters.empty()
                      ? "change the signal '" + signal.name + "' in the model"
                      : "set what the signal is made with: --set " +
                            join(signal.parameters, "=... or --set ") + "=...");
    }
}

// Sets them as if they were written under `initial`.
void put_in(Model& model, const std::vector<Placed>& placed) {
  for (const Placed& p : placed)
    for (Joint& j : model.joints) {
      if (p.name != j.name && !p.name.starts_with(j.name + ".")) continue;
      const std::string component = p.name == j.name ? "" : p.name.substr(j.name.size() + 1);
      const auto all = p.velocity ? takt::velocities_of(*j.type, j.cardan)
                                  : takt::coordinates_of(*j.type, j.cardan);
      const int i = find_component(all, component);
      if (i < 0) continue;
      auto& start = p.velocity ? j.v0 : j.q0;
      const std::string& name = all[i].name;
      std::erase_if(start, [&](const auto& given) { return given.first == name; });
      start.emplace_back(name, p.value);
      break;
    }
}

void require_finite_signals(const Model& model) {
  for (const int i : unbounded_signals(model, 0)) {
    const Signal& s = model.signals[i];
    const bool followed = std::any_of(model.joints.begin(), model.joints.end(),
                                      [i](const Joint& j) { return j.driven_by == i; });
    throw Error(
        followed ? "a joint follows the signal, and it or a rate of it is not a finite number "
                   "at t = 0"
                 : "the signal is not a finite number at t = 0",
        place_of(s.where, "signal", s.name),
        followed ? "look for a division by zero, or a root, power or logarithm of zero or a "
                   "negative number"
                 : "look for a division by zero, or a root or logarithm of a negative number");
  }
}

OpenModel open_mechanism(const Model& read, std::span<const std::string> set,
                         const StatedMethod& given, bool assemble) {
  std::vector<Setting> state, inputs;
  for (const std::string& text : set) {
    Setting s = parse_setting(text);
    (of_state(s.path) ? state : inputs).push_back(std::move(s));
  }
  const auto model = std::make_shared<Model>(read);
  std::string file = model->experiment.inputs;
  for (const Setting& s : inputs)
    if (names_input_file(s.path))
      file = s.text;
    else
      set_input(*model, s.path, s.text);
  if (!file.empty()) {
    try {
      follow(*model, read_inputs(file));
    } catch (const Error& e) {
      if (file != model->experiment.inputs || e.where != "inputs") throw;
      throw Error(e.what(), model->file + " experiment: inputs", e.hint, e.fault);
    }
  }
  if (assemble) model->initial.assemble = true;
  require_finite_signals(*model);
  OpenModel open;
  open.name = model->name;
  open.until = model->experiment.until.value_or(10);
  open.step = model->experiment.step;
  open.stated = given.method ? given : StatedMethod(model->experiment.method);
  // Coordinates that are given alone leave the model its method.
  const StatedMethod& compiled_for = given.coordinates.empty() ? open.stated : given;
  std::vector<Placed> placed;
  if (!state.empty()) {
    const auto joint = mechanism::compile_tree(model);
    refuse_driven(*model, state);
    placed = take_placed(state, joint->names());
    if (!model->initial.equilibrium) put_in(*model, placed);
  }
  open.mechanism = mechanism::compile(model, coordinates_for(compiled_for));
  open.start = start_of(*open.mechanism, &open.moved);
  if (!placed.empty() && (model->initial.equilibrium || model->initial.speed != 0)) {
    const auto joint = mechanism::compile_tree(model);
    const State there =
        with_placed(*joint, carry_over(*open.mechanism, open.start, *joint), placed);
    open.start = carry_over(*joint, there, *open.mechanism);
  }
  if (!open.mechanism->shape().plain_coordinates && asks_for_plain_coordinates(compiled_for)) {
    const auto plain = mechanism::with_plain_rotations(*model);
    open.start = carry_over(*open.mechanism, open.start, *plain);
    open.mechanism = plain;
  }
  open.system = open.mechanism;
  set_state(open, state, names_of_parameters(*model));
  if (assemble && !state.empty()) move_to_constraints(open);
  return open;
}

[[noreturn]] void unknown_model(std::string_view model) {
  const std::vector<std::string> known = model_names();
  for (const char* ending : {".yaml", ".yml"}) {
    const std::string file = std::string(model) + ending;
    std::error_code none;
    if (std::filesystem::is_regular_file(file, none))
      throw Error("unknown model '" + std::string(model) + "'", "",
                  "did you mean the file " + file + "?", Fault::model);
  }
  throw Error(
      "unknown model '" + std::string(model) + "'", "",
      did_you_mean(model, known, "the models are " + join(known, ", ") + "; a file ends in .yaml"),
      Fault::model);
}

}  // namespace

std::shared_ptr<const Model> read_any_model(std::string_view name,
                                            std::span<const std::string> set) {
  std::map<std::string, std::string> values;
  for (const std::string& text : set) {
    const Setting s = parse_setting(text);
    values[s.path] = s.text;
  }
  if (const ShippedModel* shipped = find_shipped(name))
    return std::make_shared<const Model>(
        read_model(std::string(shipped->text), std::string(name) + ".yaml", values));
  if (!is_file(name)) unknown_model(name);
  return std::make_shared<const Model>(read_model_file(std::string(name), values));
}

bool has_parameter(std::string_view model, std::string_view parameter) {
  if (const problem::ProblemEntry* entry = problem::find_problem(model))
    return std::any_of(entry->parameters.begin(), entry->parameters.end(),
                       [&](const auto& p) { return p.name == parameter; });
  const auto read = read_any_model(model, {});
  return std::any_of(read->parameters.begin(), read->parameters.end(),
                     [&](const auto& p) { return p.first == parameter; });
}

std::vector<std::string> model_names() {
  std::vector<std::string> names = names_of(problem::problems());
  for (const ShippedModel& m : shipped_models()) names.emplace_back(m.name);
  return names;
}

SortedSettings sorted_settings(std::span<const std::string> set) {
  SortedSettings sorted;
  for (const std::string& text : set) {
    const std::string path = parse_setting(text).path;
    (of_state(path) || names_input(path) || names_input_file(path) ? sorted.others
                                                                   : sorted.parameters)
        .push_back(text);
  }
  return sorted;
}

OpenModel open_model(const Model& model, std::span<const std::string> set,
                     const StatedMethod& given, bool assemble) {
  const SortedSettings sorted = sorted_settings(set);
  if (!sorted.parameters.empty())
    throw Error("a model that was built already has no parameters to set",
                "set " + parse_setting(sorted.parameters.front()).path,
                "set values while it is built, or write it as a text with `parameters:`",
                Fault::usage);
  OpenModel open = open_mechanism(model, sorted.others, given, assemble);
  open.source = open.name;
  return open;
}

OpenModel open_model(std::string_view model, std::span<const std::string> set,
                     const StatedMethod& given, bool assemble) {
  try {
    if (const problem::ProblemEntry* entry = problem::find_problem(model))
      return open_problem(*entry, set, given, assemble);
    if (find_shipped(model) != nullptr || is_file(model)) {
      const SortedSettings sorted = sorted_settings(set);
      OpenModel open =
          open_mechanism(*read_any_model(model, sorted.parameters), sorted.others, given, assemble);
      if (open.name.empty()) open.name = std::string(model);
      open.source = std::string(model);
      return open;
    }
  } catch (const std::bad_alloc&) {
    throw Error("memory ran out while '" + std::string(model) + "' was set up, with " +
                    bytes_in_words(memory_left()) +
                    " left: its matrices in these coordinates are too "
                    "large",
                "set-up", "use fewer bodies in one chain, or a machine with more memory",
                Fault::other);
  }
  unknown_model(model);
}

}  // namespace takt::io
