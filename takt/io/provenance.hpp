// Where results come from: kept inside result files and recordings.
#pragma once

#include <string>
#include <vector>

namespace takt::io {

struct Provenance {
  std::string model, model_text;  // its name, and the file as it was read; empty for problems
  std::vector<std::string> set;   // what --set changed
  std::string method;             // in words
  double step = 0;                // s
  std::string command, version;   // as it was typed; of the program
  double until = 0, every = 0;    // s; 0: not known, every step
  std::string record;             // as --record
  bool assembled = false;         // the start was moved to the constraints
};

}  // namespace takt::io
