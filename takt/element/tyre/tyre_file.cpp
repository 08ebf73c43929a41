#include "takt/element/tyre/tyre_file.hpp"

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

// The text before a comment. A comment sign within quotes does not count.
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

// Sections that change no force; a note that they are not used would help nobody.
bool is_aside(std::string_view section) {
  return section == "SHAPE" || section == "UNITS" || section == "MDI_HEADER" ||
         section.ends_with("_RANGE");
}

struct Unit {
  std::string_view name;
  double in_SI;
};
constexpr Unit length_units[] = {{"METER", 1},         {"M", 1},         {"MM", 1e-3},
                                 {"MILLIMETER", 1e-3}, {"CM", 1e-2},     {"CENTIMETER", 1e-2},
                                 {"KM", 1e3},          {"INCH", 0.0254}, {"FOOT", 0.3048}};
constexpr Unit force_units[] = {{"NEWTON", 1},
                                {"N", 1},
                                {"KN", 1e3},
                                {"KILONEWTON", 1e3},
                                {"KNEWTON", 1e3},
                                {"POUND_FORCE", 4.4482216152605},
                                {"LBF", 4.4482216152605},
                                {"KG_FORCE", 9.80665}};
constexpr Unit times[] = {{"SECOND", 1}, {"SEC", 1}, {"S", 1}};
constexpr Unit angles[] = {{"RADIAN", 1}, {"RADIANS", 1}, {"RAD", 1}};

// The numbers that have a unit, the section where the format has them, and their dimension: powers
// of length, force, time. The same word in another section is something else.
struct Dimension {
  std::string_view section, key;
  int length, force, time;
};
constexpr Dimension dimensions[] = {
    {"MODEL", "LONGVL", 1, 0, -1},
    {"MODEL", "VXLOW", 1, 0, -1},
    {"DIMENSION", "UNLOADED_RADIUS", 1, 0, 0},
    {"DIMENSION", "WIDTH", 1, 0, 0},
    {"DIMENSION", "RIM_RADIUS", 1, 0, 0},
    {"DIMENSION", "RIM_WIDTH", 1, 0, 0},
    {"VERTICAL", "VERTICAL_STIFFNESS", -1, 1, 0},
    {"VERTICAL", "VERTICAL_DAMPING", -1, 1, 1},
    {"VERTICAL", "FNOMIN", 0, 1, 0},
};

const Dimension* dimension_of(std::string_view key) {
  for (const Dimension& d : dimensions)
    if (d.key == key) return &d;
  return nullptr;
}

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
    if (std::none_of(sections_.begin(), sections_.end(),
                     [&](const Section& known) { return known.name == section; }))
      sections_.push_back({section});
    return;
  }
  if (s.find_first_not_of("-=") == std::string_view::npos) return;  // a line of dashes
  const std::size_t equals = s.find('=');
  if (equals == std::string_view::npos) {
    if (section.empty() || !is_table_row(s))
      throw Error("neither a section nor 'KEY = value'", where(), "comments begin with $ or !");
    for (Section& known : sections_)
      if (known.name == section) known.table = true;
    return;
  }
  const std::string_view name = trimmed(s.substr(0, equals)), value = trimmed(s.substr(equals + 1));
  if (!is_name(name))
    throw Error("'" + std::string(name) + "' is no key", where(), "write KEY = value");
  const std::string key = capitals(name);
  if (const Entry* first = find_in(section, key)) {
    // Headers repeat keys for their comments; other keys are given once.
    if (section == "MDI_HEADER") return;
    throw Error("'" + key + "' is given twice", where(), "the first is in " + at(*first));
  }
  read_value(value, {section, key, false, 0, "", number});
}

void TyreFile::read_value(std::string_view value, Entry e) {
  if (!value.empty() && (value.front() == '\'' || value.front() == '"')) {
    if (value.size() < 2 || value.back() != value.front())
      throw Error("a text without its closing quote", at(e), "write " + e.key + " = 'text'");
    e.text = value.substr(1, value.size() - 2);
  } else if (parse_number(value, e.number)) {
    e.is_number = true;
  } else if (e.section == "MDI_HEADER" || e.section == "UNITS" || e.section == "MODEL") {
    e.text = value;
  } else {
    throw Error("'" + std::string(value) + "' is not a number", at(e),
                "write " + e.key + " = 1.5, with a point");
  }
  entries_.push_back(std::move(e));
}

void TyreFile::convert() {
  const auto unit = [&](std::string_view key, std::span<const Unit> known) {
    const Entry* e = find_in("UNITS", key);
    if (e == nullptr) return 1.0;
    if (e->is_number)
      throw Error("the unit of " + e->key + " is a number", at(*e),
                  "write its name, as " + e->key + " = '" + std::string(known.front().name) + "'");
    const std::string word = capitals(trimmed(e->text));
    for (const Unit& u : known)
      if (u.name == word) return u.in_SI;
    std::vector<std::string> names;
    for (const Unit& u : known) names.emplace_back(u.name);
    throw Error("the unit '" + e->text + "' of " + e->key + " is not known", at(*e),
                "known are " + join(names, ", "));
  };
  const double length = unit("LENGTH", length_units), force = unit("FORCE", force_units);
  const double time = unit("TIME", times);
  unit("ANGLE", angles);
  for (Entry& e : entries_)
    if (const Dimension* d = dimension_of(e.key); d != nullptr && e.section == d->section)
      e.number *= power(length, d->length) * power(force, d->force) * power(time, d->time);
}

const TyreFile::Entry* TyreFile::find_in(std::string_view section, std::string_view key) const {
  for (const Entry& e : entries_)
    if (e.key == key && e.section == section) return &e;
  return nullptr;
}

// The units and the header have key names of their own, and numbers with a unit their section.
bool TyreFile::means(const Entry& e, std::string_view key) {
  if (e.key != key || e.section == "UNITS" || e.section == "MDI_HEADER") return false;
  const Dimension* d = dimension_of(key);
  return d == nullptr || e.section == d->section;
}

const TyreFile::Entry* TyreFile::find(std::string_view key) const {
  for (const Entry& e : entries_)
    if (means(e, key)) return &e;
  return nullptr;
}

bool TyreFile::has(std::string_view key) const {
  const Entry* e = find(key);
  return e != nullptr && e->is_number;
}

double TyreFile::number(std::string_view key) const {
  const std::string_view one[] = {key};
  require(one);
  return find(key)->number;
}

void TyreFile::expect_numbers(std::span<const std::string_view> keys) const {
  for (const std::string_view key : keys) {
    const Entry* first = find(key);
    if (first == nullptr) continue;
    if (!first->is_number)
      throw Error("'" + first->key + "' is the text '" + first->text + "' but must be a number",
                  at(*first), "write " + first->key + " = 1.5, without quotes");
    for (const Entry& e : entries_)
      if (&e != first && means(e, key))
        throw Error("'" + e.key + "' is given twice", at(e), "the first is in " + at(*first));
  }
}

void TyreFile::require(std::span<const std::string_view> keys) const {
  std::vector<std::string> missing;
  for (const std::string_view key : keys)
    if (!has(key)) missing.emplace_back(key);
  if (!missing.empty())
    throw Error("the tyre file lacks " + join(missing, ", "), name_,
                "PAC2002 needs them; is it a file of another tyre model?");
}

std::string TyreFile::capital_word(std::string_view key) const {
  const Entry* e = find(key);
  return e == nullptr ? std::string() : capitals(trimmed(e->text));
}

std::vector<std::string> TyreFile::left_out(std::span<const std::string_view> used) const {
  std::vector<std::string> all;
  for (const Section& section : sections_) {
    if (is_aside(section.name)) continue;
    std::vector<std::string> keys;
    const bool coefficients = section.name.ends_with("COEFFICIENTS") || section.name == "VERTICAL";
    // A scaling factor of 1 has no effect.
    const double idle = section.name == "SCALING_COEFFICIENTS" ? 1 : 0;
    for (const Entry& e : entries_)
      if (coefficients && e.section == section.name && e.is_number && e.number != 0 &&
          e.number != idle && std::find(used.begin(), used.end(), e.key) == used.end())
        keys.push_back(e.key);
    if (!keys.empty())
      all.push_back("[" + section.name + "] " + join(keys, ", "));
    else if (section.table)
      all.push_back("[" + section.name + "]");
  }
  return all;
}

std::string TyreFile::at(std::string_view key) const {
  const Entry* e = find(key);
  return e == nullptr ? name_ : at(*e);
}

}  // namespace takt::element
