// Error messages of the program: what is wrong, where, and what to try; and its exit codes.
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

// Converts an error of the command-line parser, with the nearest command or option as a suggestion.
Error in_words(const CLI::ParseError&, const CLI::App& program,
               const std::vector<std::string>& arguments);

// Throws Error if the first word is not a command.
void require_command(const CLI::App& program, const std::vector<std::string>& arguments);

std::vector<std::string> command_names(const CLI::App& program);
std::vector<std::string> option_names(const CLI::App& command);  // long options only: --name

}  // namespace takt::app
