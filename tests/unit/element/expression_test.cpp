// Expressions: values, derivatives at points where functions have none, and messages with the
// column.
#include "takt/element/signal/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace takt::element {
namespace {

double value(std::string_view text, double x = 0, double y = 0) {
  const std::string names[] = {"x", "wheel.r"};
  const double values[] = {x, y};
  return Expression::compile(text, names)(values);
}

TEST(Expression, Values) {
  const std::pair<const char*, double> rows[] = {
      {"1 + 2 * 3", 7},
      {"(1 + 2) * 3", 9},
      {"-2^2", -4},
      {"2^3^2", 512},
      {"2^-1", 0.5},
      {"--3", 3},
      {"+3 - -3", 6},
      {"8 / 4 / 2", 1},
      {"7 - 4 - 2", 1},
      {"1.5e-3*2", 3e-3},
      {".5 + 5.", 5.5},
      {"pi", std::numbers::pi},
      {"e", std::numbers::e},
      {"atan2(1, -1)", 3 * std::numbers::pi / 4},
      {"min(2, 3) + max(2, 3) * 10", 32},
      {"floor(-1.5) + sign(-3) + sign(0) + step(0) + step(-1)", -2},
      {"smoothstep(0.5) + smoothstep(-1) + smoothstep(2)", 1.5},
      {"abs(-2) + sqrt(9) + exp(0) + log(1)", 6},
      {"1 < 2 ? 10 : 20", 10},
      {"2 <= 1 ? 10 : 3 == 3 ? 30 : 40", 30},
      {"(1 >= 1) + (1 != 1) + (2 > 1)", 2},
      {" 3\t", 3},
      {"sin(0)+cos(0)+tan(0)+asin(0)+acos(1)+atan(0)", 1},
  };
  for (const auto& [text, expected] : rows) EXPECT_NEAR(value(text), expected, 1e-14) << text;
  EXPECT_EQ(value("2 * x + wheel.r", 3, 0.5), 6.5);
}

TEST(Expression, Jets) {
  const std::string names[] = {"t"};
  const auto at = [&names](std::string_view text, double t) {
    return Expression::compile(text, names)(t);
  };
  const Jet cube = at("t^3", 2);
  EXPECT_EQ(cube.v, 8);
  EXPECT_NEAR(cube.d, 12, 1e-12);
  EXPECT_NEAR(cube.dd, 12, 1e-12);
  // Polynomials have their derivatives at zero, constants none anywhere.
  EXPECT_EQ(at("t^2", 0).dd, 2);
  EXPECT_EQ(at("t^1 + t^0", 0).d, 1);
  EXPECT_EQ(at("sqrt(0) + 0^0.5 + t", 1).d, 1);
  EXPECT_EQ(at("t < 1 ? 0 : t", 2).d, 1);
  EXPECT_EQ(at("step(t)", 2).d, 0);
}

TEST(Expression, JetsOfOtherSignals) {
  const std::string names[] = {"t", "a", "b"};
  const double u[] = {3, 9, 2}, du[] = {0.5, 9, -1}, ddu[] = {0.25, 9, 4};
  const int which[] = {0, 2};
  const OtherSignals others(which, u, du, ddu);
  const Jet product = Expression::compile("a * b + t", names)(7, others);
  EXPECT_EQ(product.v, 13);
  EXPECT_EQ(product.d, 0.5 * 2 + 3 * -1 + 1);
  EXPECT_EQ(product.dd, 0.25 * 2 + 2 * 0.5 * -1 + 3 * 4);
  EXPECT_EQ(Expression::compile("sin(2*t) + cos(b) + a", names).fastest_sine(7, others), 2);
  EXPECT_EQ(Expression::compile("t^2", names).fastest_sine(7, others), 0);
}

TEST(Expression, KnowsItsNames) {
  const std::vector<std::string> names = {"a", "wheel.r", "b_2"};
  EXPECT_EQ(Expression::names_in("2*a + sin(wheel.r) - 1e3 + a*max (b_2, 1.5e2)"), names);
  EXPECT_TRUE(Expression::names_in("").empty());
}

int column_of(std::string_view text) {
  const std::string names[] = {"x", "speed"};
  try {
    (void)Expression::compile(text, names);
  } catch (const ExpressionError& e) {
    EXPECT_NE(e.where.find("column " + std::to_string(e.column)), std::string::npos);
    return e.column;
  }
  return 0;
}

TEST(Expression, ErrorsMarkTheColumn) {
  const std::pair<const char*, int> rows[] = {
      {"", 1},          {"   ", 4},    {"1 +", 4},       {"1 + * 2", 5}, {"(1 + 2", 7},
      {"1 + 2)", 6},    {"2 x", 3},    {"1 + spede", 5}, {"sni(x)", 1},  {"sin x", 5},
      {"sin(1, 2)", 1}, {"min(1)", 1}, {"x ? 1", 6},     {"1.2.3", 4},   {"1e999", 1},
      {"2 ** 3", 3},    {"x = 3", 3},  {"1 $ 2", 3},     {".", 1},       {"atan2()", 1},
      {"1 < 2 < 3", 7}};
  for (const auto& [text, column] : rows) EXPECT_EQ(column_of(text), column) << text;
}

TEST(Expression, SuggestsNames) {
  const std::string names[] = {"x", "speed"};
  try {
    (void)Expression::compile("2 * sped", names);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(e.hint.find("speed"), std::string::npos) << e.hint;
  }
}

// A formula is smooth if that is certain: its second derivative is finite for all values of its names.
TEST(Expression, IsSmoothWhereItsRangesProveIt) {
  const std::vector<std::string> names{"t", "u"};
  const auto smooth = [&](const char* text) { return Expression::compile(text, names).smooth(); };
  for (const char* text : {"3",
                           "2*sin(3*t) + u*cos(t) - exp(-t)",
                           "t^2",
                           "(t - 1)^3*u^0",
                           "atan(u)",
                           "smoothstep(t)",
                           "t/4",
                           "1/(2 + sin(t))",
                           "u/(1.5 - cos(t))",
                           "sqrt(1 + t^2)",
                           "(1 + t^2)^-0.5",
                           "2^t",
                           "(2 + cos(u))^t",
                           "log(1.1 + sin(u))",
                           "asin(0.9*sin(t))",
                           "acos(sin(t)/2)",
                           "tan(sin(t))",
                           "sqrt(1 - (0.5*sin(t))^2)",
                           "asin(1)*t",
                           "sqrt(0)*t",
                           "atan2(1, 2) + t",
                           "max(1, 2)*t"})
    EXPECT_TRUE(smooth(text)) << text;
  for (const char* text : {"asin(sin(5*t))",
                           "acos(cos(t))",
                           "sqrt(sin(5*t)^2)",
                           "sqrt(t)",
                           "t^1.5",
                           "t^-1",
                           "t^u",
                           "0^t",
                           "1/t",
                           "t/sin(t)",
                           "1/(1 + sin(t))",
                           "tan(t)",
                           "atan2(t, 1)",
                           "log(t)",
                           "abs(t)",
                           "min(t, 1)",
                           "max(t, 2*t)",
                           "sign(t)",
                           "step(t)",
                           "floor(t)",
                           "t < 1",
                           "t > 1 ? t : 1",
                           "1/0",
                           "sqrt(1 - sin(t)^2)",
                           "1/exp(t)"})
    EXPECT_FALSE(smooth(text)) << text;
}

TEST(Expression, HasLimits) {
  EXPECT_GT(column_of(std::string(1001, '1')), 0);
  EXPECT_EQ(column_of(std::string(49, '(') + "1" + std::string(49, ')')), 0);
  EXPECT_GT(column_of(std::string(51, '(') + "1" + std::string(51, ')')), 0);
  EXPECT_GT(column_of(std::string(900, '-') + "1"), 0);
  EXPECT_GT(column_of(std::string(900, '(')), 0);
  std::string powers = "2", choices = "1";
  for (int k = 0; k < 200; ++k) {
    powers += "^2";
    choices += "?1:1";
  }
  EXPECT_GT(column_of(powers), 0);
  EXPECT_GT(column_of(choices), 0);
  std::string sums = "1";
  for (int k = 0; k < 499; ++k) sums += "+1";
  EXPECT_EQ(column_of(sums), 0);
  std::string deep;  // each bracket holds three operands back
  for (int k = 0; k < 45; ++k) deep += "1<1+1*(";
  EXPECT_GT(column_of(deep + "1" + std::string(45, ')')), 0);
}

}  // namespace
}  // namespace takt::element
