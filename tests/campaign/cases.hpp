// What the campaigns run: models by name, methods by family.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "takt/io/open_model.hpp"
#include "takt/io/read_method.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt::campaign {

struct Case {
  std::string model;
  std::vector<std::string> set;
  std::string method;
  double step;
};

inline Simulation simulate(const Case& c) {
  const io::OpenModel open = io::open_model(c.model, c.set, c.method);
  Method m = io::read_method(c.method);
  m.step = c.step;
  m.realtime = true;
  return Simulation(open.system, m, open.start);
}

}  // namespace takt::campaign
