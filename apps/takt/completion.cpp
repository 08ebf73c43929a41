// takt completion SHELL: a script for the shell, from the commands and the catalogues.
#include <fmt/format.h>

#include <cstdio>

#include "command.hpp"
#include "complaint.hpp"
#include "list.hpp"
#include "takt/base/text.hpp"
#include "takt/experiment/catalogue.hpp"
#include "takt/io/open_model.hpp"
#include "takt/simulate/composition.hpp"

namespace takt::app {
namespace {

using Words = std::vector<std::string>;

Words models() { return io::model_names(); }

Words experiments() {
  Words names;
  for (const auto& e : experiment::experiments()) names.emplace_back(e.id);
  return names;
}

// Methods are completed part by part: what may follow the parts already written.
Words method_parts(int place) {
  if (place == 0) return names_of(formulations());
  if (place == 1) return names_of(integrators());
  Words names = names_of(stabilisations());
  for (std::string& name : names_of(jacobians())) names.push_back(std::move(name));
  return names;
}

Words shells() { return {"bash", "zsh", "fish"}; }

// What a command's positional words are.
Words positional_words(const std::string& command) {
  if (command == "run" || command == "compare" || command == "certify" || command == "tune")
    return models();
  if (command == "reproduce") return experiments();
  if (command == "completion") return shells();
  if (command == "list") return names_of(kinds());
  return {};
}

constexpr std::string_view bash_script =
    R"(# takt completion for bash: source <(takt completion bash)
_takt() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
  local command="${{COMP_WORDS[1]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{commands} --help --version" -- "$word"))
    return
  fi
  case "$before" in
    --model) COMPREPLY=($(compgen -W "{models}" -- "$word")); return ;;
    --method|--reference|explain)
      local head="${{word%+*}}" parts="{formulations}"
      case "$word" in
        *+*+*) parts="{stabilisations}" ;;
        *+*) parts="{integrators}" ;;
        *) head="" ;;
      esac
      compopt -o nospace
      [ -n "$head" ] && parts=$(printf "$head+%s " $parts)
      COMPREPLY=($(compgen -W "$parts" -- "$word"))
      return ;;
    --out) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  case "$command" in
{cases}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -F _takt takt
)";

std::string bash(const CLI::App& program) {
  std::string cases;
  for (const std::string& name : command_names(program)) {
    Words words = positional_words(name);
    for (const std::string& o : option_names(*program.get_subcommand(name))) words.push_back(o);
    cases += fmt::format("    {}) words=\"{}\" ;;\n", name, join(words, " "));
  }
  return fmt::format(
      bash_script, fmt::arg("commands", join(command_names(program), " ")),
      fmt::arg("models", join(models(), " ")), fmt::arg("formulations", join(method_parts(0), " ")),
      fmt::arg("integrators", join(method_parts(1), " ")),
      fmt::arg("stabilisations", join(method_parts(2), " ")), fmt::arg("cases", cases));
}

// zsh runs the script of bash.
std::string zsh(const CLI::App& program) {
  return "# takt completion for zsh: source <(takt completion zsh)\n"
         "autoload -U +X bashcompinit && bashcompinit\n" +
         bash(program);
}

std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  return "'" + text + "'";
}

std::string fish(const CLI::App& program) {
  std::string out =
      "# takt completion for fish: takt completion fish | source\ncomplete -c takt -f\n";
  for (const std::string& name : command_names(program)) {
    const CLI::App& command = *program.get_subcommand(name);
    out += fmt::format("complete -c takt -n __fish_use_subcommand -a {} -d {}\n", name,
                       quoted(command.get_description()));
    const std::string here = quoted("__fish_seen_subcommand_from " + name);
    if (const Words words = positional_words(name); !words.empty())
      out += fmt::format("complete -c takt -n {} -a {}\n", here, quoted(join(words, " ")));
    for (const CLI::Option* o : command.get_options())
      for (const std::string& option : o->get_lnames()) {
        std::string values;
        if (option == "model") values = " -x -a " + quoted(join(models(), " "));
        if (option == "method" || option == "reference") {
          Words methods;
          for (bool constrained : {false, true})
            for (const std::string& m : all_compositions(constrained))
              if (refusal(compose(parse_method(m)), nullptr).empty())
                methods.push_back(m.find('(') == std::string::npos ? m : "\"" + m + "\"");
          values = " -x -a " + quoted(join(methods, " "));
        }
        if (option == "out") values = " -r -F";
        out += fmt::format("complete -c takt -n {} -l {}{} -d {}\n", here, option, values,
                           quoted(o->get_description()));
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
