// What a loop runs: a model with its method, and the cheaper one of degraded periods. A change of
// parameters makes a new plant beside the running one; the loop swaps the two between two periods.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "takt/io/open_model.hpp"
#include "takt/realtime/output_stage.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt::realtime {

struct PlantWords {  // as they were written
  std::string model;
  std::vector<std::string> set;
  std::string method;  // empty: the model's, or the usual one
  double step = 0;     // s; 0: the model's, or 1 ms
  bool degrades = false;
  std::string cheaper;  // of degraded periods; empty: chosen by itself
  bool assemble = false;
};

struct Plant {
  io::OpenModel model;
  std::vector<std::string> set;
  Method method, cheaper_method;
  std::unique_ptr<Simulation> simulation, cheaper;  // cheaper may be null
  std::unique_ptr<OutputStage> outputs;
  std::vector<std::byte> start;  // what the simulation was before its first step
};

// Throws Error: what opening a model or a simulation throws, a method without a bound.
std::unique_ptr<Plant> make_plant(const PlantWords&);

// Throws Error when a run of `now` cannot go on as `changed`: its state means something else there, or
// breaks its constraints. Takes some steps of `now` to see the latter: models are often written so
// that their loops are closed at the start, whatever the parameters.
void require_same_shape(Plant& now, const Plant& changed);

}  // namespace takt::realtime
