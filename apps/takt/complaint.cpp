#include "complaint.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>

#include "takt/base/text.hpp"

namespace takt::app {

int exit_code(const Error& e) {
  switch (e.fault) {
    case Fault::usage: return wrong_usage;
    case Fault::model: return invalid;
    case Fault::other: return failed;
  }
  return failed;
}

void complain(const Error& e) {
  std::string text = std::string("takt: ") + e.what() + "\n";
  if (!e.where.empty()) text += "  at: " + e.where + "\n";
  if (!e.hint.empty()) text += "  try: " + e.hint + "\n";
  std::fflush(stdout);
  std::fputs(text.c_str(), stderr);
}

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

void require_command(const CLI::App& program, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with("-")) return;
  const std::vector<std::string> names = command_names(program);
  for (const std::string& name : names)
    if (name == arguments.front()) return;
  std::string hint = did_you_mean(arguments.front(), names);
  if (!hint.empty()) hint += " ";
  throw Error("unknown command '" + arguments.front() + "'", "",
              hint + "the commands are " + join(names, ", "), Fault::usage);
}

Error in_words(const CLI::ParseError& refused, const CLI::App& program,
               const std::vector<std::string>& arguments) {
  const CLI::App* command = &program;
  for (const CLI::App* one : program.get_subcommands()) command = one;
  const std::string name = command == &program ? "takt" : "takt " + command->get_name();
  const std::string help = name + " --help shows what there is";
  if (dynamic_cast<const CLI::ExtrasError*>(&refused) != nullptr) {
    const std::vector<std::string> known = option_names(*command);
    for (const std::string& word : arguments) {
      if (!word.starts_with("-") || word.size() < 2) continue;
      const std::string option = word.substr(0, word.find('='));
      if (command->get_option_no_throw(option) != nullptr) continue;
      return {"unknown option '" + option + "' of " + name, "", did_you_mean(option, known, help),
              Fault::usage};
    }
    std::string extra = refused.what();  // "... not expected: word word"
    extra.erase(0, extra.rfind(": ") + 2);
    extra.resize(std::min(extra.find(' '), extra.size()));
    return {"'" + extra + "' is one word too many", name, help, Fault::usage};
  }
  if (command == &program && !arguments.empty())
    return {"unknown option '" + arguments.front() + "' of takt", "",
            did_you_mean(arguments.front(), option_names(program), help), Fault::usage};
  if (command == &program)
    return {"no command is given", "", "the commands are " + join(command_names(program), ", "),
            Fault::usage};
  std::string what = refused.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&refused) != nullptr) {
    const std::string option = what.substr(0, what.find(':'));
    const auto times = std::count_if(arguments.begin(), arguments.end(), [&](const auto& word) {
      return word == option || word.starts_with(option + "=");
    });
    what = option + (times > 1 ? " is given twice" : " needs a value");
  }
  if (const std::size_t end = what.find('\n'); end != std::string::npos) what.resize(end);
  return {what, name, help, Fault::usage};
}

}  // namespace takt::app
