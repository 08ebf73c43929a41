// The catalogue of commands, in the order of the help.
#include "command.hpp"

// One entry for each command x: the function x_command() in x.cpp.
// clang-format off
#define TAKT_COMMANDS(entry) \
  entry(run) \
  entry(realtime) \
  entry(list) \
  entry(explain) \
  entry(check) \
  entry(show) \
  entry(compare) \
  entry(reproduce) \
  entry(report) \
  entry(certify) \
  entry(tune) \
  entry(sweep) \
  entry(fit) \
  entry(schema) \
  entry(completion)
// clang-format on

namespace takt::app {

#define TAKT_DECLARE(name) Command name##_command();
TAKT_COMMANDS(TAKT_DECLARE)
#undef TAKT_DECLARE

void add_commands(CLI::App& program, Context& context) {
#define TAKT_MAKE(name) name##_command(),
  for (const Command& c : {TAKT_COMMANDS(TAKT_MAKE)})
    c.add(*program.add_subcommand(std::string(c.name), std::string(c.summary)), context);
#undef TAKT_MAKE
}

}  // namespace takt::app
