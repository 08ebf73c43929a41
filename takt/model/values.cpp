#include "takt/model/values.hpp"

#include <algorithm>
#include <stdexcept>

#include "takt/base/choice.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt {
namespace {

using element::Key;
using element::KeyKind;

std::string_view in_words(KeyKind kind) {
  switch (kind) {
    case KeyKind::number: return "a number";
    case KeyKind::vector: return "three numbers";
    case KeyKind::curve: return "a curve";
    case KeyKind::matrix:
    case KeyKind::table: return "rows of numbers";
    case KeyKind::word: return "a word";
    case KeyKind::flag: return "true or false";
    case KeyKind::signal: return "a signal";
    case KeyKind::varying: return "a number or a signal";
    case KeyKind::text: return "a text";
  }
  return "";
}

bool fits(KeyKind kind, const Setting& value) {
  switch (kind) {
    case KeyKind::number: return std::holds_alternative<double>(value);
    case KeyKind::vector: return std::holds_alternative<Vec3>(value);
    case KeyKind::curve: return std::holds_alternative<element::Curve>(value);
    case KeyKind::matrix:
    case KeyKind::table: return std::holds_alternative<Rows>(value);
    case KeyKind::flag: return std::holds_alternative<bool>(value);
    case KeyKind::word:
    case KeyKind::text: return std::holds_alternative<std::string>(value);
    case KeyKind::signal:
    case KeyKind::varying:
      return std::holds_alternative<std::string>(value) || std::holds_alternative<double>(value);
  }
  return false;
}

// The numbers in a text such as "[0, 0, 1]", "0.5" or "1 m", in SI units; the rest is ignored.
std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> all;
  for (std::size_t at = 0; at < text.size();) {
    at = text.find_first_not_of("[], \t", at);
    if (at == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of("[], \t", at), text.size());
    double x = 0;
    if (parse_number(text.substr(at, end - at), x)) all.push_back(x);
    at = end;
  }
  return all;
}

// Reads the default of a catalogue entry; returns false for "none".
bool standard_of(const Key& key, Setting& value) {
  if (key.standard == "none") return false;
  const std::vector<double> x = numbers_in(key.standard);
  switch (key.kind) {
    case KeyKind::number:
    case KeyKind::signal:
    case KeyKind::varying:
      if (x.size() != 1) break;
      value = x[0];
      return true;
    case KeyKind::vector:
      if (x.size() != 3) break;
      value = Vec3(x[0], x[1], x[2]);
      return true;
    case KeyKind::curve:
      if (x.size() != 1) break;
      value = element::Curve::linear(x[0]);
      return true;
    case KeyKind::matrix:
    case KeyKind::table: value = Rows{x}; return true;
    case KeyKind::flag: value = key.standard == "true"; return true;
    case KeyKind::word:
    case KeyKind::text: value = std::string(key.standard); return true;
  }
  throw std::logic_error("the default of '" + std::string(key.name) + "' cannot be read");
}

}  // namespace

void check_setting(const Key& key, const Setting& value, const std::string& where) {
  const std::string name(key.name);
  if (!fits(key.kind, value))
    throw Error("'" + name + "' is not " + std::string(in_words(key.kind)), where,
                "write " + std::string(in_words(key.kind)) + ": " + std::string(key.meaning));
  if (const double* x = std::get_if<double>(&value)) {
    if ((key.allowed == ">0" && !(*x > 0)) || (key.allowed == ">=0" && !(*x >= 0)))
      throw Error("'" + name + "' is " + takt::number(*x) + " but must be " +
                      (key.allowed == ">0" ? "positive" : "zero or positive"),
                  where, key.allowed == ">0" ? "write more than 0" : "write 0 or more");
  }
  if (key.kind == KeyKind::word && !key.allowed.empty()) {
    const std::vector<std::string> words = split(key.allowed, '|');
    const std::string& word = std::get<std::string>(value);
    if (std::find(words.begin(), words.end(), word) == words.end())
      throw Error("'" + name + "' cannot be '" + word + "'", where,
                  did_you_mean(word, words, "write one of " + join(words, ", ")));
  }
}

KeyedValues::KeyedValues(std::span<const Key> keys, const GivenValues& given,
                         std::shared_ptr<const element::Road> road, std::string where,
                         std::shared_ptr<const element::WheelRail> wheel_rail,
                         std::vector<std::string> others)
    : others_(std::move(others)), road_(std::move(road)), wheel_rail_(std::move(wheel_rail)) {
  for (const auto& [name, value] : given) {
    const auto key =
        std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == name; });
    if (key == keys.end()) {
      const std::vector<std::string> known = names_of(keys);
      throw Error("unknown key '" + name + "'", where,
                  did_you_mean(name, known, "the keys are " + join(known, ", ")));
    }
    check_setting(*key, value, where);
    given_.push_back(name);
  }
  values_ = given;
  for (const Key& key : keys) {
    if (values_.contains(key.name)) continue;
    if (key.standard.empty())
      throw Error("the key '" + std::string(key.name) + "' is missing", where,
                  std::string(key.name) + ": " + std::string(in_words(key.kind)) + ", " +
                      std::string(key.meaning));
    Setting value;
    if (standard_of(key, value)) values_.emplace(std::string(key.name), std::move(value));
  }
}

const Setting& KeyedValues::at(std::string_view key) const {
  const auto found = values_.find(key);
  if (found == values_.end())
    throw std::logic_error("no value for the key '" + std::string(key) + "'");
  return found->second;
}

bool KeyedValues::given(std::string_view key) const {
  return std::find(given_.begin(), given_.end(), key) != given_.end();
}

double KeyedValues::number(std::string_view key) const { return std::get<double>(at(key)); }
Vec3 KeyedValues::vector(std::string_view key) const { return std::get<Vec3>(at(key)); }
element::Curve KeyedValues::curve(std::string_view key) const {
  return std::get<element::Curve>(at(key));
}
Rows KeyedValues::matrix(std::string_view key) const { return std::get<Rows>(at(key)); }
std::string KeyedValues::word(std::string_view key) const { return std::get<std::string>(at(key)); }
bool KeyedValues::varies(std::string_view key) const {
  const auto found = values_.find(key);
  return found != values_.end() && std::holds_alternative<std::string>(found->second);
}
bool KeyedValues::flag(std::string_view key) const { return std::get<bool>(at(key)); }

}  // namespace takt
