// All that a Simulation of the door owns: the engine that steps, and what reads its state.
#pragma once

#include <optional>

#include "takt/door/simulation.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/monitor.hpp"

namespace takt::door {

// One compiled model with its engine; a change of parameters replaces it as a whole.
struct LiveModel {
  io::OpenModel open;
  Method method;
  Engine engine;
  Monitor monitor;  // outputs, energy, drift, bodies, reactions
  Evaluator eval;   // terms and motions of bodies
  std::vector<Motion> motions;

  // `inputs`: values of the external signals, their rates, then kept values; empty: their standard values.
  LiveModel(io::OpenModel, const Method&, const State& start, double until,
            std::vector<double> inputs = {});
  std::vector<double> inputs();
};

struct Parts {
  LoadedModel model;
  SimulationOptions options;
  double until = 0;
  std::unique_ptr<LiveModel> live;
  Status status = Status::ok;
  // Whether monitor and motions show the present state. Reading a handle brings them up to date.
  mutable bool looked = false, moved = false;

  Parts(const LoadedModel&, const SimulationOptions&);

  LiveModel& look() const noexcept;                  // the monitor shows the present state
  std::span<const Motion> motions() const noexcept;  // of all bodies of the model, ground first
  Point place() const noexcept;                      // the state in Slot::start of `eval`
  void forget() noexcept { looked = moved = false; }
  const mechanism::Mechanism& mechanism(const char* what) const;  // throws Error: there is none
};

// The number of a name in a list. Throws Error with a suggestion; `what` is "output", for example.
std::size_t find_name(const std::vector<std::string>& names, std::string_view name,
                      const std::string& what);
// "yaw" of "out.yaw" and of "yaw".
std::string_view without_prefix(std::string_view name, std::string_view prefix);

}  // namespace takt::door

namespace takt {
door::Parts& door_of(Simulation&) noexcept;
}
