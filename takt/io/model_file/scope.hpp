// Parameters and loop indices of a model file, and the evaluation of ${expressions}.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "takt/io/units/quantity.hpp"

namespace takt::io::model_file {

inline constexpr std::size_t longest_expression = 1000;

// A number, or a word if it is not a number.
struct Value {
  std::optional<double> number;
  std::string word;
  std::optional<Dimension> dimension;  // if a unit was written
};

class Scope {
 public:
  explicit Scope(std::shared_ptr<const Scope> outer = {}) : outer_(std::move(outer)) {}

  void set(const std::string& name, Value value) { values_[name] = std::move(value); }
  const Value* find(std::string_view name) const noexcept;  // inner scopes first
  std::vector<std::string> names() const;

  // Both throw Error at `where`, with the position in the expression.
  double evaluate(const std::string& expression, const std::string& where) const;
  // The text with every ${expression} replaced. Numbers are written so that they read back exactly.
  // In a formula, each value is put in brackets: with a = -2, ${a}^2 is 4.
  enum class As { text, formula };
  std::string substitute(const std::string& text, const std::string& where, As = As::text) const;

 private:
  std::map<std::string, Value, std::less<>> values_;
  std::shared_ptr<const Scope> outer_;
};

// The value of a text: a number with or without a unit, or a word.
Value value_of(const std::string& text);

std::string trimmed(const std::string& text);

// ".inf", "-.inf", ".nan" and how else YAML and people write them.
bool is_not_finite(std::string_view word);

// The position of the brace that closes the ${ at `open`; npos if there is none.
std::size_t closing_brace(const std::string& text, std::size_t open);

// Whether a text that contains ${...} is a formula, as "3 * ${a}", and not a name, as "arm${i}".
bool looks_like_formula(const std::string& text);

}  // namespace takt::io::model_file
