// The origin of results (model, method, step, command), stored in result files and recordings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace takt::io {

struct Provenance {
  std::string model, model_text;  // name, and text of the file; the latter is empty for problems
  std::string source;             // of the model: a name or a file as typed; empty: not known
  std::vector<std::string> set;   // settings made with --set
  std::string method;             // in its text form
  double step = 0;                // s
  std::string command, version;   // as typed; of the program
  double until = 0, every = 0;    // s; `until` 0: not known, `every` 0: every step
  double checkpoint = 0;          // s between checkpoints; 0: none
  std::string record;             // as given to --record
  bool assembled = false;         // the start was moved onto the constraints
};

// The text of the file of a mechanism, built in or on the disk; empty for problems written by hand.
std::string text_of_model(std::string_view model);

// Lists what differs between two runs, but must be equal for one to continue the other: one line
// each.
std::vector<std::string> differences(const Provenance& then, const Provenance& now);

}  // namespace takt::io
