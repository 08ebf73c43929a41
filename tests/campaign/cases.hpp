// The cases that the campaigns run: models by name, methods by family.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

namespace takt::campaign {

struct Case {
  std::string model;
  std::vector<std::string> set;
  std::string method;
  double step;
};

inline Engine simulate(const Case& c) {
  const io::OpenModel open = io::open_model(c.model, c.set, c.method);
  Method m = io::read_method(c.method);
  m.step = c.step;
  m.realtime = true;
  return Engine(open.system, m, open.start);
}

}  // namespace takt::campaign
