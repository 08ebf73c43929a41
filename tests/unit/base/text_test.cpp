#include "takt/base/text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace takt::test {
namespace {

using Words = std::vector<std::string>;

TEST(Text, NearestByEditDistance) {
  const Words names{"revolute", "prismatic", "spherical", "fixed"};
  EXPECT_EQ(nearest("revolut", names), Words{"revolute"});     // a letter is missing
  EXPECT_EQ(nearest("priamstic", names), Words{"prismatic"});  // two letters are exchanged
  EXPECT_EQ(nearest("sphericle", names), Words{"spherical"});
  EXPECT_EQ(nearest("cylinder", names), Words{});
  EXPECT_EQ(nearest("", names), Words{});
}

TEST(Text, NearestByPartAndByEnding) {
  EXPECT_EQ(nearest("iso", Words{"prismatic", "double_isolator"}), Words{"double_isolator"});
  EXPECT_EQ(nearest("bodys", Words{"bodies", "joints"}), Words{"bodies"});
}

TEST(Text, NearestBestFirstAndAtMostThree) {
  EXPECT_EQ(nearest("abcdefghi", Words{"abcdefgxx", "abcdefghx", "abcdefghi"}),
            (Words{"abcdefghi", "abcdefghx", "abcdefgxx"}));
  EXPECT_EQ(nearest("step", Words{"step1", "step2", "step3", "step4"}).size(), 3u);
}

TEST(Text, DidYouMean) {
  EXPECT_EQ(did_you_mean("hht1", Words{"hht", "rk4"}), "did you mean 'hht'?");
  EXPECT_EQ(did_you_mean("step", Words{"step1", "step2"}), "did you mean 'step1' or 'step2'?");
  EXPECT_EQ(did_you_mean("step", Words{"step1", "step2", "step3"}),
            "did you mean 'step1', 'step2' or 'step3'?");
  EXPECT_EQ(did_you_mean("xyz", Words{"step1"}, "write a name"), "write a name");
}

TEST(Text, Join) {
  EXPECT_EQ(join(Words{"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(join(Words{}, ", "), "");
}

TEST(Text, NumbersReadBackAsTheSame) {
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(-3), "-3");
  for (const double x : {1.0 / 3, 6.02e23, -1e-310, 5e-324, std::numeric_limits<double>::max()}) {
    double back = 0;
    ASSERT_TRUE(parse_number(number(x), back)) << x;
    EXPECT_EQ(back, x);
  }
}

TEST(Text, NumbersOnly) {
  double x = 0;
  EXPECT_TRUE(parse_number("+2.5e-3", x));
  EXPECT_EQ(x, 2.5e-3);
  for (const char* text : {"", "+", "1,5", "1 ", " 1", "1e", "0x10", "1ms", "inf", "nan", "1e999"})
    EXPECT_FALSE(parse_number(text, x)) << text;
}

TEST(Text, SplitsLinesOfCsvFiles) {
  EXPECT_EQ(cell_separator("t,steer;x"), ',');
  EXPECT_EQ(cell_separator("t;steer"), ';');
  EXPECT_EQ(cell_separator("t"), ',');
  std::vector<std::string_view> cells{"left over"};
  split_cells("\"x\" , 1.5,, \t\"a b\"\r", ',', cells);
  EXPECT_EQ(cells, (std::vector<std::string_view>{"x", "1.5", "", "a b"}));
  split_cells("\"", ';', cells);  // a quote alone is kept, so that a message can show it
  EXPECT_EQ(cells, (std::vector<std::string_view>{"\""}));
}

}  // namespace
}  // namespace takt::test
