// A pendulum that runs for a tenth of a second, shared by the tests of files and summaries.
#pragma once

#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::io {

inline Summary run_pendulum(std::span<Sink* const> sinks, double until = 0.1,
                            const char* text = "index2+linear_implicit_euler(J2)+one_step") {
  const OpenModel model = open_model("pendulum-cartesian");
  SetUp set_up;
  set_up.until = until;
  Engine simulation(model.system, parse_method(text), model.start, set_up);
  RunOptions options;
  Summary s = run(simulation, options, sinks);
  s.model = model.name;
  return s;
}

}  // namespace takt::io
