// The exception that set-up throws: what is wrong, where, and what to write instead.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace takt {

enum class Fault { usage, model, other };  // exit codes 2, 3, 1 of the command line

class Error : public std::runtime_error {
 public:
  Error(const std::string& what_is_wrong, std::string at, std::string instead,
        Fault kind = Fault::model)
      : std::runtime_error(what_is_wrong), where(std::move(at)), hint(std::move(instead)),
        fault(kind) {}

  std::string where;  // "car.yaml:41 joint 'track_rod'", or empty
  std::string hint;   // what to write instead, or empty
  Fault fault;
};

}  // namespace takt
