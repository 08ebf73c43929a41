#include "takt/io/model_file/scope.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <set>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/element/signal/expression.hpp"

namespace takt::io::model_file {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// A number in [0, 1) that looks random and is the same on all machines for the same a and b
// (splitmix64 over their bits).
double hashed(double a, double b) {
  std::uint64_t x = 0;
  for (const double part : {a + 0.0, b + 0.0}) {
    x += std::bit_cast<std::uint64_t>(part) + 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
  }
  return static_cast<double>(x >> 11) * 0x1p-53;
}

// The bracket that closes the one at `open`, and the comma at its level; npos if there is none.
struct Bracket {
  std::size_t close = std::string::npos, comma = std::string::npos;
};
Bracket bracket(const std::string& text, std::size_t open) {
  Bracket b;
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ',' && depth == 1) {
      if (b.comma != std::string::npos) return {};  // a third argument
      b.comma = i;
    }
    if (text[i] == ')' && --depth == 0) {
      b.close = i;
      return b;
    }
  }
  return b;
}

}  // namespace

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(" \t\n"), to = text.find_last_not_of(" \t\n");
  return from == std::string::npos ? "" : text.substr(from, to - from + 1);
}

bool is_not_finite(std::string_view word) {
  if (word.starts_with("+") || word.starts_with("-")) word.remove_prefix(1);
  if (word.starts_with(".")) word.remove_prefix(1);
  for (const char* one : {"nan", "NaN", "NAN", "inf", "Inf", "INF"})
    if (word == one) return true;
  return false;
}

const Value* Scope::find(std::string_view name) const noexcept {
  for (const Scope* s = this; s != nullptr; s = s->outer_.get())
    if (const auto v = s->values_.find(name); v != s->values_.end()) return &v->second;
  return nullptr;
}

std::vector<std::string> Scope::names() const {
  std::set<std::string> all;
  for (const Scope* s = this; s != nullptr; s = s->outer_.get())
    for (const auto& [name, value] : s->values_) all.insert(name);
  return {all.begin(), all.end()};
}

double Scope::evaluate(const std::string& expression, const std::string& where) const {
  if (expression.size() > longest_expression)
    throw Error("the expression is longer than 1000 characters", where,
                "give parts of it a name under parameters");
  // rand(a, b) is not part of the formula syntax: it is replaced by its number first.
  for (std::size_t at = expression.find("rand"); at != std::string::npos;
       at = expression.find("rand", at + 1)) {
    const std::size_t open = at + 4;
    if ((at > 0 && in_name(expression[at - 1])) || open >= expression.size() ||
        expression[open] != '(')
      continue;
    const Bracket b = bracket(expression, open);
    if (b.close == std::string::npos || b.comma == std::string::npos)
      throw Error("rand takes two arguments: '" + expression + "'", where,
                  "write rand(seed, i), for example");
    const double a = evaluate(expression.substr(open + 1, b.comma - open - 1), where);
    const double c = evaluate(expression.substr(b.comma + 1, b.close - b.comma - 1), where);
    return evaluate(expression.substr(0, at) + "(" + takt::number(hashed(a, c)) + ")" +
                        expression.substr(b.close + 1),
                    where);
  }
  std::vector<std::string> used;
  std::vector<double> values;
  for (const std::string& name : element::Expression::names_in(expression)) {
    const Value* v = find(name);
    if (v == nullptr) continue;
    if (!v->number && is_not_finite(v->word))
      throw Error("parameter '" + name + "' is " + v->word + ", not a finite number", where,
                  "give a finite number");
    if (!v->number)
      throw Error("parameter '" + name + "' is the word '" + v->word + "', not a number", where,
                  "compare words with when: {" + name + ": " + v->word + "}");
    used.push_back(name);
    values.push_back(*v->number);
  }
  double x = 0;
  try {
    x = element::Expression::compile(expression, used)(values);
  } catch (const element::ExpressionError& e) {
    std::vector<std::string> known = names();
    std::string hint = e.hint;
    for (const std::string& name : element::Expression::names_in(expression))
      if (const auto near = did_you_mean(name, known); find(name) == nullptr && !near.empty())
        hint = near;
    throw Error("in ${" + expression + "}, character " + std::to_string(e.column) + ": " + e.what(),
                where, hint);
  }
  if (!std::isfinite(x))
    throw Error("${" + expression + "} is not a finite number", where,
                "look for a division by zero or a root or logarithm of a negative number");
  return x;
}

namespace {

// A value as an operand of a formula: in brackets, unless it is a name or a number without sign.
std::string operand(const std::string& value) {
  const bool plain =
      std::all_of(value.begin(), value.end(), [](char c) { return in_name(c) || c == '.'; });
  return plain ? value : "(" + value + ")";
}

}  // namespace

std::size_t closing_brace(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text.compare(i, 2, "${") == 0) ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string::npos;
}

bool looks_like_formula(const std::string& text) {
  std::string around;
  std::size_t at = 0;
  for (std::size_t open; (open = text.find("${", at)) != std::string::npos;) {
    around += text.substr(at, open - at);
    at = closing_brace(text, open);
    if (at == std::string::npos) return false;
    ++at;
  }
  around += text.substr(at);
  if (around.find_first_of("()*^?<>") != std::string::npos) return true;
  return around.find_first_of("+-/") != std::string::npos &&
         around.find_first_not_of("0123456789.+-/ ") == std::string::npos;
}

std::string Scope::substitute(const std::string& text, const std::string& where, As as) const {
  if (text.find("${") == std::string::npos) return text;
  std::string out;
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = text.find("${", at);
    if (open == std::string::npos) break;
    const std::size_t close = closing_brace(text, open);
    if (close == std::string::npos)
      throw Error("'${' is not closed in '" + text + "'", where, "add the brace }");
    out += text.substr(at, open - at);
    const std::string inside = text.substr(open + 2, close - open - 2);
    const std::string expression = trimmed(substitute(inside, where, As::formula));
    const Value* lone = find(expression);
    const std::string value =
        lone != nullptr && !lone->number ? lone->word : takt::number(evaluate(expression, where));
    out += as == As::formula ? operand(value) : value;
    at = close + 1;
  }
  return out + text.substr(at);
}

Value value_of(const std::string& text) {
  try {
    const Quantity q = parse_quantity(text, "");
    return {q.value, "", q.bare ? std::nullopt : std::optional<Dimension>(q.dimension)};
  } catch (const Error&) {
    return {{}, text, {}};
  }
}

}  // namespace takt::io::model_file
