// What a command of the program is, and helpers to describe its options.
#pragma once

#include <CLI/CLI.hpp>

#include "takt/io/terminal/style.hpp"

namespace takt::app {

struct Context {
  int exit_code = 0;
  std::string command;                // as typed
  io::Style style;                    // for standard output
  const CLI::App* program = nullptr;  // with all commands
};

// A command is one source file x.cpp, which defines `Command x_command()`, and one entry in
// commands.cpp. Help, completion and the reference page follow from what `add` tells the parser.
struct Command {
  std::string_view name, summary;
  // Adds the options to the parser of this command, and what runs if the user chose it.
  void (*add)(CLI::App& command, Context&);
};

void add_commands(CLI::App& program, Context&);

// An option with one value, which the help shows as `what`.
template <class Word>
CLI::Option* add_word(CLI::App& app, const std::string& name, const std::string& what, Word& word,
                      const std::string& description) {
  return app.add_option(name, word, description)->type_name(what);
}

// An option that may be repeated and takes one value each time.
template <class Words>
CLI::Option* add_repeated(CLI::App& app, const std::string& name, const std::string& what,
                          Words& words, const std::string& description) {
  return add_word(app, name, what, words, description)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// --inputs FILE is short for --set u=FILE.
inline void add_inputs(CLI::App& app, std::vector<std::string>& set) {
  app.add_option_function<std::string>(
         "--inputs", [&set](const std::string& file) { set.push_back("u=" + file); },
         "CSV file: the column t, then values of inputs; units may stand in the first line, as "
         "wheel [mm]")
      ->type_name("FILE");
}

}  // namespace takt::app
