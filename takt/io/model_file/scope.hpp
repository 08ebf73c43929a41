// Parameters and loop indices, and the ${expressions} made of them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "takt/io/quantity.hpp"

namespace takt::io::model_file {

inline constexpr std::size_t longest_expression = 1000;

// A number, or a word when there is no number.
struct Value {
  std::optional<double> number;
  std::string word;
  std::optional<Dimension> dimension;  // when a unit was written
};

class Scope {
 public:
  explicit Scope(std::shared_ptr<const Scope> outer = {}) : outer_(std::move(outer)) {}

  void set(const std::string& name, Value value) { values_[name] = std::move(value); }
  const Value* find(std::string_view name) const noexcept;  // the inner ones first
  std::vector<std::string> names() const;

  // These throw Error at `where`, with the character of the expression.
  double evaluate(const std::string& expression, const std::string& where) const;
  // The text with every ${expression} replaced; numbers so that they read back exactly. In a formula
  // each stands for its value, as if in brackets: with a = -2, ${a}^2 is 4.
  enum class As { text, formula };
  std::string substitute(const std::string& text, const std::string& where, As = As::text) const;

 private:
  std::map<std::string, Value, std::less<>> values_;
  std::shared_ptr<const Scope> outer_;
};

// The value a text stands for: a number with or without a unit, or a word.
Value value_of(const std::string& text);

std::string trimmed(const std::string& text);

// Where the brace that closes the ${ at `open` is; npos: nowhere.
std::size_t closing_brace(const std::string& text, std::size_t open);

// Whether a text with ${...} and more around it is meant as a formula, as "3 * ${a}", not as a name
// such as "arm${i}".
bool looks_like_formula(const std::string& text);

}  // namespace takt::io::model_file
