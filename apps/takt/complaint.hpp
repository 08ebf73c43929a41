// How the program says no: what is wrong, where, what to try; and its exit code.
#pragma once

#include <string>
#include <vector>

#include "takt/base/error.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace takt::app {

enum Exit : int {
  done = 0,
  failed = 1,
  wrong_usage = 2,
  invalid = 3,
  solver_failed = 4,
  budget_violated = 5,
  interrupted = 130
};

int exit_code(const Error&);
void complain(const Error&);

// What the parser of the command line refused, with the nearest command or option.
Error in_words(const CLI::ParseError&, const CLI::App& program,
               const std::vector<std::string>& arguments);

// Throws Error when the first word is no command.
void require_command(const CLI::App& program, const std::vector<std::string>& arguments);

std::vector<std::string> command_names(const CLI::App& program);
std::vector<std::string> option_names(const CLI::App& command);  // --long ones

}  // namespace takt::app
