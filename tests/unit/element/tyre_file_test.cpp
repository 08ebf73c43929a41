// Tyre files: what is read, in which units, and the errors for invalid files.
#include "takt/element/tyre/tyre_file.hpp"

#include <gtest/gtest.h>

#include "rolling_wheel.hpp"
#include "takt/base/error.hpp"
#include "takt/element/tyre/tyre_pac2002.hpp"

namespace takt::element {
namespace {

TEST(TyreFile, ReadsNumbersWordsAndComments) {
  const TyreFile f(
      "a.tir\n$ comment\n! another\n[MODEL]\nPROPERTY_FILE_FORMAT = 'PAC2002' $ with $ twice\n"
      "$---\n[shape]\n{radial width}\n 1.0 0.0\n[LATERAL_COEFFICIENTS]\r\npcy1 =  1.5  $shape\r\n"
      "PDY1=-2e-3!\n");
  EXPECT_EQ(f.capital_word("PROPERTY_FILE_FORMAT"), "PAC2002");
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

// The word WIDTH in a section of coefficients is no length, and FNOMIN of a range is not that of the
// tyre.
TEST(TyreFile, ConvertsBySectionAndKey) {
  const TyreFile f(
      "a.tir\n[UNITS]\nLENGTH = 'mm'\nFORCE = 'kN'\n[SCALING_COEFFICIENTS]\nWIDTH = 3\n"
      "[VERTICAL_FORCE_RANGE]\nFNOMIN = 9\n[VERTICAL]\nFNOMIN = 4.85\n");
  EXPECT_NEAR(f.number("FNOMIN"), 4850, 1e-9);
  EXPECT_EQ(f.at("FNOMIN"), "a.tir:9");
  EXPECT_FALSE(f.has("WIDTH"));
  EXPECT_EQ(f.left_out({}),
            (std::vector<std::string>{"[SCALING_COEFFICIENTS] WIDTH", "[VERTICAL] FNOMIN"}));
  const std::string_view keys[] = {"FNOMIN"};
  EXPECT_NO_THROW(f.expect_numbers(keys));
}

struct Said {
  std::string what, where, hint;
};
Said said(const std::string& text) {
  try {
    TyrePac2002::read(TyreFile("a.tir\n" + text));
  } catch (const Error& e) {
    return {e.what(), e.where, e.hint};
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
  expect("[MODEL]\nFITTYP = 61\n",
         "the coefficients are of FITTYP 61, not 5, 6 or 21 as PAC2002 has", "a.tir:2");
  expect("[MODEL]\nFITTYP = 'abc'\n", "'FITTYP' is the text 'abc' but must be a number", "a.tir:2");
  expect("[X]\n\nPCX1 = 'abc'\n", "'PCX1' is the text 'abc' but must be a number", "a.tir:3");
  expect("[X]\nPVY1 = '0.037318'\n", "'PVY1' is the text '0.037318' but must be a number",
         "a.tir:2");
  expect("[X]\nPCX1 = 1\n[Y]\nPCX1 = 1\n", "'PCX1' is given twice", "a.tir:4");
  expect("[UNITS]\nLENGTH = 1\n", "the unit of LENGTH is a number", "a.tir:2");
  expect("[X]\nPCX1 = 1\nPDX1 = 1\nPKX1 = 20\nPTX1 = 1\n",
         "the tyre file lacks UNLOADED_RADIUS, VERTICAL_STIFFNESS, FNOMIN, PCY1, PDY1, PKY1, PKY2, "
         "PTY1, PTY2",
         "a.tir");
}

// The shipped file with one place changed; without the line of its name.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = sedan_tyre();
  text.erase(0, text.find('\n') + 1);
  return text.replace(text.find(from), from.size(), to);
}
TyrePac2002::Data read(const std::string& text) {
  return TyrePac2002::read(TyreFile("a.tir\n" + text));
}

TEST(TyreFile, RefusesNumbersNoTyreHas) {
  const auto refused = [](const std::string& from, const std::string& to) {
    const Said s = said(changed(from, to));
    EXPECT_FALSE(s.hint.empty()) << s.what;
    return s.what;
  };
  EXPECT_EQ(refused("PDX1  = 1.1739", "PDX1 = -1"), "'PDX1' is -1 but must be positive");
  EXPECT_EQ(refused("PKY1  = -21.92", "PKY1 = 21"), "'PKY1' is 21 but must be negative");
  EXPECT_EQ(refused("PDX2  = -0.16395", "PDX2 = -0.5"),
            "friction or stiffness fall to zero between no load and 3.5 times the nominal load");
  EXPECT_EQ(refused("= 280835.2941", "= 28083.5"),
            "at twice its nominal load the tyre is pressed in by more than half its radius");
  EXPECT_EQ(refused("LFZO = 0.81", "LKX = 0"), "'LKX' is 0 but must be positive");
  EXPECT_EQ(refused("LFZO = 0.81", "LKY = 0"), "'LKY' is 0 but must be positive");
  EXPECT_EQ(refused("DAMPING   = 2000", "DAMPING = -2000"),
            "'VERTICAL_DAMPING' is -2000 but must be positive or zero");
  EXPECT_EQ(refused("PTX1  = 2.3657", "PTX1 = -1"), "'PTX1' is -1 but must be positive or zero");
  EXPECT_EQ(refused("PTY2  = 1.9829", "PTY2 = 0"), "'PTY2' is 0 but must be positive");
}

TEST(TyreFile, TakesWhatRealFilesHave) {
  EXPECT_EQ(said(changed("'PAC2002'", "'pac2002'\nFITTYP = 6")).what, "");
  // A key of its own in each section.
  EXPECT_EQ(said(changed("[DIMENSION]", "[INERTIA]\nMASS = 9.3\n[DIMENSION]")).what, "");
  // No relaxation.
  std::string text = changed("PTY1  = 2.1439", "PTY1 = 0");
  for (const char* was : {"PTX1  = 2.3657", "PTX2  = 1.4112", "PTY2  = 1.9829"})
    text.replace(text.find(was), std::string_view(was).size(),
                 std::string(was).substr(0, 4) + " = 0");
  const auto stiff =
      make_body_force("tyre_pac2002", {{"file", "a.tir\n" + text}}, make_road("flat", {}));
  RollingWheel w{0.344, 280835.2941, 3928.5};
  w.v_x = 10;
  w.spin = 10 / 0.335;
  BodyForceOut out;
  stiff->derivatives(w.in(), out);
  EXPECT_NEAR(-1 / out.e_z[1][1], 0.02 * 0.344 / 10 + 3e-3, 1e-4);
  EXPECT_TRUE(out.by_twist.allFinite() && out.by_place.allFinite());
  // Friction across of the other sign means the same.
  std::string negative = changed("PDY1  = 1.0489", "PDY1 = -1.0489");
  const std::string was = "PDY2  = -0.18033";
  negative.replace(negative.find(was), was.size(), "PDY2 = 0.18033");
  EXPECT_EQ(read(negative).PDY1, 1.0489);
  EXPECT_EQ(read(negative).PDY2, -0.18033);
}

TEST(TyreFile, SaysForWhichSideItIs) {
  EXPECT_EQ(read(changed("[DIMENSION]", "TYRESIDE = 'Left'\n[DIMENSION]")).mirror, 1);
  EXPECT_EQ(read(changed("[DIMENSION]", "TYRESIDE = 'right'\n[DIMENSION]")).mirror, -1);
  EXPECT_EQ(read(changed("[DIMENSION]", "TYRESIDE = 'UNKNOWN'\n[DIMENSION]")).mirror, 1);
}

TEST(TyreFile, NamesWhatIsNotUsed) {
  std::string text = sedan_tyre();
  EXPECT_TRUE(TyrePac2002::left_out(TyreFile(text)).empty());
  text += "RBY1 = 7\nRBY2 = 0\n[OVERTURNING_COEFFICIENTS]\nQSX1 = 1\nQSX2 = 2\n";
  const std::vector<std::string> expected{"[ALIGNING_COEFFICIENTS] RBY1",
                                          "[OVERTURNING_COEFFICIENTS] QSX1, QSX2"};
  EXPECT_EQ(TyrePac2002::left_out(TyreFile(text)), expected);
  // What else changes forces; shape and ranges do not.
  const TyreFile curves("a.tir\n" +
                        changed("[INCLINATION",
                                "QFZ2 = 3\nQV2 = 0.1\nQFZ3 = 0\n"
                                "[SHAPE]\n{radial width}\n1.0 0.0\n"
                                "[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0.0 0.0\n0.01 2100\n"
                                "[BOTTOMING_CURVE]\n0.1 0.0\n"
                                "[LONG_SLIP_RANGE]\nKPUMIN = -1.5\n[INCLINATION"));
  const std::vector<std::string> named{"[VERTICAL] QFZ2, QV2", "[DEFLECTION_LOAD_CURVE]",
                                       "[BOTTOMING_CURVE]"};
  EXPECT_EQ(TyrePac2002::left_out(curves), named);
}

}  // namespace
}  // namespace takt::element
