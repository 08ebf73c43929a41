// takt: the command-line program. Adds the commands, parses the arguments, reports errors.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "command.hpp"
#include "complaint.hpp"
#include "takt/base/memory.hpp"
#include "takt/base/text.hpp"
#include "takt/base/version.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

void describe(CLI::App& program, Context& context) {
  program.set_version_flag("--version", "takt " + version_and_commit(), "print version and commit");
  program.require_subcommand(1);
  program.footer(
      "Data goes to standard output, progress and messages to standard error.\n"
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 invalid model or method,\n"
      "            4 the solver failed, 5 real-time budget violated, 130 interrupted.");
  context.program = &program;
  add_commands(program, context);
}

// The command line with quotes, so that a shell can repeat it.
std::string typed(const std::vector<std::string>& arguments) {
  std::string line = "takt";
  for (const std::string& a : arguments) {
    const bool plain = !a.empty() && a.find_first_of(" \t\n\"'\\$`();&|<>*?[]{}~#!") == a.npos;
    if (plain) {
      line += " " + a;
      continue;
    }
    line += " '";
    for (char c : a) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += "'";
  }
  return line;
}

int run_program(int count, char** words) {
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  CLI::App program("Real-time dynamics of constrained multibody systems", "takt");
  Context context;
  context.style = style_of_stdout();
  context.command = typed(arguments);
  describe(program, context);
  try {
    require_command(program, arguments);
    program.parse(count, words);
    if (std::fflush(stdout) != 0)
      throw Error("standard output cannot be written to", "", "", Fault::other);
    return context.exit_code;
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() == 0) return program.exit(e);  // --help, --version
    const Error error = in_words(e, program, arguments);
    complain(error);
    return exit_code(error);
  } catch (const Error& e) {
    complain(e);
    return exit_code(e);
  } catch (const std::bad_alloc&) {
    complain(Error("memory ran out, with " + bytes_in_words(memory_left()) + " left", "",
                   "use fewer bodies, or a method with sparse matrices: natural coordinates "
                   "(--method natural:...)",
                   Fault::other));
    return failed;
  } catch (const std::exception& e) {
    complain(Error(e.what(), "", "", Fault::other));
    return failed;
  }
}

}  // namespace
}  // namespace takt::app

int main(int count, char** words) { return takt::app::run_program(count, words); }
