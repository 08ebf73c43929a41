#include "takt/element/tyre/tyre_tmeasy.hpp"

#include "takt/base/text.hpp"

namespace takt::element {
namespace {

using TmeasyData = TyreTmeasy::Data;
using Two = TyreTmeasy::Two;

// A number at pn and 2 pn: its key, where it is stored, and its values for the families, forces
// relative to the load.
struct Given {
  std::string_view key;
  Two TmeasyData::*to;
  bool per_load;
  Two passenger, truck;
};

// Passenger cars: tyres with aspect ratio 70. Trucks: 80.     Project Chrono, ChTMeasyTire (BSD)
constexpr Given given[] = {
    {"dFx0", &TmeasyData::dFx0, true, {18.3741, 19.4669}, {17.7764, 14.5301}},
    {"FxM", &TmeasyData::FxM, true, {1.1292, 1.0896}, {0.89965, 0.77751}},
    {"FxS", &TmeasyData::FxS, true, {0.80149, 0.76917}, {0.46183, 0.42349}},
    {"sxM", &TmeasyData::sxM, false, {0.13913, 0.13913}, {0.10811, 0.12389}},
    {"sxS", &TmeasyData::sxS, false, {0.66667, 0.66667}, {0.66667, 0.66667}},
    {"dFy0", &TmeasyData::dFy0, true, {15.9826, 12.8509}, {7.4013, 6.8505}},
    {"FyM", &TmeasyData::FyM, true, {1.0009, 0.91367}, {0.75876, 0.72628}},
    {"FyS", &TmeasyData::FyS, true, {0.8336, 0.77336}, {0.68276, 0.65319}},
    {"syM", &TmeasyData::syM, false, {0.14852, 0.18504}, {0.33167, 0.33216}},
    {"syS", &TmeasyData::syS, false, {0.96524, 1.0714}, {1.0296, 1.0296}},
    {"n0", &TmeasyData::n0, false, {0.178, 0.19}, {0.178, 0.19}},
    {"sy0", &TmeasyData::sy0, false, {0.16337, 0.20355}, {0.36484, 0.36538}},
    {"syE", &TmeasyData::syE, false, {0.96524, 1.0714}, {1.0296, 1.0296}}};

Two two(const Values& v, std::string_view key) {
  const auto rows = v.matrix(key);
  if (rows.size() != 1 || rows[0].size() != 2)
    throw Error("'" + std::string(key) + "' is not two numbers", "",
                "write " + std::string(key) + ": [a, b], its values at 'load' and twice 'load'");
  return {rows[0][0], rows[0][1]};
}

double or_else(const Values& v, std::string_view key, double standard) {
  return v.given(key) ? v.number(key) : standard;
}

void require(bool fits, const std::string& what, const std::string& hint) {
  if (!fits) throw Error(what, "", hint);
}

// Checks the values at no load, pn, 2 pn and at 3.5 pn, the end of the range.
void check_axis(const char* axis, const Two& dF, const Two& FM, const Two& FS, const Two& sM,
                const Two& sS) {
  const std::string a(axis);
  const auto steep = [](double d, double s, double F) { return d * s >= 2 * F * (1 - 1e-9); };
  require(dF.at_pn > 0 && dF.at_2pn > 0 && FM.at_pn > 0 && FM.at_2pn > 0 && FS.at_pn > 0 &&
              FS.at_2pn > 0,
          "the forces of a tyre along " + a + " are not positive", "they are sizes, in N");
  for (const Two* y : {&dF, &FM, &FS})
    require(2 * y->at_pn - 0.5 * y->at_2pn - 3.5 * (y->at_pn - 0.5 * y->at_2pn) > 0 &&
                2 * y->at_pn - 0.5 * y->at_2pn > 0,
            "the forces of a tyre along " + a + " fall to zero at some load",
            "twice the load gives less than four times and more than 6/5 of a force");
  require(steep(dF.at_pn, sM.at_pn, FM.at_pn) && steep(dF.at_2pn, sM.at_2pn, FM.at_2pn),
          "the curve of a tyre along " + a + " starts too flat for its maximum",
          "dF" + a + "0 is at least 2 F" + a + "M / s" + a + "M");
  for (const double p : {0.0, 1.0, 2.0, 3.5}) {
    const auto at = [p](const Two& s) { return s.at_pn + (s.at_2pn - s.at_pn) * (p - 1); };
    require(
        at(sM) > 0 && at(sS) > at(sM),
        "the slips of a tyre along " + a + " are not 0 < s" + a + "M < s" + a + "S at every load",
        "they lie on a straight line through both values, from no load to 3.5 times 'load'");
  }
}

}  // namespace

TyreTmeasy::TyreTmeasy(TyreContact contact, const TmeasyData& data)
    : SlippingTyre(std::move(contact)), d_(data) {
  require(d_.pn > 0 && d_.stiffness > 0 && d_.radius > 0,
          "a tyre that slips needs a load and a radial stiffness", "give 'load' and 'stiffness'");
  require(2 * d_.pn / d_.stiffness < d_.radius / 2,
          "at twice its load the tyre is pressed in by more than half its radius",
          "see 'stiffness' and 'load'");
  check_axis("x", d_.dFx0, d_.FxM, d_.FxS, d_.sxM, d_.sxS);
  check_axis("y", d_.dFy0, d_.FyM, d_.FyS, d_.syM, d_.syS);
  for (const double p : {0.0, 1.0, 2.0, 3.5}) {
    const double s0 = line(d_.sy0, p), sE = line(d_.syE, p);
    require(s0 > 0 && sE > s0, "the slips of the tyre's trail are not 0 < sy0 < syE at every load",
            "they lie on a straight line through both values, from no load to 3.5 times 'load'");
  }
}

std::shared_ptr<const BodyForce> TyreTmeasy::make(const Values& v) {
  TmeasyData d;
  d.pn = v.number("load");
  d.radius = v.number("radius");
  d.stiffness = v.number("stiffness");
  d.width = or_else(v, "width", 0.65 * d.radius);
  d.cx = or_else(v, "stiffness_x", 0.9 * d.stiffness);
  d.cy = or_else(v, "stiffness_y", 0.8 * d.stiffness);
  d.dx = or_else(v, "damping_x", 3e-3 * d.cx);
  d.dy = or_else(v, "damping_y", 3e-3 * d.cy);
  d.part = two(v, "rolling_part");
  d.rolling_resistance = v.number("rolling_resistance");
  d.mu0 = v.number("mu0");
  d.low_speed = v.number("low_speed");
  const std::string family = v.word("family");
  std::vector<std::string> missing;
  for (const Given& g : given) {
    if (v.given(g.key)) {
      d.*g.to = two(v, g.key);
    } else if (family == "custom") {
      missing.emplace_back(g.key);
    } else {
      const Two& part = family == "truck" ? g.truck : g.passenger;
      d.*g.to = g.per_load ? Two{part.at_pn * d.pn, part.at_2pn * 2 * d.pn} : part;
    }
  }
  if (!missing.empty())
    throw Error("a tyre of family 'custom' lacks " + join(missing, ", "), "",
                "give each two values, at 'load' and twice 'load', or name a family");
  return std::make_shared<TyreTmeasy>(TyreContact::gripping(v), d);
}

}  // namespace takt::element
