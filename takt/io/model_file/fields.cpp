#include "takt/io/model_file/fields.hpp"

#include <cctype>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::io::model_file {
namespace {

using Kind = YamlNode::Kind;

// The name of the parameter if the text is nothing but "${name}".
std::string lone_parameter(const std::string& text) {
  const std::string t = trimmed(text);
  if (t.size() < 4 || !t.starts_with("${") || t.find('}') != t.size() - 1) return "";
  return trimmed(t.substr(2, t.size() - 3));
}

// Whether a text that is not a number was meant as an expression.
bool names_parameter(const std::string& text, const Scope& scope) {
  std::string word;
  for (const char c : text + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else {
      if (!word.empty() && (scope.find(word) != nullptr || word == "pi")) return true;
      word.clear();
    }
  }
  return false;
}

}  // namespace

std::string Item::where(const Mark& m) const {
  return to_string(m) + " " + kind + (name.empty() ? "" : " '" + name + "'");
}

void Field::fail(const std::string& what, const std::string& hint) const {
  throw Error(what, where(), hint);
}

void Field::unlike(std::string_view wanted, const std::string& hint) const {
  fail("'" + key_ + "' is " + std::string(kind_in_words(*node_)) + ", not " + std::string(wanted),
       hint);
}

std::string Field::text() const {
  if (!is_scalar()) unlike("a number or word");
  return item_->scope->substitute(node_->text, where());
}

std::string Field::formula() const {
  if (!is_scalar()) unlike("a formula");
  return item_->scope->substitute(node_->text, where(), Scope::As::formula);
}

bool holds_one_value(const std::string& text) {
  const std::string t = trimmed(text);
  const std::size_t open = t.find("${");
  if (open == std::string::npos) return true;
  const std::size_t close = closing_brace(t, open);
  if (close == std::string::npos) return true;  // reported elsewhere
  const std::string before = trimmed(t.substr(0, open)), after = t.substr(close + 1);
  const bool alone = before.empty() || before == "-" || before == "+";
  const std::size_t first = after.find_first_not_of(" \t");
  const bool operated =
      first != std::string::npos &&
      std::string_view("^*/+-?<>=!,(.0123456789$").find(after[first]) != std::string_view::npos;
  const bool exponent = after.size() > 1 && (after[0] == 'e' || after[0] == 'E') &&
                        after.find_first_of("0123456789+-") == 1;
  const bool glued = operated || exponent;
  return alone && !glued;
}

namespace {

// "-${a}" with a negative a: the two signs cancel.
std::string without_double_sign(const std::string& text) {
  const std::string t = trimmed(text);
  return t.starts_with("--") ? t.substr(2) : t.starts_with("+-") ? t.substr(1) : text;
}

}  // namespace

double Field::number(std::string_view unit) const {
  if (!is_scalar()) unlike("a number", "write one number, as 5 or \"5 N/mm\"");
  const bool replaced = node_->text.find("${") != std::string::npos;
  const std::string value = replaced ? without_double_sign(text()) : text();
  if (!holds_one_value(node_->text))
    fail("'" + key_ + "' is '" + node_->text + "', which is no single value",
         "write the whole expression in one ${ }, as ${2*a} or ${a^2}");
  Quantity q;
  try {
    q = parse_quantity(value, where());
  } catch (const Error& e) {
    if (is_not_finite(value))
      fail("'" + key_ + "' is " + value + ", not a finite number", "give a finite number");
    if (!replaced && names_parameter(node_->text, *item_->scope))
      fail("'" + key_ + "' is '" + value + "', not a number",
           "expressions stand in ${ }: ${" + node_->text + "}");
    if (replaced && looks_like_formula(node_->text))
      fail("'" + key_ + "' is '" + node_->text + "', which is no single value",
           "write the whole expression in one ${ }, as ${2*a} or ${a^2}");
    throw Error("'" + key_ + "': " + e.what(), where(), e.hint);
  }
  if (unit == "*") return q.value;
  const Dimension wanted = dimension_of(unit);
  if (!q.bare && !fits(q.dimension, wanted)) {
    const UnitMismatch wrong = unit_mismatch(value, unit);
    fail(wrong.what + " ('" + key_ + "')", wrong.hint);
  }
  const Value* parameter = item_->scope->find(lone_parameter(node_->text));
  if (parameter != nullptr && parameter->dimension && !fits(*parameter->dimension, wanted))
    fail("parameter '" + lone_parameter(node_->text) + "' in " +
             unit_of_dimension(*parameter->dimension) + " where " + quantity_in_words(unit) +
             " is expected ('" + key_ + "')",
         unit.empty() ? "name a parameter without a unit"
                      : "name a parameter in " + std::string(unit));
  return q.value;
}

std::optional<Dimension> Field::dimension() const {
  if (!is_scalar()) return {};
  if (const Value* parameter = item_->scope->find(lone_parameter(node_->text)))
    return parameter->dimension;
  const Value v = value_of(text());
  return holds_one_value(node_->text) ? v.dimension : std::nullopt;
}

int Field::integer() const {
  const double x = number("");
  if (x != std::floor(x) || std::abs(x) > 1e9)
    fail("'" + key_ + "' is " + takt::number(x) + ", not a whole number", "give a whole number");
  return static_cast<int>(x);
}

bool Field::flag() const {
  if (!is_scalar()) unlike("true or false");
  const std::string value = text();
  if (value != "true" && value != "false")
    fail("'" + key_ + "' is '" + value + "', not true or false", "write true or false");
  return value == "true";
}

std::string Field::word(const std::vector<std::string>& allowed) const {
  if (!is_scalar()) unlike("a word");
  const std::string value = text();
  for (const std::string& a : allowed)
    if (a == value) return value;
  fail("'" + key_ + "' cannot be '" + value + "'",
       did_you_mean(value, allowed, "write one of " + join(allowed, ", ")));
}

Vec3 Field::vector(std::string_view unit) const {
  if (!is_list() || node_->list.size() != 3)
    is_list()
        ? fail("'" + key_ + "' has " + std::to_string(node_->list.size()) + " numbers, not three",
               "write [x, y, z]")
        : unlike("three numbers", "write [x, y, z]");
  const std::vector<double> x = numbers(unit);
  return {x[0], x[1], x[2]};
}

Vec3 Field::direction() const {
  if (is_scalar()) {
    std::string word = text();
    const double sign = word.starts_with("-") ? -1 : 1;
    if (word.starts_with("-") || word.starts_with("+")) word.erase(0, 1);
    for (int k = 0; k < 3; ++k)
      if (word == std::string(1, "xyz"[k])) return sign * Vec3::Unit(k);
    fail("'" + key_ + "' is '" + text() + "', not a direction", "write x, y, z or [1, 0, 0]");
  }
  const Vec3 d = vector("*");
  const double length = d.norm();
  if (!(length > 0) || !std::isfinite(length))
    fail("'" + key_ + "' is no direction: its length is " + takt::number(length),
         "write x, y, z or [1, 0, 0]");
  return d / length;
}

std::vector<Field> Field::list() const {
  if (!is_list()) unlike("a list", "write [a, b, ...]");
  std::vector<Field> all;
  for (const YamlPtr& n : node_->list) all.emplace_back(*n, *item_, key_);
  return all;
}

std::vector<double> Field::numbers(std::string_view unit) const {
  if (is_scalar()) return {number(unit)};
  std::vector<double> all;
  for (const Field& f : list()) all.push_back(f.number(unit));
  return all;
}

std::vector<std::vector<double>> Field::rows(std::string_view unit) const {
  if (!is_list() || node_->list.empty()) unlike("rows of numbers", "write [[a, b], [c, d]]");
  std::vector<std::vector<double>> all;
  if (node_->list[0]->kind != Kind::list) return {numbers(unit)};
  for (const Field& row : list()) {
    if (!row.is_list()) row.unlike("a row of numbers", "write [[a, b], [c, d]]");
    all.push_back(row.numbers(unit));
  }
  return all;
}

Fields Field::map(const std::vector<std::string>& known) const {
  if (!is_map()) unlike("a map", "write {" + join(known, ": ..., ") + ": ...}");
  return {*node_, *item_, known};
}

std::vector<Field> Field::entries() const {
  if (!is_map()) unlike("a map", "write {name: value, ...}");
  std::vector<Field> all;
  for (const YamlNode::Entry& e : node_->map)
    all.emplace_back(*e.value, *item_, item_->scope->substitute(e.key, item_->where(e.mark)));
  return all;
}

Fields::Fields(const YamlNode& map, const Item& item, const std::vector<std::string>& known)
    : node_(&map), item_(&item) {
  if (map.kind == Kind::nothing) return;
  if (map.kind != Kind::map)
    throw Error(std::string(kind_in_words(map)) + " stands where keys are meant",
                item.where(map.mark), "the keys are " + join(known, ", "));
  for (const YamlNode::Entry& e : map.map) {
    bool found = false;
    for (const std::string& k : known) found = found || k == e.key;
    if (!found)
      throw Error("unknown key '" + e.key + "'", item.where(e.mark),
                  did_you_mean(e.key, known, "the keys are " + join(known, ", ")));
    if (e.value->kind == Kind::nothing)
      throw Error("'" + e.key + "' has no value", item.where(e.mark), "give one, or leave it out");
  }
}

Fields Fields::of(const Item& item, std::vector<std::string> known) {
  for (const char* common : {"description", "when", "repeat"}) known.emplace_back(common);
  return {*item.node, item, known};
}

Field Fields::get(std::string_view key) const {
  if (const YamlNode* n = node_->find(key)) return {*n, *item_, std::string(key)};
  throw Error("the key '" + std::string(key) + "' is missing", item_->where(node_->mark),
              "add " + std::string(key) + ": ...");
}

std::optional<Field> Fields::find(std::string_view key) const {
  const YamlNode* n = node_->find(key);
  if (n == nullptr) return {};
  return Field(*n, *item_, std::string(key));
}

void Fields::require_one_of(const std::vector<std::string>& keys) const {
  int count = 0;
  for (const std::string& k : keys) count += has(k) ? 1 : 0;
  if (count != 1)
    throw Error(count == 0 ? "one of the keys " + join(keys, ", ") + " is missing"
                           : "more than one of the keys " + join(keys, ", ") + " is given",
                where(), "give one of them");
}

void Fields::exclude(std::string_view key, std::string_view other) const {
  if (has(key) && has(other))
    throw Error("'" + std::string(key) + "' and '" + std::string(other) + "' exclude each other",
                get(other).where(), "keep one of them");
}

}  // namespace takt::io::model_file
