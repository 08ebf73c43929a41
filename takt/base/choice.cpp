#include "takt/base/choice.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt {

std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::string to_string(const Choice& c) {
  std::string text = c.name;
  for (std::size_t i = 0; i < c.options.size(); ++i) {
    text += i == 0 ? "(" : ",";
    if (!c.options[i].first.empty()) text += c.options[i].first + "=";
    text += c.options[i].second;
  }
  return c.options.empty() ? text : text + ")";
}

namespace {

std::string accepted(const Option& o) {
  switch (o.kind) {
    case Option::Kind::number: return "a number";
    case Option::Kind::positive: return "a positive number";
    case Option::Kind::count: return "a whole number, 1 or more";
    case Option::Kind::flag: return "true or false";
    case Option::Kind::word: return "one of " + join(split(o.allowed, '|'), ", ");
    case Option::Kind::text: return std::string(o.allowed);
  }
  return "";
}

bool fits(const Option& o, const std::string& value) {
  double x = 0;
  switch (o.kind) {
    case Option::Kind::number: return parse_number(value, x);
    case Option::Kind::positive: return parse_number(value, x) && x > 0;
    case Option::Kind::count:
      return parse_number(value, x) && x >= 1 && x == std::floor(x) && x < 1e6;
    case Option::Kind::flag: return value == "true" || value == "false";
    case Option::Kind::word: {
      const auto words = split(o.allowed, '|');
      return std::find(words.begin(), words.end(), value) != words.end();
    }
    case Option::Kind::text: return true;
  }
  return false;
}

}  // namespace

Settings::Settings(const Choice& choice, std::span<const Option> options, std::string_view where) {
  std::vector<std::string> names;
  for (const Option& o : options) {
    values_[std::string(o.name)] = o.standard;
    names.emplace_back(o.name);
  }
  for (const auto& [key, value] : choice.options) {
    const Option* option = nullptr;
    for (const Option& o : options)
      if (key.empty() ? o.lone && (option == nullptr || !fits(*option, value)) : o.name == key)
        option = &o;
    if (option == nullptr) {
      const std::string known = names.empty() ? choice.name + " has no options"
                                              : choice.name + " takes: " + join(names, ", ");
      throw Error(key.empty() ? choice.name + " takes no value without a name: '" + value + "'"
                              : "unknown option '" + key + "' of " + choice.name,
                  std::string(where), did_you_mean(key, names, known));
    }
    if (!fits(*option, value)) {
      std::vector<std::string> words;
      if (option->kind == Option::Kind::word) words = split(option->allowed, '|');
      const std::string hint = "write " + accepted(*option);
      const std::string near = did_you_mean(value, words);
      throw Error("option " + std::string(option->name) + " of " + choice.name + ": '" + value +
                      "' is not " + accepted(*option),
                  std::string(where), near.empty() ? hint : near);
    }
    if (!given_.emplace(std::string(option->name), value).second)
      throw Error("option " + std::string(option->name) + " of " + choice.name + " is given twice",
                  std::string(where), "keep one of them");
    values_[std::string(option->name)] = value;
  }
}

bool Settings::given(std::string_view name) const { return given_.find(name) != given_.end(); }

const std::string& Settings::text(std::string_view name) const {
  return values_.find(name)->second;
}

double Settings::number(std::string_view name) const {
  double x = 0;
  parse_number(text(name), x);
  return x;
}

int Settings::count(std::string_view name) const { return static_cast<int>(number(name)); }

bool Settings::flag(std::string_view name) const { return text(name) == "true"; }

}  // namespace takt
