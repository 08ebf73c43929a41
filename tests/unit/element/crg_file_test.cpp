// OpenCRG files in their text form: heights on a grid, or an Error that says where and what to do.
#include "takt/element/road/crg_file.hpp"

#include <gtest/gtest.h>

#include "sample_values.hpp"
#include "takt/base/error.hpp"

namespace takt::element::crg_file {
namespace {

// A number in a column of fixed width: 10 characters of LRFI, 20 of LDFI.
std::string column(double x, int width = 10) {
  char text[32];
  std::snprintf(text, sizeof text, "%*.*f", width, width == 10 ? 7 : 15, x);
  return text;
}

struct Crg {
  std::string parameters =
      "REFERENCE_LINE_START_U = 2.0   ! where it begins\nreference_line_end_u = 3.0\n"
      "REFERENCE_LINE_INCREMENT = 0.5\nLONG_SECTION_V_RIGHT = -1\nLONG_SECTION_V_INCREMENT = 1\n";
  std::string format = "LRFI", more;
  std::string channels = "D:long section 1,m\nD:long section 2,m\nD:long section 3,m\n";
  std::string data = column(0) + column(0.01) + column(0) + "\n" + column(-0.01) + column(0.02) +
                     column(-0.03) + "\n" + column(0) + column(0) + column(0.5) + "\n";
  std::string text() const {
    return "* a comment\n$CT    ! a text\nWidth = 3 m, $ 5\n$\n$ROAD_CRG\n" + parameters + "$\n" +
           more + "$KD_Definition\n#:" + format + "\nU:reference line u,m,0,1\n" + channels +
           "$\n$$$$$$$$\n" + data;
  }
};

std::string refusal(const Crg& crg) {
  try {
    parse_crg(crg.text(), "a.crg");
    return "";
  } catch (const Error& e) {
    EXPECT_FALSE(e.hint.empty()) << e.what();
    return e.where + " " + e.what();
  }
}

TEST(CrgFile, HasItsGrid) {
  const GridFile g = parse_crg(Crg().text(), "a.crg");
  EXPECT_EQ(g.start_x, 2);
  EXPECT_EQ(g.step_x, 0.5);
  EXPECT_EQ(g.start_y, -1);
  EXPECT_EQ(g.step_y, 1);
  ASSERT_EQ(g.heights.size(), 3U);
  EXPECT_EQ(g.heights[1], (std::vector<double>{-0.01, 0.02, -0.03}));  // columns touch each other
  EXPECT_EQ(g.heights[2], (std::vector<double>{0, 0, 0.5}));
  const auto road = make_road("grid", {{"file", "a.crg\n" + Crg().text()}});
  EXPECT_NEAR(road->at(2.5, 0).z, 0.02, 1e-15);
  EXPECT_NEAR(road->at(3, 1).z, 0.5, 1e-15);
  EXPECT_NEAR(road->at(2.5, -1).z, -0.01, 1e-15);
}

TEST(CrgFile, LiesEvenlyAboutTheLineWhereNothingElseIsSaid) {
  Crg minimal;
  minimal.parameters = "REFERENCE_LINE_INCREMENT = 1.0\nLONG_SECTION_V_INCREMENT = 0.5\n";
  const GridFile g = parse_crg(minimal.text(), "a.crg");
  EXPECT_EQ(g.start_x, 0);
  EXPECT_EQ(g.start_y, -0.5);
  minimal.parameters =
      "REFERENCE_LINE_END_U = 4\nLONG_SECTION_V_RIGHT = 1\nLONG_SECTION_V_LEFT = 5\n";
  const GridFile h = parse_crg(minimal.text(), "a.crg");
  EXPECT_EQ(h.step_x, 2);
  EXPECT_EQ(h.start_y, 1);
  EXPECT_EQ(h.step_y, 2);
}

TEST(CrgFile, ReadsDoublePrecisionOverSeveralLinesAndPositions) {
  Crg crg;
  crg.format = "LDFI";
  crg.parameters = "REFERENCE_LINE_INCREMENT = 1\n";
  crg.channels = "D:reference line phi,rad\n";
  for (int k = 0; k < 6; ++k)
    crg.channels += "D:long section at v = " + std::to_string(-2 + k) + ".0,m\n";
  crg.data.clear();
  for (int row = 0; row < 3; ++row) {  // seven numbers: four in the first line, three in the second
    crg.data += row == 0 ? "         **unused**" + std::string(" ") : column(0.3, 20);
    for (int k = 0; k < 6; ++k) {
      crg.data += column(row + 0.1 * k + 1e-12, 20);
      if (k == 2) crg.data += "\r\n";
    }
    crg.data += "\r\n";
  }
  const GridFile g = parse_crg(crg.text() + "\n\n", "a.crg");
  ASSERT_EQ(g.heights.size(), 3U);
  EXPECT_EQ(g.start_y, -2);
  EXPECT_EQ(g.step_y, 1);
  EXPECT_NEAR(g.heights[2][5], 2.5 + 1e-12, 1e-15);
}

TEST(CrgFile, SaysWhatIsNotRead) {
  const Crg good;
  EXPECT_EQ(refusal(good), "");
  Crg c = good;
  c.format = "KRBI";
  EXPECT_EQ(refusal(c), "a.crg:13 data of the format 'KRBI' are not read");
  c = good;
  c.more = "$ROAD_CRG_MODS\nSCALE_Z_GRID = 2\n$\n";
  EXPECT_EQ(refusal(c), "a.crg:13 modifiers of an OpenCRG file are not read");
  c = good;
  c.more = "$ROAD_CRG_FILE\n'b.crg'\n$\n";
  EXPECT_EQ(refusal(c), "a.crg:12 the OpenCRG file takes its data from another file");
  c = good;
  c.parameters += "REFERENCE_LINE_START_B = 0.02\n";
  EXPECT_EQ(refusal(c),
            "a.crg:11 the reference line of the OpenCRG file slopes or banks: "
            "REFERENCE_LINE_START_B is 0.02");
  c = good;
  c.channels = "D:reference line slope,m/m\n" + c.channels;
  EXPECT_EQ(refusal(c), "a.crg:15 the channel 'reference line slope,m/m' is not read");
  c = good;
  c.channels += "D:long section at v = 2,m\n";
  EXPECT_EQ(refusal(c), "a.crg:18 long sections have both numbers and positions");
  c = good;
  c.channels = "D:long section 2,m\n" + c.channels;
  EXPECT_EQ(refusal(c), "a.crg:15 long section 2 is where number 1 is expected");
  c = good;
  c.channels = "D:long section 1,m\n";
  EXPECT_EQ(refusal(c), "a.crg:17 the OpenCRG file has 1 long sections");
  c = good;
  c.data += " *missing*" + column(0) + column(0) + "\n";
  EXPECT_EQ(refusal(c), "a.crg:23 a height is missing");
  c = good;
  c.data += column(0) + column(0) + "\n";
  EXPECT_EQ(refusal(c), "a.crg:23 a height is missing");
  c = good;
  c.data += column(0) + "    x     " + column(0) + "\n";
  EXPECT_EQ(refusal(c), "a.crg:23 'x' is not a finite number");
  c = good;
  c.data += "\n" + column(0) + column(0) + column(0) + "\n";
  EXPECT_EQ(refusal(c), "a.crg:23 the line has no heights");
  c = good;
  c.data += column(0) + column(0) + column(0) + "\n" + column(0) + column(0) + column(0) + "\n";
  EXPECT_EQ(refusal(c), "a.crg the 5 rows of heights end at u = 4, but REFERENCE_LINE_END_U is 3");
  c = good;
  c.data.clear();
  EXPECT_EQ(refusal(c), "a.crg the OpenCRG file has 0 rows of heights");
  c = good;
  c.parameters += "REFERENCE_LINE_INCREMENT = -1\n";
  EXPECT_EQ(refusal(c), "a.crg REFERENCE_LINE_INCREMENT is -1 but must be positive");
  c = good;
  c.parameters += "WIDTH\n";
  EXPECT_EQ(refusal(c), "a.crg:11 'WIDTH' is no parameter");
  c = good;
  c.channels = "D:reference line phi,rad\n" + c.channels;
  c.data.clear();
  for (const double phi : {0.0, 0.1, 0.1001})
    c.data += column(phi) + column(0) + column(0) + column(0) + "\n";
  EXPECT_EQ(
      refusal(c),
      "a.crg:23 the reference line of the OpenCRG file is curved: its heading goes from 0.1 to "
      "0.1001 rad");
  try {
    parse_crg("$CT\nno end\n", "a.crg");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "the header of the OpenCRG file has no end");
  }
}

}  // namespace
}  // namespace takt::element::crg_file
