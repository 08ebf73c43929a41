#include "takt/element/tyre_file.hpp"

#include <algorithm>
#include <cctype>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::element {
namespace {

constexpr std::size_t most_bytes = 1 << 20;

std::string_view trimmed(std::string_view s) {
  const char* const blank = " \t\r\f\v";
  const std::size_t begin = s.find_first_not_of(blank);
  if (begin == std::string_view::npos) return {};
  return s.substr(begin, s.find_last_not_of(blank) - begin + 1);
}

std::string capitals(std::string_view s) {
  std::string out(s);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

// Up to a comment that is not within quotes.
std::string_view without_comment(std::string_view s) {
  char quote = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (quote != 0) {
      if (s[i] == quote) quote = 0;
    } else if (s[i] == '\'' || s[i] == '"') {
      quote = s[i];
    } else if (s[i] == '$' || s[i] == '!') {
      return s.substr(0, i);
    }
  }
  return s;
}

bool is_name(std::string_view s) {
  return !s.empty() && std::all_of(s.begin(), s.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

// Rows of tables ([SHAPE]) and their headings.
bool is_table_row(std::string_view s) {
  return s.front() == '{' || s.find_first_not_of("0123456789+-.eEdD, \t") == std::string_view::npos;
}

struct Unit {
  std::string_view name;
  double in_SI;
};
constexpr Unit lengths[] = {{"METER", 1},         {"M", 1},         {"MM", 1e-3},
                            {"MILLIMETER", 1e-3}, {"CM", 1e-2},     {"CENTIMETER", 1e-2},
                            {"KM", 1e3},          {"INCH", 0.0254}, {"FOOT", 0.3048}};
constexpr Unit forces[] = {{"NEWTON", 1},
                           {"N", 1},
                           {"KN", 1e3},
                           {"KILONEWTON", 1e3},
                           {"KNEWTON", 1e3},
                           {"POUND_FORCE", 4.4482216152605},
                           {"LBF", 4.4482216152605},
                           {"KG_FORCE", 9.80665}};
constexpr Unit times[] = {{"SECOND", 1}, {"SEC", 1}, {"S", 1}};
constexpr Unit angles[] = {{"RADIAN", 1}, {"RADIANS", 1}, {"RAD", 1}};

// What of the numbers outside of coefficients has a unit: powers of length, force, time.
struct Dimension {
  std::string_view key;
  int length, force, time;
};
constexpr Dimension dimensions[] = {{"UNLOADED_RADIUS", 1, 0, 0},
                                    {"WIDTH", 1, 0, 0},
                                    {"RIM_RADIUS", 1, 0, 0},
                                    {"RIM_WIDTH", 1, 0, 0},
                                    {"VERTICAL_STIFFNESS", -1, 1, 0},
                                    {"VERTICAL_DAMPING", -1, 1, 1},
                                    {"FNOMIN", 0, 1, 0},
                                    {"LONGVL", 1, 0, -1},
                                    {"VXLOW", 1, 0, -1}};

double power(double base, int exponent) {
  double r = 1;
  for (int i = 0; i < std::abs(exponent); ++i) r *= base;
  return exponent < 0 ? 1 / r : r;
}

}  // namespace

TyreFile::TyreFile(std::string_view text) {
  const std::size_t first = std::min(text.find('\n'), text.size());
  name_ = std::string(text.substr(0, first));
  text.remove_prefix(std::min(first + 1, text.size()));
  if (text.size() > most_bytes) throw Error("a tyre file larger than 1 MB", name_, "");
  std::string section;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    read_line(text.substr(0, end), line, section);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  convert();
}

void TyreFile::read_line(std::string_view line, int number, std::string& section) {
  const std::string_view s = trimmed(without_comment(line));
  const auto where = [&] { return name_ + ":" + std::to_string(number); };
  if (s.empty()) return;
  if (s.front() == '[') {
    if (s.back() != ']' || !is_name(trimmed(s.substr(1, s.size() - 2))))
      throw Error("the name of a section is not closed", where(), "write [UNITS], for example");
    section = capitals(trimmed(s.substr(1, s.size() - 2)));
    if (std::find(sections_.begin(), sections_.end(), section) == sections_.end())
      sections_.push_back(section);
    return;
  }
  if (s.find_first_not_of("-=") == std::string_view::npos) return;  // a ruler
  const std::size_t equals = s.find('=');
  if (equals == std::string_view::npos) {
    if (!section.empty() && is_table_row(s)) return;
    throw Error("neither a section nor 'KEY = value'", where(), "comments begin with $ or !");
  }
  const std::string_view name = trimmed(s.substr(0, equals)), value = trimmed(s.substr(equals + 1));
  if (!is_name(name))
    throw Error("'" + std::string(name) + "' is no key", where(), "write KEY = value");
  const std::string key = capitals(name);
  if (numbers_.contains(key) || words_.contains(key)) {
    // Headers repeat their comments; numbers are said once.
    if (section == "MDI_HEADER") return;
    throw Error("'" + key + "' is given twice", where(), "the first is in " + at(key));
  }
  if (!value.empty() && (value.front() == '\'' || value.front() == '"')) {
    if (value.size() < 2 || value.back() != value.front())
      throw Error("a text without its closing quote", where(), "write " + key + " = 'text'");
    words_[key] = {std::string(value.substr(1, value.size() - 2)), number};
    return;
  }
  double x = 0;
  if (parse_number(value, x))
    numbers_[key] = {x, number, section};
  else if (section == "MDI_HEADER" || section == "UNITS" || section == "MODEL")
    words_[key] = {std::string(value), number};
  else
    throw Error("'" + std::string(value) + "' is not a number", where(),
                "write " + key + " = 1.5, with a point");
}

void TyreFile::convert() {
  const auto unit = [&](std::string_view key, std::span<const Unit> known) {
    const auto found = words_.find(key);
    if (found == words_.end()) return 1.0;
    const std::string word = capitals(trimmed(found->second.text));
    for (const Unit& u : known)
      if (u.name == word) return u.in_SI;
    std::vector<std::string> names;
    for (const Unit& u : known) names.emplace_back(u.name);
    throw Error("the unit '" + found->second.text + "' of " + std::string(key) + " is not known",
                at(key), "known are " + join(names, ", "));
  };
  const double length = unit("LENGTH", lengths), force = unit("FORCE", forces);
  const double time = unit("TIME", times);
  unit("ANGLE", angles);
  for (const Dimension& d : dimensions) {
    const auto found = numbers_.find(d.key);
    if (found != numbers_.end())
      found->second.value *= power(length, d.length) * power(force, d.force) * power(time, d.time);
  }
}

double TyreFile::number(std::string_view key) const {
  const auto found = numbers_.find(key);
  if (found == numbers_.end()) {
    const std::string_view one[] = {key};
    require(one);
    return 0;
  }
  return found->second.value;
}

void TyreFile::require(std::span<const std::string_view> keys) const {
  std::vector<std::string> missing;
  for (const std::string_view key : keys)
    if (!has(key)) missing.emplace_back(key);
  if (!missing.empty())
    throw Error("the tyre file lacks " + join(missing, ", "), name_,
                "PAC2002 needs them; is it a file of another tyre model?");
}

std::string TyreFile::word(std::string_view key) const {
  const auto found = words_.find(key);
  return found == words_.end() ? std::string() : found->second.text;
}

std::vector<std::string> TyreFile::left_out(std::span<const std::string_view> used) const {
  std::vector<std::string> all;
  for (const std::string& section : sections_) {
    if (!section.ends_with("COEFFICIENTS")) continue;
    std::vector<std::string> keys;
    for (const auto& [key, n] : numbers_)
      if (n.section == section && n.value != 0 &&
          std::find(used.begin(), used.end(), key) == used.end())
        keys.push_back(key);
    // Factors of nothing scale nothing.
    if (section == "SCALING_COEFFICIENTS")
      std::erase_if(keys, [&](const std::string& k) { return number(k) == 1; });
    if (!keys.empty()) all.push_back("[" + section + "] " + join(keys, ", "));
  }
  return all;
}

std::string TyreFile::at(std::string_view key) const {
  int line = 0;
  if (const auto n = numbers_.find(key); n != numbers_.end()) line = n->second.line;
  if (const auto w = words_.find(key); w != words_.end()) line = w->second.line;
  return line > 0 ? name_ + ":" + std::to_string(line) : name_;
}

}  // namespace takt::element
