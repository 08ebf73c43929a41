// takt completion SHELL: prints a completion script for the shell, made from the commands with
// their options and from the catalogues.
#include <fmt/format.h>

#include <cstdio>

#include "apps/reproduce/catalogue.hpp"
#include "command.hpp"
#include "complaint.hpp"
#include "list.hpp"
#include "takt/base/text.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/method/all_compositions.hpp"
#include "takt/method/refusal.hpp"

namespace takt::app {
namespace {

using Words = std::vector<std::string>;

// Methods are completed part by part: the words that may follow the parts already typed.
Words method_parts(int place) {
  if (place == 0) return names_of(formulations());
  if (place == 1) return names_of(integrators());
  Words names = names_of(stabilisations());
  for (std::string& name : names_of(jacobians())) names.push_back(std::move(name));
  return names;
}

Words experiments() {
  Words names;
  for (const auto& e : reproduce::experiments()) names.emplace_back(e.id);
  return names;
}
Words lists() { return names_of(kinds()); }
Words shells() { return {"bash", "zsh", "fish"}; }

// The possible values of a placeholder in the help, such as `--out FILE` or `MODEL`.
struct ValueKind {
  std::string_view name;
  Words (*words)();  // null: files, folders, methods, and values that only the user knows
};
constexpr ValueKind value_kinds[] = {
    {"MODEL", io::model_names}, {"ID", experiments}, {"KIND", lists},     {"SHELL", shells},
    {"METHOD", nullptr},        {"FILE", nullptr},   {"FOLDER", nullptr},
};

struct Argument {
  std::string option;  // "--out"; empty: a positional argument
  std::string value;   // "FILE"; empty: a flag
  std::string description;
};

std::vector<Argument> arguments_of(const CLI::App& command) {
  std::vector<Argument> all;
  for (const CLI::Option* o : command.get_options()) {
    const bool flag = o->get_expected_max() == 0;
    if (o->get_positional()) all.push_back({"", o->get_name(true), o->get_description()});
    for (const std::string& name : o->get_lnames())
      all.push_back({"--" + name, flag ? "" : o->get_type_name(), o->get_description()});
  }
  return all;
}

constexpr std::string_view bash_script =
    R"(# takt completion for bash: source <(takt completion bash)
_takt() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  local kind="" first="" options="--help"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{commands} --help --version" -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}  esac
  if [ -z "$kind" ]; then
    case "$word" in
      -*) kind=options ;;
      *) kind="${{first:-options}}" ;;
    esac
  fi
  case "$kind" in
    options) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
{kinds}    METHOD)
      local head="${{word%+*}}" part before_all=""
      local -a parts
      case "$word" in
        *+*+*) parts=({stabilisations}) ;;
        *+*) parts=({integrators}) ;;
        *) parts=({formulations}) ;;
      esac
      case "$word" in *+*) before_all="$head+" ;; esac
      type compopt >/dev/null 2>&1 && compopt -o nospace
      COMPREPLY=()
      for part in "${{parts[@]}}"; do
        case "$before_all$part" in "$word"*) COMPREPLY+=("$before_all$part") ;; esac
      done ;;
    FILE) COMPREPLY=($(compgen -f -- "$word")) ;;
    FOLDER) COMPREPLY=($(compgen -d -- "$word")) ;;
    *) COMPREPLY=() ;;
  esac
}}
complete -F _takt takt
)";

// One case of the script: the options of a command, their values, and its positional arguments.
std::string bash_case(const std::string& name, const CLI::App& command) {
  Words options;
  std::string first, values;
  for (const Argument& a : arguments_of(command)) {
    if (a.option.empty()) {
      first = a.value;
      continue;
    }
    options.push_back(a.option);
    if (!a.value.empty())
      values += fmt::format(
          "        {}) kind={} ;;\n", a.option,
          a.value.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos ? a.value
                                                                                       : "VALUE");
  }
  return fmt::format(
      "    {})\n      options=\"{}\" first={}\n      case \"$before\" in\n{}      esac ;;\n", name,
      join(options, " "), first, values);
}

std::string bash(const CLI::App& program) {
  std::string cases, words;
  for (const std::string& name : command_names(program))
    cases += bash_case(name, *program.get_subcommand(name));
  for (const ValueKind& k : value_kinds)
    if (k.words != nullptr)
      words += fmt::format("    {}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\"){}) ;;\n", k.name,
                           join(k.words(), " "),
                           k.name == "MODEL" ? " $(compgen -f -X '!*.y*ml' -- \"$word\")" : "");
  return fmt::format(bash_script, fmt::arg("commands", join(command_names(program), " ")),
                     fmt::arg("cases", cases), fmt::arg("kinds", words),
                     fmt::arg("formulations", join(method_parts(0), " ")),
                     fmt::arg("integrators", join(method_parts(1), " ")),
                     fmt::arg("stabilisations", join(method_parts(2), " ")));
}

// zsh uses the script for bash.
std::string zsh(const CLI::App& program) {
  return "# takt completion for zsh: source <(takt completion zsh)\n"
         "autoload -U +X compinit && compinit -u\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         bash(program);
}

std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  return "'" + text + "'";
}

// What fish offers for a value; " -x" alone: nothing.
std::string fish_values(const std::string& value) {
  for (const ValueKind& k : value_kinds)
    if (k.name == value && k.words != nullptr) return " -x -a " + quoted(join(k.words(), " "));
  if (value == "FILE") return " -r -F";
  if (value == "FOLDER") return " -x -a '(__fish_complete_directories)'";
  if (value != "METHOD") return " -x";
  Words methods;
  for (bool constrained : {false, true})
    for (const std::string& m : all_compositions(constrained))
      if (refusal(compose(parse_method(m)), nullptr).empty())
        methods.push_back(m.find('(') == std::string::npos ? m : "\"" + m + "\"");
  return " -x -a " + quoted(join(methods, " "));
}

std::string fish(const CLI::App& program) {
  std::string out =
      "# takt completion for fish: takt completion fish | source\ncomplete -c takt -f\n";
  for (const std::string& name : command_names(program)) {
    const CLI::App& command = *program.get_subcommand(name);
    out += fmt::format("complete -c takt -n __fish_use_subcommand -a {} -d {}\n", name,
                       quoted(command.get_description()));
    const std::string here = quoted("__fish_seen_subcommand_from " + name);
    for (const Argument& a : arguments_of(command)) {
      if (a.option.empty()) {
        out += fmt::format("complete -c takt -n {}{}\n", here, fish_values(a.value));
        if (a.value == "MODEL")
          out += fmt::format("complete -c takt -n {} -a '(__fish_complete_suffix .yaml)'\n", here);
        continue;
      }
      out += fmt::format("complete -c takt -n {} -l {}{} -d {}\n", here, a.option.substr(2),
                         a.value.empty() ? "" : fish_values(a.value), quoted(a.description));
    }
  }
  return out;
}

void complete(const CLI::App& program, const std::string& shell) {
  const Words known = shells();
  std::string (*const scripts[])(const CLI::App&) = {bash, zsh, fish};
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] == shell) {
      std::fputs(scripts[i](program).c_str(), stdout);
      return;
    }
  throw Error("unknown shell '" + shell + "'", "",
              did_you_mean(shell, known, "there are scripts for bash, zsh and fish"), Fault::usage);
}

}  // namespace

void add_completion(CLI::App& program, Context&) {
  CLI::App* app = program.add_subcommand("completion", "a completion script for the shell");
  auto shell = std::make_shared<std::string>();
  add_word(*app, "SHELL", "", *shell, "bash, zsh or fish")->required();
  app->callback([shell, &program] { complete(program, *shell); });
}

}  // namespace takt::app
