#include "takt/base/choice.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"

namespace takt::test {
namespace {

using Kind = Option::Kind;
constexpr Option options[] = {
    {"rho", Kind::number, "0.8", "", ""},
    {"passes", Kind::count, "3", "", "", true},
    {"row", Kind::word, "J2", "exact|J1|J2", "", true},
    {"dense", Kind::flag, "false", "", ""},
    {"alpha", Kind::positive, "1e6", "", ""},
    {"file", Kind::text, "", "a path", ""},
};

Settings with(std::vector<std::pair<std::string, std::string>> given) {
  return {Choice{"euler", std::move(given)}, options, "here"};
}
std::string complaint(std::vector<std::pair<std::string, std::string>> given,
                      std::string* hint = nullptr) {
  try {
    with(std::move(given));
  } catch (const Error& e) {
    EXPECT_EQ(e.where, "here");
    if (hint != nullptr) *hint = e.hint;
    return e.what();
  }
  return "none";
}

TEST(Choice, IsWrittenAsTheUserWroteIt) {
  EXPECT_EQ(to_string(Choice{"euler", {}}), "euler");
  EXPECT_EQ(to_string(Choice{"euler", {{"", "J1"}, {"passes", "2"}}}), "euler(J1,passes=2)");
}

TEST(Choice, Split) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(split("a|b||c", '|'), (Words{"a", "b", "", "c"}));
  EXPECT_EQ(split("", '|'), Words{""});
}

TEST(Settings, DefaultsAndGivenValues) {
  const Settings s = with({{"rho", "0.5"}, {"dense", "true"}});
  EXPECT_EQ(s.number("rho"), 0.5);
  EXPECT_EQ(s.count("passes"), 3);
  EXPECT_EQ(s.text("row"), "J2");
  EXPECT_TRUE(s.flag("dense"));
  EXPECT_TRUE(s.given("rho"));
  EXPECT_FALSE(s.given("passes"));
  EXPECT_TRUE(s.knows("passes"));
  EXPECT_FALSE(s.knows("order"));
}

TEST(Settings, AValueWithoutNameGoesWhereItFits) {
  const Settings s = with({{"", "J1"}, {"", "5"}});
  EXPECT_EQ(s.text("row"), "J1");
  EXPECT_EQ(s.count("passes"), 5);
}

TEST(Settings, Complaints) {
  std::string hint;
  EXPECT_EQ(complaint({{"rhi", "1"}}, &hint), "unknown option 'rhi' of euler");
  EXPECT_EQ(hint, "did you mean 'rho'?");
  EXPECT_EQ(complaint({{"row", "J9"}}, &hint),
            "option row of euler: 'J9' is not one of exact, J1, J2");
  EXPECT_EQ(hint, "did you mean 'J1' or 'J2'?");
  EXPECT_EQ(complaint({{"passes", "2.5"}}, &hint),
            "option passes of euler: '2.5' is not a whole number, 1 or more");
  EXPECT_EQ(hint, "write a whole number, 1 or more");
  EXPECT_EQ(complaint({{"alpha", "0"}}), "option alpha of euler: '0' is not a positive number");
  EXPECT_EQ(complaint({{"dense", "yes"}}), "option dense of euler: 'yes' is not true or false");
  EXPECT_EQ(complaint({{"rho", "1"}, {"rho", "2"}}), "option rho of euler is given twice");
  EXPECT_EQ(complaint({{"rho", "-1"}, {"file", "any text"}}), "none");
}

TEST(Settings, AnEntryWithoutOptions) {
  try {
    Settings(Choice{"none", {{"", "3"}}}, {}, "");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "none takes no value without a name: '3'");
    EXPECT_EQ(e.hint, "none has no options");
  }
}

}  // namespace
}  // namespace takt::test
