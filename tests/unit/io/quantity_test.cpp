// Numbers with units are converted to SI; invalid texts are refused.
#include "takt/io/units/quantity.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <string>

#include "takt/base/error.hpp"

namespace takt::io {
namespace {

struct Read {
  const char* text;
  double si;
};

TEST(Quantity, IsReadAsSi) {
  constexpr double pi = std::numbers::pi;
  for (const Read& r : {Read{"1ms", 1e-3}, {"36km/h", 10},        {"70deg", 70 * pi / 180},
                        {"10 s", 10},      {"2kHz", 2000},        {"5 N/mm", 5000},
                        {"1e-3", 1e-3},    {"-2.5", -2.5},        {"+3", 3},
                        {"1.5min", 90},    {"2h", 7200},          {"7us", 7e-6},
                        {"7µs", 7e-6},     {"3ns", 3e-9},         {"2cm", 0.02},
                        {"500g", 0.5},     {"2t", 2000},          {"3kg", 3},
                        {"4kN", 4000},     {"1bar", 1e5},         {"500 Nmm", 0.5},
                        {"3 mNm", 3e-3},   {"9.81 m/s^2", 9.81},  {"0.1 kg*m^2", 0.1},
                        {"1 N m", 1},      {"3000rpm", 100 * pi}, {"1 rad", 1},
                        {" 4 mm ", 4e-3},  {"1e3mm", 1},          {"60 km/h/min", 60 / 216.0}}) {
    SCOPED_TRACE(r.text);
    EXPECT_NEAR(parse_quantity(r.text, "").value, r.si, 1e-14 * std::abs(r.si));
  }
}

TEST(Quantity, SecondsAreExactWhereTheyAreWrittenSo) {
  EXPECT_EQ(parse_time("1ms", ""), 1e-3);
  EXPECT_EQ(parse_time("9ms", ""), 0.009);  // 9 * 1e-3 is another double
  EXPECT_EQ(parse_time("0.7us", ""), 0.7e-6);
  EXPECT_EQ(parse_quantity("36km/h", "").value, 10);
  EXPECT_EQ(parse_time("0.25", ""), 0.25);
}

TEST(Quantity, NonsenseIsRefused) {
  for (const char* text : {"", "ms", "nan", "inf", "-inf", "1e400", "1xyz", "1,5ms", "1 m/", "1/s",
                           "0x10", "1ms2", "1m^x", "1m^99", "--1", "1e300km^9", "1 2"}) {
    SCOPED_TRACE(text);
    try {
      parse_quantity(text, "here");
      FAIL() << "was read";
    } catch (const Error& e) {
      EXPECT_EQ(e.fault, Fault::usage);
      EXPECT_EQ(e.where, "here");
      EXPECT_FALSE(e.hint.empty());
    }
  }
}

TEST(Quantity, UnknownUnitNamesNearOnes) {
  try {
    parse_quantity("1sm", "");
    FAIL() << "was read";
  } catch (const Error& e) {
    EXPECT_NE(e.hint.find("'ms'"), std::string::npos) << e.hint;
  }
}

TEST(Quantity, AnotherUnitNamesTheOneExpected) {
  const UnitMismatch length = unit_mismatch("3 kg", "m");
  EXPECT_EQ(length.what, "'3 kg' where a length in m is expected");
  EXPECT_EQ(length.hint, "write it in m, cm or mm");
  EXPECT_EQ(unit_mismatch("1.5e3kN", "").what, "'1.5e3kN' where a plain number is expected");
  EXPECT_EQ(unit_mismatch("1.5e3kN", "").hint, "write 1.5e3, without a unit");
  EXPECT_EQ(unit_mismatch("10 deg", "rad/s").hint, "write 10 deg/s");
  EXPECT_EQ(unit_mismatch("10 mm", "rad/s").hint, "write it in rad/s, deg/s or rpm");
  EXPECT_EQ(unit_mismatch("10 mm", "rad").hint, "write it in rad or deg");
  EXPECT_EQ(unit_mismatch("10 mm", "m/s").hint, "write 10 mm/s");
  EXPECT_EQ(quantity_in_words("N/mm"), "a stiffness in N/mm");
  EXPECT_EQ(quantity_in_words("rad"), "an angle in rad");
  EXPECT_EQ(quantity_in_words("rad/s"), "an angular velocity in rad/s");
  EXPECT_EQ(quantity_in_words("Hz"), "a frequency in Hz");
  EXPECT_EQ(quantity_in_words("N m/rad"), "a torsional stiffness in N m/rad");
  EXPECT_EQ(quantity_in_words("m^3"), "a value in m^3");
  EXPECT_EQ(unit_of_dimension({2, 1, 0}), "kg m^2");
  for (const char* unit : {"N", "N m", "W", "Pa", "N/m", "N s/m", "N m s"})
    EXPECT_EQ(unit_of_dimension(dimension_of(unit)), unit);
}

// A frequency counts periods, an angular velocity radians: 1 Hz is 2 pi rad/s.
TEST(Quantity, PeriodsAreNoRadians) {
  const auto fit = [](const char* given, const char* wanted) {
    return fits(dimension_of(given), dimension_of(wanted));
  };
  EXPECT_TRUE(fit("kHz", "Hz"));
  EXPECT_TRUE(fit("1/s", "Hz"));
  EXPECT_TRUE(fit("1/s", "rad/s"));
  EXPECT_TRUE(fit("rpm", "rad/s"));
  EXPECT_TRUE(fit("deg/s", "rad/s"));
  EXPECT_FALSE(fit("rpm", "Hz"));
  EXPECT_FALSE(fit("rad/s", "Hz"));
  EXPECT_FALSE(fit("Hz", "rad/s"));
  EXPECT_TRUE(fit("N m", "N m/rad"));  // elsewhere angles are numbers
  EXPECT_EQ(unit_mismatch("60 rpm", "Hz").hint, "write 1 Hz, which is 60 rpm");
  EXPECT_EQ(unit_mismatch("0.5 Hz", "rad/s").hint, "write 3.14159 rad/s, which is 0.5 Hz");
  EXPECT_EQ(parse_quantity_in("rad/s", "30 rpm", ""), parse_quantity("30 rpm", "").value);
  EXPECT_THROW(parse_quantity_in("rad/s", "0.5 Hz", ""), Error);
  EXPECT_EQ(parse_quantity("2 1/s^2", "").value, 2);
}

TEST(Quantity, TheWrongKindIsRefused) {
  EXPECT_THROW(parse_time("1kg", ""), Error);
  EXPECT_THROW(parse_time("1kHz", ""), Error);
  EXPECT_THROW(parse_time("1deg", ""), Error);
  EXPECT_NO_THROW(parse_time("1", ""));
}

// 1/min may mean turns or radians; people mean turns.
TEST(Quantity, PerMinuteIsNoAngularVelocity) {
  EXPECT_DOUBLE_EQ(parse_quantity_in("Hz", "120 1/min", ""), 2);
  EXPECT_DOUBLE_EQ(parse_quantity_in("rad/s", "60 rad/min", ""), 1);
  EXPECT_DOUBLE_EQ(parse_quantity_in("m/s", "60 m/min", ""), 1);
  for (const char* text : {"3000 1/min", "3000 min^-1"}) try {
      parse_quantity_in("rad/s", text, "");
      ADD_FAILURE() << text << " is read";
    } catch (const Error& e) {
      EXPECT_EQ(std::string(e.what()),
                "'" + std::string(text) + "' where an angular velocity in rad/s is expected");
      EXPECT_EQ(e.hint, "write 3000 rpm for turns per minute, or 3000 rad/min");
    }
}

}  // namespace
}  // namespace takt::io
