// Where results come from: kept inside result files and recordings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace takt::io {

struct Provenance {
  std::string model, model_text;  // its name, and the file as it was read; empty for problems
  std::vector<std::string> set;   // what --set changed
  std::string method;             // in words
  double step = 0;                // s
  std::string command, version;   // as it was typed; of the program
  double until = 0, every = 0;    // s; 0: not known, every step
  double checkpoint = 0;          // s between checkpoints; 0: none
  std::string record;             // as --record
  bool assembled = false;         // the start was moved to the constraints
};

// A mechanism's file as it is read: shipped, or on the disk; empty for problems written by hand.
std::string text_of_model(std::string_view model);

// What must be equal for one run to go on where another stopped, and is not: a line for each.
std::vector<std::string> differences(const Provenance& then, const Provenance& now);

}  // namespace takt::io
