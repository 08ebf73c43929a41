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
Words shells();  // that there are scripts for

// Methods for shells that complete whole words.
Words whole_methods() {
  Words all;
  for (bool constrained : {false, true})
    for (const std::string& m : all_compositions(constrained))
      if (refusal(compose(parse_method(m)), nullptr).empty())
        all.push_back(m.find('(') == std::string::npos ? m : "\"" + m + "\"");
  return all;
}

// The possible values of a placeholder in the help, such as `--method METHOD` or `MODEL`. Values of
// other placeholders are known only to the user.
struct ValueKind {
  std::string_view name;
  Words (*words)() = nullptr;
  bool by_parts = false;             // the script for bash completes parts of a word
  std::string_view bash_files = {};  // command that lists the files or folders that fit
  std::string_view fish_files = {};  // arguments of `complete` that do the same
};
constexpr ValueKind value_kinds[] = {
    {.name = "MODEL",
     .words = io::model_names,
     .bash_files = "compgen -f -X '!*.y*ml'",
     .fish_files = " -a '(__fish_complete_suffix .yaml)'"},
    {.name = "ID", .words = experiments},
    {.name = "KIND", .words = lists},
    {.name = "SHELL", .words = shells},
    {.name = "METHOD", .words = whole_methods, .by_parts = true},
    {.name = "FILE", .bash_files = "compgen -f", .fish_files = " -r -F"},
    {.name = "FOLDER",
     .bash_files = "compgen -d",
     .fish_files = " -x -a '(__fish_complete_directories)'"},
};

const ValueKind* find_kind(std::string_view placeholder) {
  for (const ValueKind& k : value_kinds)
    if (k.name == placeholder) return &k;
  return nullptr;
}

// The endings that a placeholder such as `FILE.csv|FILE.h5` names: ".csv .h5".
std::string endings_in(const std::string& placeholder) {
  constexpr std::string_view file = "FILE.";
  Words endings;
  for (const std::string& one : split(placeholder, '|')) {
    if (!one.starts_with(file)) return "";
    endings.push_back(one.substr(file.size() - 1));
  }
  return join(endings, " ");
}

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
  local kind="" first="" options="--help" endings=""
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
    RESULTS)
      local stem="$word" ending
      case "${{word##*/}}" in *.*) stem="${{word%.*}}" ;; esac
      COMPREPLY=($(compgen -f -- "$word"))
      for ending in $endings; do
        case "$stem$ending" in "$word"*) COMPREPLY+=("$stem$ending") ;; esac
      done ;;
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
    if (a.value.empty()) continue;
    const std::string endings = endings_in(a.value);
    if (!endings.empty())
      values += fmt::format("        {}) kind=RESULTS endings=\"{}\" ;;\n", a.option, endings);
    else
      values += fmt::format("        {}) kind={} ;;\n", a.option,
                            find_kind(a.value) != nullptr ? a.value : "VALUE");
  }
  return fmt::format(
      "    {})\n      options=\"{}\" first={}\n      case \"$before\" in\n{}      esac ;;\n", name,
      join(options, " "), first, values);
}

std::string bash(const CLI::App& program) {
  std::string cases, words;
  for (const std::string& name : command_names(program))
    cases += bash_case(name, *program.get_subcommand(name));
  for (const ValueKind& k : value_kinds) {
    if (k.by_parts) continue;
    std::string replies;
    if (k.words != nullptr)
      replies += fmt::format(" $(compgen -W \"{}\" -- \"$word\")", join(k.words(), " "));
    if (!k.bash_files.empty()) replies += fmt::format(" $({} -- \"$word\")", k.bash_files);
    words += fmt::format("    {}) COMPREPLY=({}) ;;\n", k.name, replies.substr(1));
  }
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
  if (const std::string endings = endings_in(value); !endings.empty())
    return " -r -F -a '(for e in " + endings + "; echo (commandline -ct)$e; end)'";
  const ValueKind* k = find_kind(value);
  if (k == nullptr) return " -x";
  if (k->words == nullptr) return std::string(k->fish_files);
  return " -x -a " + quoted(join(k->words(), " "));
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
        const ValueKind* k = find_kind(a.value);
        if (k != nullptr && k->words != nullptr && !k->fish_files.empty())
          out += fmt::format("complete -c takt -n {}{}\n", here, k->fish_files);
        continue;
      }
      out += fmt::format("complete -c takt -n {} -l {}{} -d {}\n", here, a.option.substr(2),
                         a.value.empty() ? "" : fish_values(a.value), quoted(a.description));
    }
  }
  return out;
}

struct Shell {
  std::string_view name;
  std::string (*script)(const CLI::App& program);
};
constexpr Shell all_shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

Words shells() { return names_of(all_shells); }

void complete(const CLI::App& program, const std::string& shell) {
  for (const Shell& s : all_shells)
    if (s.name == shell) {
      std::fputs(s.script(program).c_str(), stdout);
      return;
    }
  throw Error("unknown shell '" + shell + "'", "",
              did_you_mean(shell, shells(), "there are scripts for " + join(shells(), ", ")),
              Fault::usage);
}

void add_completion(CLI::App& app, Context& context) {
  auto shell = std::make_shared<std::string>();
  add_word(app, "SHELL", "", *shell, join(shells(), ", "))->required();
  app.callback([shell, &context] { complete(*context.program, *shell); });
}

}  // namespace

Command completion_command() {
  return {"completion", "a completion script for the shell", add_completion};
}

}  // namespace takt::app
