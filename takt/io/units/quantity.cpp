#include "takt/io/units/quantity.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::io {
namespace {

constexpr double pi = std::numbers::pi;

// The SI value is value * times / per. Two whole numbers make `9ms` the same double as `0.009`.
struct Factor {
  double times = 1, per = 1;
};

struct Unit {
  std::string_view name;
  Factor si;
  Dimension dimension;
  bool prefixes;  // may have a prefix: m, k, M, ...
};

constexpr Unit known_units[] = {
    {"m", {1, 1}, {1, 0, 0}, true},
    {"g", {1, 1e3}, {0, 1, 0}, true},
    {"t", {1e3, 1}, {0, 1, 0}, false},
    {"s", {1, 1}, {0, 0, 1}, true},
    {"min", {60, 1}, {0, 0, 1}, false},
    {"h", {3600, 1}, {0, 0, 1}, false},
    {"Hz", {1, 1}, {0, 0, -1, 0, 1}, true},
    {"rad", {1, 1}, {0, 0, 0, 1}, true},
    {"deg", {pi, 180}, {0, 0, 0, 1}, false},
    {"°", {pi, 180}, {0, 0, 0, 1}, false},
    {"rev", {2 * pi, 1}, {0, 0, 0, 1}, false},
    {"rpm", {pi, 30}, {0, 0, -1, 1}, false},
    {"N", {1, 1}, {1, 1, -2}, true},
    {"J", {1, 1}, {2, 1, -2}, true},
    {"Nm", {1, 1}, {2, 1, -2}, true},
    {"Nmm", {1, 1e3}, {2, 1, -2}, true},
    {"W", {1, 1}, {2, 1, -3}, true},
    {"Pa", {1, 1}, {-1, 1, -2}, true},
    {"bar", {1e5, 1}, {-1, 1, -2}, true},
    {"%", {1, 100}, {}, false},
};

struct Prefix {
  std::string_view name;
  Factor si;
};
constexpr Prefix prefixes[] = {{"n", {1, 1e9}}, {"u", {1, 1e6}}, {"µ", {1, 1e6}}, {"μ", {1, 1e6}},
                               {"m", {1, 1e3}}, {"c", {1, 100}}, {"d", {1, 10}},  {"k", {1e3, 1}},
                               {"M", {1e6, 1}}, {"G", {1e9, 1}}};

// Suggested after a misspelling.
constexpr std::string_view common[] = {"s",   "ms", "us",  "ns",  "min", "h",   "m",    "mm", "cm",
                                       "km",  "kg", "g",   "t",   "rad", "deg", "rev",  "Hz", "kHz",
                                       "rpm", "N",  "kN",  "MN",  "N/m", "J",   "Nm",   "kJ", "W",
                                       "kW",  "Pa", "kPa", "MPa", "bar", "m/s", "km/h", "%"};

bool find_unit(std::string_view name, Factor& si, Dimension& dimension) {
  for (const Unit& u : known_units)
    if (u.name == name) {
      si = u.si;
      dimension = u.dimension;
      return true;
    }
  for (const Prefix& p : prefixes) {
    if (!name.starts_with(p.name)) continue;
    for (const Unit& u : known_units)
      if (u.prefixes && u.name == name.substr(p.name.size())) {
        si = {p.si.times * u.si.times, p.si.per * u.si.per};
        dimension = u.dimension;
        return true;
      }
  }
  return false;
}

class QuantityReader {
 public:
  QuantityReader(std::string_view text, std::string_view where)
      : whole_(text), rest_(text), where_(where) {}

  Quantity read() {
    skip();
    Quantity q;
    q.value = number_part();
    skip();
    Factor si;
    char between = '*';
    while (!rest_.empty()) {
      q.bare = false;
      one_unit(between == '/' ? -1 : 1, si, q.dimension);
      skip();
      if (rest_.empty()) break;
      between = '*';  // `N m` is a product too
      if (rest_.front() == '*' || rest_.front() == '/') {
        between = rest_.front();
        rest_.remove_prefix(1);
        skip();
        if (rest_.empty()) fail("a unit is missing at the end", "write it like 5 N/mm");
      }
    }
    q.value = q.value * si.times / si.per;
    q.dimension.per_minute = minutes_ == -1 && q.dimension == Dimension{0, 0, -1} &&
                             q.dimension.angle == 0 && q.dimension.periods == 0;
    if (!std::isfinite(q.value)) fail("it is not finite", "give a finite number");
    return q;
  }

 private:
  [[noreturn]] void fail(const std::string& what, std::string hint) const {
    throw Error("'" + std::string(whole_) + "' is not a quantity: " + what, std::string(where_),
                std::move(hint), Fault::usage);
  }

  void skip() {
    while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t'))
      rest_.remove_prefix(1);
  }

  double number_part() {
    if (!rest_.empty() && rest_.front() == '+') rest_.remove_prefix(1);
    double x = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), x);
    if (error == std::errc::result_out_of_range)
      fail("the number is out of range", "give a number a double can hold");
    if (error != std::errc())
      fail("it does not start with a number", "write it like 1ms or 36km/h");
    if (!std::isfinite(x)) fail("it is not finite", "give a finite number");
    rest_.remove_prefix(end - rest_.data());
    if (!rest_.empty() && rest_.front() == ',')
      fail("numbers are written with a decimal point", "write 1.5 instead of 1,5");
    return x;
  }

  void one_unit(int sign, Factor& si, Dimension& dimension) {
    const std::size_t end = std::min(rest_.find_first_of(" \t*/^"), rest_.size());
    const std::string_view name = rest_.substr(0, end);
    Factor one;
    Dimension d;
    const bool inverse = name == "1" && rest_.substr(end).starts_with("/");  // 1/s
    if (!inverse && !find_unit(name, one, d)) unknown(name);
    rest_.remove_prefix(end);
    int power = 1;
    if (!rest_.empty() && rest_.front() == '^') {
      rest_.remove_prefix(1);
      const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), power);
      if (read.ec != std::errc() || power < -9 || power > 9)
        fail("after ^ comes a whole number", "write it like 9.81 m/s^2");
      rest_.remove_prefix(read.ptr - rest_.data());
    }
    power *= sign;
    if (name == "min") minutes_ += power;
    const double size = std::abs(power);
    si.times *= std::pow(power > 0 ? one.times : one.per, size);
    si.per *= std::pow(power > 0 ? one.per : one.times, size);
    dimension.m += power * d.m;
    dimension.kg += power * d.kg;
    dimension.s += power * d.s;
    dimension.angle += power * d.angle;
    dimension.periods += power * d.periods;
  }

  [[noreturn]] void unknown(std::string_view name) const {
    const std::vector<std::string> known(std::begin(common), std::end(common));
    throw Error("unknown unit '" + std::string(name) + "' in '" + std::string(whole_) + "'",
                std::string(where_), did_you_mean(name, known, "units: " + join(known, " ")),
                Fault::usage);
  }

  std::string_view whole_, rest_, where_;
  int minutes_ = 0;  // exponent of min
};

}  // namespace

Quantity parse_quantity(std::string_view text, std::string_view where) {
  return QuantityReader(text, where).read();
}

namespace {

struct Named {
  Dimension dimension;
  std::string_view name;
  std::string_view unit = {};  // where it has one besides those of metre, kilogram and second
};
constexpr Named quantities[] = {{{1, 0, 0}, "a length"},
                                {{0, 1, 0}, "a mass"},
                                {{0, 0, 1}, "a time"},
                                {{1, 0, -1}, "a speed"},
                                {{1, 0, -2}, "an acceleration"},
                                {{1, 1, -2}, "a force", "N"},
                                {{2, 1, -2}, "a torque", "N m"},
                                {{0, 1, -2}, "a stiffness", "N/m"},
                                {{0, 1, -1}, "a damping", "N s/m"},
                                {{2, 1, 0}, "a moment of inertia"},
                                {{2, 1, -3}, "a power", "W"},
                                {{-1, 1, -2}, "a pressure", "Pa"},
                                {{2, 1, -1}, "a damping", "N m s"},
                                {{2, 0, 0}, "an area"},
                                {{-3, 1, 0}, "a density"}};

}  // namespace

bool fits(const Dimension& given, const Dimension& wanted) noexcept {
  const bool mixed = ((given.periods != 0 || given.per_minute) && wanted.angle != 0) ||
                     (given.angle != 0 && (wanted.periods != 0 || wanted.per_minute));
  return given == wanted && !mixed;
}

Dimension dimension_of(std::string_view unit) {
  if (unit.empty() || unit == "1") return {};
  return parse_quantity("1 " + std::string(unit), "unit").dimension;
}

std::string quantity_in_words(std::string_view unit) {
  if (unit.empty() || unit == "1") return "a plain number";
  const Dimension d = dimension_of(unit);
  std::string_view name = "a value";
  for (const Named& q : quantities)
    if (q.dimension == d) name = q.name;
  if (unit.find("rad") != unit.npos || unit.find("deg") != unit.npos) {
    if (d == Dimension{}) name = "an angle";
    if (d == Dimension{0, 0, -1}) name = "an angular velocity";
    if (d == Dimension{2, 1, -2}) name = "a torsional stiffness";
  } else if (d == Dimension{0, 0, -1}) {
    name = "a frequency";
  }
  return std::string(name) + " in " + std::string(unit);
}

std::string unit_of_dimension(const Dimension& d) {
  if (d == Dimension{0, 0, -1} && d.periods == 1) return "Hz";
  if (d == Dimension{0, 0, -1} && d.angle == 1) return "rad/s";
  if (d == Dimension{} && d.angle == 1) return "rad";
  for (const Named& q : quantities)
    if (q.dimension == d && !q.unit.empty()) return std::string(q.unit);
  std::string above, below;
  const auto add = [&](const char* unit, int power) {
    if (power == 0) return;
    std::string& to = power > 0 ? above : below;
    const int n = std::abs(power);
    to += (to.empty() ? "" : " ") + std::string(unit) + (n > 1 ? "^" + std::to_string(n) : "");
  };
  add("kg", d.kg);
  add("m", d.m);
  add("s", d.s);
  if (above.empty()) above = "1";
  return below.empty() ? above : above + "/" + below;
}

namespace {

// The units people write most, where there is more than the one asked for.
constexpr std::string_view usual_units[][2] = {{"m", "m, cm or mm"},
                                               {"kg", "kg, g or t"},
                                               {"s", "s, ms, us, min or h"},
                                               {"rad", "rad or deg"},
                                               {"rad/s", "rad/s, deg/s or rpm"},
                                               {"m/s", "m/s or km/h"},
                                               {"N", "N or kN"},
                                               {"N/m", "N/m or N/mm"},
                                               {"Pa", "Pa, kPa, MPa or bar"}};

// What was meant by "10 deg" where a rate is wanted, and by "60 rpm" where a frequency is.
std::string meant_by(std::string_view text, std::string_view unit) {
  const Quantity q = parse_quantity(text, "");
  const Dimension wanted = dimension_of(unit);
  char number[32];
  if (q.dimension.per_minute && wanted.angle != 0) {
    std::snprintf(number, sizeof number, "%.6g", q.value * 60);
    return "write " + std::string(number) + " rpm for turns per minute, or " + number + " rad/min";
  }
  if (q.dimension == wanted && !fits(q.dimension, wanted)) {
    const double to = q.dimension.periods != 0 ? 2 * pi : 1 / (2 * pi);
    std::snprintf(number, sizeof number, "%.6g", q.value * to);
    return "write " + std::string(number) + " " + std::string(unit) + ", which is " +
           std::string(text);
  }
  Dimension rate = q.dimension;
  rate.s -= 1;
  const bool plain_rate = unit == "rad/s" || unit == "m/s";
  if (plain_rate && fits(rate, wanted) && rate.angle == wanted.angle)
    return "write " + std::string(text) + "/s";
  return {};
}

}  // namespace

UnitMismatch unit_mismatch(std::string_view text, std::string_view unit) {
  UnitMismatch wrong{
      "'" + std::string(text) + "' where " + quantity_in_words(unit) + " is expected",
      "write it in " + std::string(unit)};
  if (unit.empty() || unit == "1") {
    const std::size_t end = text.find_first_not_of("0123456789.+-eE");
    std::string number(text.substr(0, end));
    while (!number.empty() && (number.back() == 'e' || number.back() == 'E')) number.pop_back();
    wrong.hint = "write " + number + ", without a unit";
    return wrong;
  }
  for (const auto& [one, all] : usual_units)
    if (one == unit) wrong.hint = "write it in " + std::string(all);
  if (std::string meant = meant_by(text, unit); !meant.empty()) wrong.hint = std::move(meant);
  return wrong;
}

double parse_quantity_in(std::string_view unit, std::string_view text, std::string_view where) {
  const Quantity q = parse_quantity(text, where);
  if (q.bare || fits(q.dimension, dimension_of(unit))) return q.value;
  const UnitMismatch wrong = unit_mismatch(text, unit);
  throw Error(wrong.what, std::string(where), wrong.hint, Fault::usage);
}

double parse_quantity(std::string_view text, std::string_view where, Dimension wanted,
                      std::string_view meant) {
  const Quantity q = parse_quantity(text, where);
  if (!q.bare && q.dimension != wanted)
    throw Error("'" + std::string(text) + "' where " + std::string(meant) + " in " +
                    unit_of_dimension(wanted) + " is expected",
                std::string(where), unit_mismatch(text, unit_of_dimension(wanted)).hint,
                Fault::usage);
  return q.value;
}

}  // namespace takt::io
