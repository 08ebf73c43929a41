#include "takt/method/method.hpp"

#include <cctype>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/formulation/catalogue.hpp"
#include "takt/integrator/catalogue.hpp"
#include "takt/jacobian/catalogue.hpp"
#include "takt/method/fitting_method.hpp"
#include "takt/stabilise/catalogue.hpp"

namespace takt {
namespace {

constexpr std::size_t longest = 1000;
constexpr std::string_view grammar =
    "write formulation+integrator[+stabilisation][+jacobian], each part name or "
    "name(key=value,...), for example index1(baumgarte=12;70)+heun";

std::vector<std::string> formulation_names() {
  std::vector<std::string> names = names_of(formulations());
  for (std::string& alias : names_of(method_aliases())) names.push_back(std::move(alias));
  return names;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Method parse() {
    if (text_.empty()) throw Error("the method is empty", "method", std::string(grammar));
    if (text_.size() > longest)
      throw Error("the method is longer than 1000 characters", "method", std::string(grammar));
    Method m;
    std::vector<std::pair<Choice, std::size_t>> parts;
    skip();
    std::size_t at = place_;
    Choice first = part();
    if (here() == ':') {
      if (!first.options.empty()) fail("coordinates take no options");
      m.coordinates = first.name;
      ++place_;
      skip();
      at = place_;
      first = part();
    }
    parts.emplace_back(std::move(first), at);
    while (place_ < text_.size()) {
      if (here() != '+') fail(std::string("expected '+' or the end, found '") + here() + "'");
      ++place_;
      skip();
      at = place_;
      parts.emplace_back(part(), at);
    }
    assign(m, parts);
    return m;
  }

 private:
  char here() const { return place_ < text_.size() ? text_[place_] : '\0'; }
  void skip() {
    while (std::isspace(static_cast<unsigned char>(here()))) ++place_;
  }

  [[noreturn]] void fail(const std::string& what, std::string hint = std::string(grammar)) const {
    throw Error("malformed method: " + what + "\n  " + std::string(text_) + "\n  " +
                    std::string(place_, ' ') + "^",
                "method, character " + std::to_string(place_ + 1), std::move(hint));
  }

  std::string word(std::string_view also) {
    std::string w;
    while (place_ < text_.size()) {
      const char c = here();
      if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' &&
          also.find(c) == std::string_view::npos)
        break;
      w += c;
      ++place_;
    }
    skip();
    return w;
  }

  Choice part() {
    Choice c;
    c.name = word("-");
    if (c.name.empty())
      fail(place_ < text_.size() ? std::string("expected a name, found '") + here() + "'"
                                 : "expected a name after '+'");
    if (here() != '(') return c;
    ++place_;
    skip();
    if (here() == ')') fail("the brackets are empty", "leave the brackets out");
    for (;;) {
      std::string value = word(".;+-");
      if (value.empty()) fail("expected a value or key=value");
      std::string key;
      if (here() == '=') {
        ++place_;
        skip();
        key = std::move(value);
        value = word(".;+-");
        if (value.empty()) fail("'" + key + "=' has no value");
      }
      c.options.emplace_back(std::move(key), std::move(value));
      if (here() == ',') {
        ++place_;
        skip();
        continue;
      }
      if (here() != ')') fail("expected ',' or ')'");
      ++place_;
      skip();
      return c;
    }
  }

  [[noreturn]] void unknown(const std::string& kind, const std::string& name, std::size_t at,
                            const std::vector<std::string>& names) {
    place_ = at;
    throw Error("unknown " + kind + " '" + name + "'\n  " + std::string(text_) + "\n  " +
                    std::string(at, ' ') + "^",
                "method, character " + std::to_string(at + 1),
                did_you_mean(name, names, "known: " + join(names, ", ")));
  }

  // Replaces an alias such as `hybrid` by the parts it stands for.                   003 section 2
  void spell_out(Method& m, std::vector<std::pair<Choice, std::size_t>>& parts) {
    const MethodAlias* alias = find_alias(parts[0].first.name);
    if (alias == nullptr) return;
    place_ = parts[0].second;
    if (!m.coordinates.empty())
      fail(parts[0].first.name + " names its coordinates itself",
           "leave out '" + m.coordinates + ":'");
    m.coordinates = alias->coordinates;
    const IntegratorEntry* integrator =
        parts.size() > 1 ? find_integrator(parts[1].first.name) : nullptr;
    const bool stages = integrator != nullptr && integrator->asks.has(Form::linearised);
    parts[0].first.name = stages ? alias->formulation_of_stages : alias->formulation;
    const std::string_view stabilisation =
        stages ? alias->stabilisation_of_stages : alias->stabilisation;
    if (!stabilisation.empty()) m.stabilisation = {std::string(stabilisation), {}};
    place_ = text_.size();
  }

  // A name of another part gets the whole methods that it can be part of.
  [[noreturn]] void no_formulation(Method m,
                                   const std::vector<std::pair<Choice, std::size_t>>& parts) {
    const std::string& name = parts[0].first.name;
    const bool integrator = find_integrator(name) != nullptr;
    if (!integrator && find_stabilisation(name) == nullptr)
      unknown("formulation", name, parts[0].second, formulation_names());
    for (const auto& [choice, at] : parts)
      if (find_integrator(choice.name) != nullptr)
        m.integrator = {std::string(find_integrator(choice.name)->name), choice.options};
      else if (find_stabilisation(choice.name) != nullptr)
        m.stabilisation = choice;
    std::vector<std::string> whole;
    for (const bool constrained : {false, true}) {
      if (!constrained && m.stabilisation.name != "none") continue;
      if (const std::string method = fitting_method(m, constrained); !method.empty())
        whole.push_back(method + (constrained ? " for a model with constraints" : ""));
    }
    place_ = parts[0].second;
    fail("a method begins with a formulation, but '" + name + "' is " +
             (integrator ? "an integrator" : "a stabilisation"),
         whole.empty() ? std::string(grammar) : "write " + join(whole, ", or "));
  }

  void assign(Method& m, std::vector<std::pair<Choice, std::size_t>>& parts) {
    spell_out(m, parts);
    if (find_formulation(parts[0].first.name) == nullptr) no_formulation(m, parts);
    m.formulation = parts[0].first;
    if (parts.size() < 2)
      fail("a method needs an integrator", "write " + m.formulation.name + "+heun, for example");
    const IntegratorEntry* integrator = find_integrator(parts[1].first.name);
    if (integrator == nullptr)
      unknown("integrator", parts[1].first.name, parts[1].second, names_of(integrators()));
    m.integrator = parts[1].first;
    m.integrator.name = integrator->name;  // replaces an alias
    bool stabilised = false;
    for (std::size_t i = 2; i < parts.size(); ++i) {
      const auto& [choice, at] = parts[i];
      place_ = at;
      if (find_stabilisation(choice.name) != nullptr) {
        if (stabilised) fail("two stabilisations", "keep one of them");
        stabilised = true;
        m.stabilisation = choice;
      } else if (find_jacobian(choice.name) != nullptr) {
        for (const Choice& other : m.jacobian)
          if (find_jacobian(other.name)->refresh == find_jacobian(choice.name)->refresh)
            fail(find_jacobian(choice.name)->refresh ? "two refreshes of the Jacobian"
                                                     : "two sources of the Jacobian",
                 "keep one of them");
        if (!choice.options.empty() && find_jacobian(choice.name)->options.empty())
          fail(choice.name + " has no options");
        m.jacobian.push_back(choice);
      } else {
        std::vector<std::string> names = names_of(stabilisations());
        for (std::string& name : names_of(jacobians())) names.push_back(std::move(name));
        unknown("stabilisation or jacobian", choice.name, at, names);
      }
    }
  }

  std::string_view text_;
  std::size_t place_ = 0;
};

constexpr MethodAlias aliases[] = {
    {"global", "natural", "ali3", "tangent", "ali1", "penalised"},
    {"hybrid", "joint", "ali3", "tangent", "ali1", "penalised"},
    {"topological", "joint", "state_space", "", "state_space", ""},
};

}  // namespace

std::span<const MethodAlias> method_aliases() noexcept { return aliases; }

const MethodAlias* find_alias(std::string_view name) noexcept {
  for (const MethodAlias& a : aliases)
    if (a.name == name) return &a;
  return nullptr;
}

Method parse_method(std::string_view text) { return Parser(text).parse(); }

std::string to_string(const Method& m) {
  std::string text = m.coordinates.empty() ? "" : m.coordinates + ":";
  text += to_string(m.formulation) + "+" + to_string(m.integrator);
  if (m.stabilisation != Choice{"none", {}}) text += "+" + to_string(m.stabilisation);
  for (const Choice& j : m.jacobian) text += "+" + to_string(j);
  return text;
}

}  // namespace takt
