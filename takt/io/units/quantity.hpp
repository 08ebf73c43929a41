// Reads numbers with units, as `1ms`, `36 km/h`, `5 N/mm`, `70deg`, and converts them to SI. No
// other part of the library knows units.
#pragma once

#include <string>
#include <string_view>

namespace takt::io {

// Exponents of metre, kilogram and second. Angles and periods count as numbers, but it is kept which
// of the two a unit has: 1 Hz is 2 pi rad/s.
struct Dimension {
  int m = 0, kg = 0, s = 0;
  int angle = 0, periods = 0;  // of rad, deg, rev, rpm; of Hz
  bool per_minute = false;     // 1/min alone, which people write for turns per minute
  bool operator==(const Dimension& o) const { return m == o.m && kg == o.kg && s == o.s; }
};

// Whether a value of the one may stand where the other is wanted: equal, and neither Hz
// nor 1/min for rad/s.
bool fits(const Dimension& given, const Dimension& wanted) noexcept;

// "N/m" as a dimension; "" and "1" are plain numbers.
Dimension dimension_of(std::string_view unit);

inline constexpr Dimension time_dimension{0, 0, 1};

struct Quantity {
  double value = 0;     // SI
  bool bare = true;     // no unit was written
  Dimension dimension;  // of the unit
};

// Throws Error, Fault::usage: not a number, an unknown unit (with suggestions), or not finite.
Quantity parse_quantity(std::string_view text, std::string_view where);

// "a length in m", "a stiffness in N/m", "a plain number" for "".
std::string quantity_in_words(std::string_view unit);
// The unit of a dimension, as "N m", else in metre, kilogram and second, as "kg m^2"; "1" for a pure
// number.
std::string unit_of_dimension(const Dimension&);

// Error text and hint for a unit of another dimension: "'3 kg' where a length in m is expected",
// and "write it in m, cm or mm".
struct UnitMismatch {
  std::string what, hint;
};
UnitMismatch unit_mismatch(std::string_view text, std::string_view unit);

// The value in SI of a text without unit or with a unit that fits `unit`. Throws Error, Fault::usage.
double parse_quantity_in(std::string_view unit, std::string_view text, std::string_view where);

// The value, if it is a number without unit or has this dimension. `meant` names it ("a time").
double parse_quantity(std::string_view text, std::string_view where, Dimension,
                      std::string_view meant);
inline double parse_time(std::string_view text, std::string_view where) {
  return parse_quantity(text, where, time_dimension, "a time");
}

}  // namespace takt::io
