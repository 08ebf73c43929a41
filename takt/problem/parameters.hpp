// Named numbers of a hand-written problem, which users set with --set.
#pragma once

#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace takt::problem {

struct Parameter {
  std::string_view name;
  double value;           // default, SI
  std::string_view unit;  // "m/s", "" of a plain number
  std::string_view meaning;
  // The value must lie strictly between these limits; a mass is above 0.
  double above = -std::numeric_limits<double>::infinity();
  double below = std::numeric_limits<double>::infinity();
  std::string_view words = {};  // "a|b": words that users write for 0, 1, ...
};

// The value of a word, -1 if there is no such word; and the word of a value.
int value_of_word(const Parameter&, std::string_view word);
std::string word_of_value(const Parameter&, double value);

// The default values of a problem, overridden by those of the user.
class Parameters {
 public:
  Parameters() = default;
  Parameters(std::span<const Parameter> defaults, const std::map<std::string, double>& set) {
    for (const Parameter& p : defaults) values_[std::string(p.name)] = p.value;
    for (const auto& [name, value] : set) values_[name] = value;
  }
  double operator[](std::string_view name) const { return values_.at(std::string(name)); }
  bool flag(std::string_view name) const { return (*this)[name] != 0; }

 private:
  std::map<std::string, double> values_;
};

}  // namespace takt::problem
