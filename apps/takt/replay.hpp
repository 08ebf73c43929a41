// takt run MODEL --replay FILE: a recorded run against the clock once more, without one.
#pragma once

#include <string>
#include <vector>

#include "takt/io/style.hpp"

namespace takt::app {

struct ReplayWords {
  std::string model, file, record;  // model: empty, as it was recorded
  std::vector<std::string> out;
  double every = 0;  // s between rows; 0: each period
  bool json = false, quiet = false;
};

// The exit code. Throws Error: no recording, another model, files that cannot be written.
int replay(const ReplayWords&, const io::Style&);

}  // namespace takt::app
