// Opens shipped models by name, ready to step, for tests.
#pragma once

#include <string>
#include <vector>

#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::test {

// The model is compiled in the coordinates that the method names.
inline Engine simulation_of(const std::string& model, const std::string& text, double h,
                            double until, const std::vector<std::string>& set = {}) {
  const io::OpenModel open = io::open_model(model, set, text);
  Method method = parse_method(text);
  method.step = h;
  SetUp set_up;
  set_up.until = until;
  return {open.system, method, open.start, set_up};
}

inline Summary whole_run(Engine simulation, double every = 0, std::vector<Sink*> sinks = {}) {
  RunOptions options;
  options.every = every;
  options.bound = false;
  return run(simulation, options, sinks);
}

}  // namespace takt::test
