// Suggests a command that runs the same model with another method.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "takt/io/model_file/open_model.hpp"

namespace takt::app {

// What of the command line makes the run what it is, as it was written.
struct SameRun {
  std::span<const std::string> set;
  std::string step, until;  // empty: not given
  bool assemble = false;
  std::span<const std::string> io;  // of a controller in lockstep
  std::string period, timeout;
};

// Of the kind that suits the system at this length of step. Empty: none of the usual ones fits.
std::string another_method(const io::OpenModel&, const SameRun&, std::string_view method,
                           double step);

}  // namespace takt::app
