// What a loop runs: a model with its method, and the cheaper method for degraded periods. A change
// of parameters makes a second plant beside the running one; the loop exchanges them between two
// periods.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/output_stage.hpp"

namespace takt::realtime {

struct PlantWords {  // as the user wrote them
  std::string model;
  std::vector<std::string> set;
  std::string method;  // empty: that of the model, or the default
  double step = 0;     // s; 0: that of the model, or 1 ms
  bool degrades = false;
  std::string cheaper;  // for degraded periods; empty: chosen automatically
  bool assemble = false;
};

struct Plant {
  io::OpenModel model;
  std::vector<std::string> set;
  Method method, cheaper_method;
  std::unique_ptr<Engine> simulation, cheaper;  // cheaper may be null
  std::unique_ptr<OutputStage> outputs;
  std::vector<std::byte> start;  // saved simulation before its first step
};

// Throws the Errors of opening a model or a simulation, and Error for a method without a bounded
// cost.
std::unique_ptr<Plant> make_plant(const PlantWords&);

// Throws Error if a run of `now` cannot continue as `changed`, because its state has another
// meaning there or violates the constraints there. To find violations it takes some steps of `now`:
// many models close their loops at the start for all values of the parameters.
void require_same_shape(Plant& now, const Plant& changed);

}  // namespace takt::realtime
