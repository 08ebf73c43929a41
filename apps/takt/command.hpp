// The commands of the program. Each source file adds one; its callback runs if the user chose it.
#pragma once

#include <CLI/CLI.hpp>

#include "takt/io/terminal/style.hpp"

namespace takt::app {

struct Context {
  int exit_code = 0;
  std::string command;  // as typed
  io::Style style;      // for standard output
};

void add_run(CLI::App&, Context&);
void add_realtime(CLI::App&, Context&);
void add_list(CLI::App&, Context&);
void add_explain(CLI::App&, Context&);
void add_check(CLI::App&, Context&);
void add_compare(CLI::App&, Context&);
void add_reproduce(CLI::App&, Context&);
void add_certify(CLI::App&, Context&);
void add_tune(CLI::App&, Context&);
void add_schema(CLI::App&, Context&);
void add_completion(CLI::App&, Context&);

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
