// Friction from a signal gives the same bits of forces and derivatives as a constant of the same
// value.
#include <gtest/gtest.h>

#include "rolling_wheel.hpp"

namespace takt::element {
namespace {

struct Tyre {
  const char* name;
  Texts texts;
};

Texts with(Texts texts, const char* key, const char* value) {
  texts[key] = value;
  return texts;
}

std::vector<Tyre> tyres() {
  return {{"tyre_tmeasy", {{"radius", "0.32"}, {"load", "3200"}, {"stiffness", "2e5"}}},
          {"tyre_pac2002", {{"file", sedan_tyre()}}},
          {"tyre_calspan", {{"radius", "0.32"}, {"stiffness", "2e5"}}}};
}

// Slides along and across.
RollingWheel sliding() {
  RollingWheel w{0.32, 2e5, 4000};
  w.v_x = 20;
  w.v_y = 3;
  w.spin = 50;
  w.camber = 0.02;
  return w;
}

struct Result {
  Vec6 wrench;
  BodyForceOut by;
  double steady[2] = {0, 0};
  int states = 0;
};

Result of(const BodyForce& tyre, const double* u) {
  RollingWheel w = sliding();
  BodyForceIn in = w.in();
  in.u = u;
  Result r;
  r.states = tyre.states();
  tyre.steady(in, r.steady);
  in.z = r.steady;
  tyre.force(in, r.by);
  r.wrench = r.by.wrench;
  tyre.derivatives(in, r.by);
  return r;
}

void expect_same(const Result& a, const Result& b, const char* name) {
  EXPECT_EQ(a.wrench, b.wrench) << name;
  EXPECT_EQ(a.by.by_place, b.by.by_place) << name;
  EXPECT_EQ(a.by.by_twist, b.by.by_twist) << name;
  ASSERT_EQ(a.states, b.states) << name;
  for (int k = 0; k < a.states; ++k) {  // what belongs to states that are not there is not set
    EXPECT_EQ(a.by.by_z[0], b.by.by_z[0]) << name;
    EXPECT_EQ(a.by.e_twist[0], b.by.e_twist[0]) << name;
    EXPECT_EQ(a.by.e[k], b.by.e[k]) << name;
    EXPECT_EQ(a.steady[k], b.steady[k]) << name;
  }
}

TEST(VaryingFriction, OfTheRoadIsItsNumber) {
  const auto varying = make_road("flat", {{"friction", "signal"}});
  for (const Tyre& t : tyres()) {
    const auto tyre = make_body_force(t.name, t.texts, varying);
    EXPECT_TRUE(tyre->on_road()) << t.name;
    EXPECT_EQ(tyre->signals(), 0) << t.name;  // the road's comes after its own
    for (const char* mu : {"0.9", "0.3", "0.05"}) {
      const double u[] = {std::stod(mu)};
      const auto plain = make_body_force(t.name, t.texts, make_road("flat", {{"friction", mu}}));
      expect_same(of(*tyre, u), of(*plain, nullptr), t.name);
    }
    const double slippery[] = {0.3}, dry[] = {0.9};
    const Vec6 less = of(*tyre, slippery).wrench, more = of(*tyre, dry).wrench;
    EXPECT_LT(std::abs(less[4]), 0.6 * std::abs(more[4])) << t.name;  // across
    EXPECT_LT(less.tail<3>().head<2>().norm(), 1.4 * 0.3 * less[5]) << t.name;
  }
}

TEST(VaryingFriction, GripOfATyreIsTimesThatOfTheRoad) {
  const auto varying = make_road("flat", {{"friction", "signal"}});
  for (const Tyre& t : tyres()) {
    const auto plain = make_body_force(t.name, t.texts, make_road("flat", {{"friction", "0.25"}}));
    const Result wanted = of(*plain, nullptr);
    const auto both = make_body_force(t.name, with(t.texts, "grip", "signal"), varying);
    EXPECT_EQ(both->signals(), 1) << t.name;
    const double u[] = {0.5, 0.5};  // its own, then the road's
    expect_same(of(*both, u), wanted, t.name);
    const auto halved = make_body_force(t.name, with(t.texts, "grip", "0.5"), varying);
    const double road[] = {0.5};
    expect_same(of(*halved, road), wanted, t.name);
    const auto own = make_body_force(t.name, with(t.texts, "grip", "signal"),
                                     make_road("flat", {{"friction", "0.5"}}));
    expect_same(of(*own, u), wanted, t.name);
  }
}

TEST(VaryingFriction, BelowZeroIsNone) {
  const auto varying = make_road("flat", {{"friction", "signal"}});
  for (const Tyre& t : tyres()) {
    const auto tyre = make_body_force(t.name, t.texts, varying);
    const double below[] = {-1}, none[] = {0}, dry[] = {1};
    const Result r = of(*tyre, below), grips = of(*tyre, dry);
    expect_same(r, of(*tyre, none), t.name);
    EXPECT_LT(r.wrench.tail<3>().head<2>().norm(), 1e-3 * r.wrench[5]) << t.name;
    EXPECT_EQ(r.wrench[5], grips.wrench[5]) << t.name;  // it carries all the same
  }
}

TEST(VaryingFriction, PatchesKeepTheirs) {
  const auto road =
      make_road("flat", {{"friction", "signal"}, {"patches", "[[-1, 1, -1, 1, 0.3]]"}});
  const double u[] = {0.9};
  const Texts texts = tyres()[0].texts;
  expect_same(
      of(*make_body_force("tyre_tmeasy", texts, road), u),
      of(*make_body_force("tyre_tmeasy", texts, make_road("flat", {{"friction", "0.3"}})), nullptr),
      "tyre_tmeasy");
}

TEST(VaryingFriction, OfLawsIsItsNumber) {
  const std::vector<Tyre> laws{
      {"tyre_linear",
       {{"radius", "0.3"},
        {"speed", "20"},
        {"load", "4000"},
        {"stiffness", "2e5"},
        {"along", "6e4"},
        {"across", "5e4"}}},
      {"creep", {{"distance", "0"}, {"speed", "20"}, {"along", "1e6"}, {"across", "1e6"}}}};
  for (const Tyre& l : laws) {
    const auto signal = make_law(l.name, with(l.texts, "friction", "signal"));
    const auto number = make_law(l.name, with(l.texts, "friction", "0.15"));
    EXPECT_EQ(signal->signals(), number->signals() + 1) << l.name;
    double s[law_measures] = {0, 0.001, 0.001, 0.01, 0, 0, 0};
    double ds[law_measures] = {1, 0.5, 0, 0, 0, 0.1, 2};
    double u[2] = {0.15, 0.15}, du[2] = {0, 0};
    if (std::string(l.name) == "creep") u[0] = 0;  // the way
    LawIn in;
    in.s = s;
    in.ds = ds;
    in.u = u;
    in.du = du;
    in.lambda = -3e4;
    LawOut a, b, none;
    for (const auto& [law, out] : {std::pair{signal, &a}, std::pair{number, &b}}) {
      law->force(in, *out);
      law->derivatives(in, *out);
    }
    EXPECT_NE(a.Q[0], 0) << l.name;
    for (int i = 0; i < law_measures; ++i) {
      EXPECT_EQ(a.Q[i], b.Q[i]) << l.name;
      for (int k = 0; k < law_measures; ++k) {
        EXPECT_EQ(a.Q_s[i][k], b.Q_s[i][k]) << l.name;
        EXPECT_EQ(a.Q_ds[i][k], b.Q_ds[i][k]) << l.name;
      }
    }
    u[0] = u[1] = 0;
    signal->force(in, none);
    EXPECT_LT(std::abs(none.Q[0]), 10) << l.name;
  }
}

}  // namespace
}  // namespace takt::element
