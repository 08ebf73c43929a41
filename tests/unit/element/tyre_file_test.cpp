// Tyre files: what is read, in which units, and what is said about those that cannot be.
#include "takt/element/tyre_file.hpp"

#include <gtest/gtest.h>

#include "rolling_wheel.hpp"
#include "takt/base/error.hpp"
#include "takt/element/force/tyre_pac2002.hpp"

namespace takt::element {
namespace {

TEST(TyreFile, ReadsNumbersWordsAndComments) {
  const TyreFile f(
      "a.tir\n$ comment\n! another\n[MODEL]\nPROPERTY_FILE_FORMAT = 'PAC2002' $ with $ twice\n"
      "$---\n[shape]\n{radial width}\n 1.0 0.0\n[LATERAL_COEFFICIENTS]\r\npcy1 =  1.5  $shape\r\n"
      "PDY1=-2e-3!\n");
  EXPECT_EQ(f.word("PROPERTY_FILE_FORMAT"), "PAC2002");
  EXPECT_EQ(f.number("PCY1"), 1.5);
  EXPECT_EQ(f.number("PDY1"), -2e-3);
  EXPECT_EQ(f.at("PDY1"), "a.tir:11");
  EXPECT_EQ(f.number("PKY1", 7), 7);
}

TEST(TyreFile, ConvertsUnits) {
  const TyreFile f(
      "a.tir\n[UNITS]\nLENGTH = 'mm'\nFORCE = 'kN'\n[DIMENSION]\nUNLOADED_RADIUS = 344\n"
      "[VERTICAL]\nVERTICAL_STIFFNESS = 0.28\nFNOMIN = 4.85\nVERTICAL_DAMPING = 0.002\n"
      "[LATERAL_COEFFICIENTS]\nPCY1 = 1.5\n");
  EXPECT_NEAR(f.number("UNLOADED_RADIUS"), 0.344, 1e-15);
  EXPECT_NEAR(f.number("VERTICAL_STIFFNESS"), 280e3, 1e-6);
  EXPECT_NEAR(f.number("VERTICAL_DAMPING"), 2000, 1e-9);
  EXPECT_NEAR(f.number("FNOMIN"), 4850, 1e-9);
  EXPECT_EQ(f.number("PCY1"), 1.5);
}

struct Said {
  std::string what, where;
};
Said said(const std::string& text) {
  try {
    TyrePac2002::read(TyreFile("a.tir\n" + text));
  } catch (const Error& e) {
    return {e.what(), e.where};
  }
  return {};
}

TEST(TyreFile, SaysWhereItCannotBeRead) {
  const auto expect = [](const std::string& text, const char* what, const char* where) {
    const Said s = said(text);
    EXPECT_EQ(s.what, what);
    EXPECT_EQ(s.where, where);
  };
  expect("[UNITS\n", "the name of a section is not closed", "a.tir:1");
  expect("\n\nwords\n", "neither a section nor 'KEY = value'", "a.tir:3");
  expect("[X]\nPCX1 = 1,5\n", "'1,5' is not a number", "a.tir:2");
  expect("[X]\nPCX1 = 1\nPCX1 = 2\n", "'PCX1' is given twice", "a.tir:3");
  expect("[UNITS]\nANGLE = 'degree'\n", "the unit 'degree' of ANGLE is not known", "a.tir:2");
  expect("[X]\nTEXT = 'open\n", "a text without its closing quote", "a.tir:2");
  expect("[MODEL]\nPROPERTY_FILE_FORMAT = 'FTIRE'\n",
         "the tyre file is of the format 'FTIRE', not 'PAC2002'", "a.tir:2");
  expect("[X]\nPCX1 = 1\nPDX1 = 1\nPKX1 = 20\nPTX1 = 1\n",
         "the tyre file lacks UNLOADED_RADIUS, VERTICAL_STIFFNESS, FNOMIN, PCY1, PDY1, PKY1, PKY2, "
         "PTY1, PTY2",
         "a.tir");
}

TEST(TyreFile, RefusesNumbersNoTyreHas) {
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = sedan_tyre();
    text.erase(0, text.find('\n') + 1);
    return said(text.replace(text.find(from), from.size(), to)).what;
  };
  EXPECT_EQ(changed("PDX1  = 1.1739", "PDX1 = -1"), "'PDX1' is -1 but must be positive");
  EXPECT_EQ(changed("PKY1  = -21.92", "PKY1 = 21"), "'PKY1' is 21 but must be negative");
  EXPECT_EQ(changed("PDX2  = -0.16395", "PDX2 = -0.5"),
            "friction or stiffness fall to zero between no load and 3.5 times the nominal load");
  EXPECT_EQ(changed("= 280835.2941", "= 28083.5"),
            "at twice its nominal load the tyre is pressed in by more than half its radius");
}

TEST(TyreFile, NamesWhatIsNotUsed) {
  std::string text = sedan_tyre();
  EXPECT_TRUE(TyrePac2002::left_out(TyreFile(text)).empty());
  text += "RBY1 = 7\nRBY2 = 0\n[OVERTURNING_COEFFICIENTS]\nQSX1 = 1\nQSX2 = 2\n";
  const std::vector<std::string> expected{"[ALIGNING_COEFFICIENTS] RBY1",
                                          "[OVERTURNING_COEFFICIENTS] QSX1, QSX2"};
  EXPECT_EQ(TyrePac2002::left_out(TyreFile(text)), expected);
}

}  // namespace
}  // namespace takt::element
