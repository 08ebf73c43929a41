#include "takt/element/tyre/tyre_pac2002.hpp"

#include <algorithm>

#include "takt/base/text.hpp"

namespace takt::element {
namespace {

using Pac2002Data = TyrePac2002::Data;

struct Coefficient {
  std::string_view key;
  double Pac2002Data::*to;
  double standard;
};

#define TAKT_ZERO(k) \
  { #k, &Pac2002Data::k, 0 }
#define TAKT_ONE(k) \
  { #k, &Pac2002Data::k, 1 }
constexpr Coefficient coefficients[] = {
    {"UNLOADED_RADIUS", &Pac2002Data::R0, 0},
    {"VERTICAL_STIFFNESS", &Pac2002Data::stiffness, 0},
    {"VERTICAL_DAMPING", &Pac2002Data::damping, 0},
    {"LONGVL", &Pac2002Data::LONGVL, 16.7},
    // Without these keys the rolling radius is the free radius minus a third of the deflection.
    {"FREFF", &Pac2002Data::FREFF, 1.0 / 3},
    TAKT_ZERO(FNOMIN),
    TAKT_ZERO(BREFF),
    TAKT_ZERO(DREFF),
    TAKT_ZERO(PCX1),
    TAKT_ZERO(PDX1),
    TAKT_ZERO(PDX2),
    TAKT_ZERO(PDX3),
    TAKT_ZERO(PEX1),
    TAKT_ZERO(PEX2),
    TAKT_ZERO(PEX3),
    TAKT_ZERO(PEX4),
    TAKT_ZERO(PKX1),
    TAKT_ZERO(PKX2),
    TAKT_ZERO(PKX3),
    TAKT_ZERO(PHX1),
    TAKT_ZERO(PHX2),
    TAKT_ZERO(PVX1),
    TAKT_ZERO(PVX2),
    TAKT_ZERO(PTX1),
    TAKT_ZERO(PTX2),
    TAKT_ZERO(PTX3),
    TAKT_ZERO(PCY1),
    TAKT_ZERO(PDY1),
    TAKT_ZERO(PDY2),
    TAKT_ZERO(PDY3),
    TAKT_ZERO(PEY1),
    TAKT_ZERO(PEY2),
    TAKT_ZERO(PEY3),
    TAKT_ZERO(PEY4),
    TAKT_ZERO(PKY1),
    TAKT_ZERO(PKY2),
    TAKT_ZERO(PKY3),
    TAKT_ZERO(PHY1),
    TAKT_ZERO(PHY2),
    TAKT_ZERO(PHY3),
    TAKT_ZERO(PVY1),
    TAKT_ZERO(PVY2),
    TAKT_ZERO(PVY3),
    TAKT_ZERO(PVY4),
    TAKT_ZERO(PTY1),
    TAKT_ZERO(PTY2),
    TAKT_ZERO(QBZ1),
    TAKT_ZERO(QBZ2),
    TAKT_ZERO(QBZ3),
    TAKT_ZERO(QBZ4),
    TAKT_ZERO(QBZ5),
    TAKT_ZERO(QBZ9),
    TAKT_ZERO(QBZ10),
    TAKT_ZERO(QCZ1),
    TAKT_ZERO(QDZ1),
    TAKT_ZERO(QDZ2),
    TAKT_ZERO(QDZ3),
    TAKT_ZERO(QDZ4),
    TAKT_ZERO(QDZ6),
    TAKT_ZERO(QDZ7),
    TAKT_ZERO(QDZ8),
    TAKT_ZERO(QDZ9),
    TAKT_ZERO(QEZ1),
    TAKT_ZERO(QEZ2),
    TAKT_ZERO(QEZ3),
    TAKT_ZERO(QEZ4),
    TAKT_ZERO(QEZ5),
    TAKT_ZERO(QHZ1),
    TAKT_ZERO(QHZ2),
    TAKT_ZERO(QHZ3),
    TAKT_ZERO(QHZ4),
    TAKT_ZERO(QSY1),
    TAKT_ZERO(QSY2),
    TAKT_ZERO(QSY3),
    TAKT_ZERO(QSY4),
    TAKT_ONE(LFZO),
    TAKT_ONE(LCX),
    TAKT_ONE(LMUX),
    TAKT_ONE(LEX),
    TAKT_ONE(LKX),
    TAKT_ONE(LHX),
    TAKT_ONE(LVX),
    TAKT_ONE(LGAX),
    TAKT_ONE(LCY),
    TAKT_ONE(LMUY),
    TAKT_ONE(LEY),
    TAKT_ONE(LKY),
    TAKT_ONE(LHY),
    TAKT_ONE(LVY),
    TAKT_ONE(LGAY),
    TAKT_ONE(LTR),
    TAKT_ONE(LRES),
    TAKT_ONE(LGAZ),
    TAKT_ONE(LSGKP),
    TAKT_ONE(LSGAL),
    TAKT_ONE(LMY),
    TAKT_ZERO(RBX1),
    TAKT_ZERO(RBX2),
    TAKT_ZERO(RCX1),
    TAKT_ZERO(REX1),
    TAKT_ZERO(REX2),
    TAKT_ZERO(RHX1),
    TAKT_ZERO(RBY1),
    TAKT_ZERO(RBY2),
    TAKT_ZERO(RBY3),
    TAKT_ZERO(RCY1),
    TAKT_ZERO(REY1),
    TAKT_ZERO(REY2),
    TAKT_ZERO(RHY1),
    TAKT_ZERO(RHY2),
    TAKT_ZERO(RVY1),
    TAKT_ZERO(RVY2),
    TAKT_ZERO(RVY3),
    TAKT_ZERO(RVY4),
    TAKT_ZERO(RVY5),
    TAKT_ZERO(RVY6),
    TAKT_ZERO(SSZ1),
    TAKT_ZERO(SSZ2),
    TAKT_ZERO(SSZ3),
    TAKT_ZERO(SSZ4),
    TAKT_ONE(LXAL),
    TAKT_ONE(LYKA),
    TAKT_ONE(LVYKA),
    TAKT_ONE(LS),
    TAKT_ZERO(CAMMIN),
    TAKT_ZERO(CAMMAX)};
#undef TAKT_ZERO
#undef TAKT_ONE

constexpr std::string_view required[] = {"UNLOADED_RADIUS",
                                         "VERTICAL_STIFFNESS",
                                         "FNOMIN",
                                         "PCX1",
                                         "PDX1",
                                         "PKX1",
                                         "PTX1",
                                         "PCY1",
                                         "PDY1",
                                         "PKY1",
                                         "PKY2",
                                         "PTY1",
                                         "PTY2"};
constexpr std::string_view positive[] = {"UNLOADED_RADIUS",
                                         "VERTICAL_STIFFNESS",
                                         "FNOMIN",
                                         "PCX1",
                                         "PDX1",
                                         "PKX1",
                                         "PCY1",
                                         "PKY2",
                                         "LFZO",
                                         "LMUX",
                                         "LMUY",
                                         "LCX",
                                         "LCY",
                                         "LKX",
                                         "LKY",
                                         "LONGVL"};
// A tyre with PTX1 = 0 or PTY1 = 0 has no relaxation length in this direction.
constexpr std::string_view not_negative[] = {"VERTICAL_DAMPING", "PTX1", "PTY1"};

[[noreturn]] void wrong(const TyreFile& file, std::string_view key, const std::string& must_be,
                        const std::string& hint) {
  throw Error(
      "'" + std::string(key) + "' is " + number(file.number(key)) + " but must be " + must_be,
      file.at(key), hint);
}

void check_signs(const TyreFile& file) {
  for (const std::string_view key : positive)
    if (file.has(key) && !(file.number(key) > 0))
      wrong(file, key, "positive",
            key.front() == 'L' && key != "LONGVL"
                ? "it is a factor: write 1, or leave it out"
                : "see the units of the file and the convention of its signs");
  for (const std::string_view key : not_negative)
    if (file.has(key) && !(file.number(key) >= 0))
      wrong(file, key, "positive or zero", "write 0 where the tyre has none");
  if (!(file.number("PKY1") < 0))
    wrong(file, "PKY1", "negative", "a file with another sign convention needs other coefficients");
  if (file.number("PTY1") > 0 && !(file.number("PTY2") > 0))
    wrong(file, "PTY2", "positive", "or write PTY1 = 0: no relaxation across");
}

// MF-Tyre 5.0, 5.1 and 5.2 are PAC2002; other versions use the same names in other formulas.
void check_format(const TyreFile& file) {
  const std::string format = file.capital_word("PROPERTY_FILE_FORMAT");
  if (!format.empty() && format != "PAC2002" && format != "MF_05")
    throw Error("the tyre file is of the format '" + format + "', not 'PAC2002'",
                file.at("PROPERTY_FILE_FORMAT"), "other tyre models have other coefficients");
  if (!file.has("FITTYP")) return;
  const double type = file.number("FITTYP");
  if (type != 5 && type != 6 && type != 21)
    throw Error(
        "the coefficients are of FITTYP " + number(type) + ", not 5, 6 or 21 as PAC2002 has",
        file.at("FITTYP"), "export the tyre as PAC2002 or MF-Tyre 5.2");
}

// Without one of these the weights of combined slip are 1 at every slip: no combined slip.
constexpr std::string_view of_weights[] = {"RBX1", "RCX1", "RBY1", "RCY1"};
// These have an effect in combined slip alone.
constexpr std::string_view of_combined_slip[] = {
    "RBX1", "RBX2", "RCX1", "REX1", "REX2", "RHX1", "RBY1",  "RBY2", "RBY3", "RCY1",
    "REY1", "REY2", "RHY1", "RHY2", "RVY1", "RVY2", "RVY3",  "RVY4", "RVY5", "RVY6",
    "SSZ1", "SSZ2", "SSZ3", "SSZ4", "LXAL", "LYKA", "LVYKA", "LS"};

bool has_weights(const TyreFile& file) {
  return std::ranges::all_of(of_weights,
                             [&](std::string_view key) { return file.number(key, 0) != 0; });
}

// The weights are divided by their values at no slip of the other direction, which must not be near
// zero for any load. These values are smallest at an end of the ranges of E and S_H.
void check_weights(const TyreFile& file, const Pac2002Data& d) {
  const auto at_no_slip = [](double B, double C, double E, double shift) {
    const double x = B * shift;
    return std::cos(C * std::atan(x - std::min(E, 1.0) * (x - std::atan(x))));
  };
  for (const double f : {-1.0, 2.5})
    for (const double h : {-1.0, 2.5}) {
      const double x = at_no_slip(d.RBX1 * d.LXAL, d.RCX1, d.REX1 + d.REX2 * f, d.RHX1);
      const double y =
          at_no_slip(d.RBY1 * d.LYKA, d.RCY1, d.REY1 + d.REY2 * f, d.RHY1 + d.RHY2 * h);
      if (!(x > 0.1) || !(y > 0.1))
        throw Error("at pure slip the weight of combined slip is divided by almost nothing",
                    file.at(x > 0.1 ? "RBY1" : "RBX1"),
                    x > 0.1 ? "see RBY1, RCY1, REY1, REY2, RHY1 and RHY2"
                            : "see RBX1, RCX1, REX1, REX2 and RHX1");
    }
}

// The largest camber used in the coefficients: the range of the file, but limited so that stiffness
// and friction do not fall below a tenth.
double most_camber(const Pac2002Data& d) {
  double most = std::max(std::abs(d.CAMMIN), std::abs(d.CAMMAX));
  if (most == 0) most = 0.26;
  if (d.PKY3 > 0) most = std::min(most, 0.9 / (d.PKY3 * std::abs(d.LGAY) + 1e-9));
  for (const double square : {d.PDX3 * d.LGAX * d.LGAX, d.PDY3 * d.LGAY * d.LGAY})
    if (square > 0) most = std::min(most, std::sqrt(0.9 / square));
  return most;
}

}  // namespace

TyrePac2002::TyrePac2002(TyreContact contact, const Pac2002Data& data,
                         std::vector<std::string> left_out)
    : SlippingTyre(std::move(contact)), d_(data), N0_(data.LFZO * data.FNOMIN),
      left_out_(std::move(left_out)) {}

Pac2002Data TyrePac2002::read(const TyreFile& file) {
  std::vector<std::string_view> known{"FITTYP"};
  for (const Coefficient& c : coefficients) known.push_back(c.key);
  file.expect_numbers(known);
  check_format(file);
  file.require(required);
  check_signs(file);
  Pac2002Data d{};
  for (const Coefficient& c : coefficients) d.*c.to = file.number(c.key, c.standard);
  if (file.has("BREFF") && !file.has("FREFF")) d.FREFF = 0;
  if (d.PTY1 == 0) d.PTY2 = 1;
  // A negative friction across also changes the sign of B = K / (C D). D sin(C atan(B ...)) is the
  // same with both signs changed, so D is made positive.
  if (d.PDY1 < 0) {
    d.PDY1 = -d.PDY1;
    d.PDY2 = -d.PDY2;
  }
  d.mirror = file.capital_word("TYRESIDE") == "RIGHT" ? -1 : 1;
  d.most_camber = most_camber(d);
  d.weighted = has_weights(file);
  if (d.weighted) check_weights(file, d);
  if (!(d.PDX1 - d.PDX2 > 0 && d.PDX1 + 2.5 * d.PDX2 > 0 && d.PDY1 - d.PDY2 > 0 &&
        d.PDY1 + 2.5 * d.PDY2 > 0 && d.PKX1 - d.PKX2 > 0 && d.PKX1 + 2.5 * d.PKX2 > 0))
    throw Error("friction or stiffness fall to zero between no load and 3.5 times the nominal load",
                file.name(), "see PDX2, PDY2 and PKX2");
  if (!(2 * d.FNOMIN * d.LFZO < d.stiffness * d.R0 / 2))
    throw Error("at twice its nominal load the tyre is pressed in by more than half its radius",
                file.at("VERTICAL_STIFFNESS"), "see the units of the file");
  return d;
}

std::vector<std::string> TyrePac2002::left_out(const TyreFile& file) {
  std::vector<std::string_view> used;
  const bool weighted = has_weights(file);
  for (const Coefficient& c : coefficients)
    if (weighted || std::ranges::find(of_combined_slip, c.key) == std::end(of_combined_slip))
      used.push_back(c.key);
  return file.left_out(used);
}

std::shared_ptr<const BodyForce> TyrePac2002::make(const Values& v) {
  try {
    const TyreFile file(v.word("file"));
    Pac2002Data d = read(file);
    d.time = v.number("damping_time");
    d.low_speed = v.number("low_speed");
    if (v.flag("mirror")) d.mirror = -d.mirror;
    return std::make_shared<TyrePac2002>(
        TyreContact::from(v, d.R0, d.stiffness, d.damping, RoadFriction::from(v)), d,
        left_out(file));
  } catch (const Error& e) {  // the caller replaces `where` by the place of the element
    throw Error((e.where.empty() ? "" : e.where + ": ") + e.what(), "", e.hint);
  }
}

}  // namespace takt::element
