// takt run MODEL --replay FILE: repeats a recorded real-time run, without a clock.
#pragma once

#include <string>
#include <vector>

#include "takt/io/terminal/style.hpp"

namespace takt::app {

struct ReplayWords {
  std::string model, file, record;  // model: empty: the recorded one
  std::vector<std::string> out;
  double every = 0;  // s between rows; 0: each period
  bool json = false, quiet = false;
};

// Returns the exit code. Throws Error: not a recording, another model, files that cannot be
// written.
int replay(const ReplayWords&, const io::Style&);

}  // namespace takt::app
