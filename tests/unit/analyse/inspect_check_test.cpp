// `takt check` on shipped models: the contents of its JSON, and the statics of the Iltis.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/analyse/check.hpp"
#include "takt/analyse/check_json.hpp"
#include "takt/analyse/check_text.hpp"
#include "takt/base/error.hpp"

namespace takt::test {
namespace {

using analyse::check;
using analyse::CheckOptions;

TEST(Check, FourBarHasTheKeysOfTheInterface) {
  CheckOptions options;
  options.equilibrium = options.modes = true;
  const auto c = check("four-bar", {}, options);
  const auto j = to_json(c);
  for (const char* key : {"bodies", "joints", "coordinates", "constraints", "dof", "redundant",
                          "mass", "com", "residual", "equilibrium", "modes"})
    EXPECT_TRUE(j.contains(key)) << key;
  EXPECT_EQ(j["bodies"], 3);
  EXPECT_EQ(j["joints"], 4);
  EXPECT_EQ(j["dof"]["gruebler"], -2);
  EXPECT_EQ(j["dof"]["true"], 1);
  EXPECT_EQ(j["redundant"].size(), 3u);
  const std::string text = check_text(c, io::Style{});
  EXPECT_NE(text.find("joint 'D' direction z"), std::string::npos);
}

TEST(Check, NamesWhatSwitches) {
  const auto iltis = check("iltis", {}, {});
  const std::string text = check_text(iltis, io::Style{});
  EXPECT_NE(text.find("dopri5 and bdf end a step"), std::string::npos);
  EXPECT_GE(to_json(iltis)["switches"].size(), 4u) << "four tyres";
  const auto bars = check("four-bar", {}, {});
  EXPECT_EQ(to_json(bars)["switches"].size(), 0u);
  EXPECT_EQ(check_text(bars, io::Style{}).find("end a step"), std::string::npos);
}

TEST(Check, IltisAtRest) {
  const std::vector<std::string> flat{"road=flat", "speed=0"}, imposed{"road=flat", "spin=imposed"};
  CheckOptions options;
  options.equilibrium = true;
  const auto j = to_json(check("iltis", flat, options));
  EXPECT_EQ(j["dof"]["true"], 14);
  EXPECT_EQ(to_json(check("iltis", imposed, {}))["dof"]["true"], 10);
  const auto& out = j["equilibrium"]["out"];
  EXPECT_NEAR(out["z"].get<double>() - 0.570, -7.08e-3, 0.02e-3);
  EXPECT_NEAR(out["pitch"].get<double>() * 180 / M_PI, 0.146, 0.003);
  EXPECT_NEAR(out["tyre_fl"].get<double>(), 3831, 3);
  EXPECT_NEAR(out["tyre_rr"].get<double>(), 3592, 3);
}

// At a speed the loads are those of the motion: together the weight, and a car that pushes its nose
// against its own rolling resistance stands differently than at rest.
TEST(Check, SteadyMotionHasTheLoadsOfItsSpeed) {
  CheckOptions options;
  options.equilibrium = options.modes = true;
  const auto moving = check("sedan", {}, options);
  const std::vector<std::string> rest{"speed=0"};
  const auto j = to_json(moving), still = to_json(check("sedan", rest, options));
  const auto load = [](const auto& json, const std::string& wheel) {
    return json["equilibrium"]["forces"][wheel + ".tmeasy"].template get<double>();
  };
  EXPECT_EQ(j["equilibrium"]["speed"], 20);
  EXPECT_EQ(j["equilibrium"]["out"]["speed"], 20);
  EXPECT_EQ(still["equilibrium"]["speed"], 0);
  for (const auto* json : {&j, &still})
    EXPECT_NEAR(load(*json, "fl") + load(*json, "fr") + load(*json, "rl") + load(*json, "rr"),
                json->at("mass").get<double>() * 9.81, 1e-3);
  EXPECT_GT(std::abs(load(j, "fl") - load(still, "fl")), 1);
  // It rolls: no wheel slips by more than its resistance asks for.
  const double spin = j["equilibrium"]["v"]["fl.spin"].get<double>();
  EXPECT_NEAR(spin, 20 / 0.31, 1.5);
  const std::string text = check_text(moving, io::Style{});
  EXPECT_NE(text.find("Steady motion at 20 m/s"), std::string::npos);
  EXPECT_NE(text.find("Modes about the steady motion"), std::string::npos);
  EXPECT_NE(check_text(check("sedan", rest, options), io::Style{}).find("Equilibrium:"),
            std::string::npos);
}

// A pendulum held aside by the torque of an input: m g l sin q = u, omega^2 = m g l cos q / J.
TEST(Check, InputsHaveTheirValues) {
  const std::string file = TAKT_SOURCE_DIR "/tests/support/models/pushed_pendulum.yaml";
  CheckOptions options;
  options.equilibrium = options.modes = true;
  for (const auto& [set, torque] :
       {std::pair<std::vector<std::string>, double>{{}, 3}, {{"u.push=-5"}, -5}}) {
    const auto c = check(file, set, options);
    const double q = std::asin(torque / 9.81), J = 1.1;
    EXPECT_NEAR(c.equilibrium->state.q[0], q, 1e-9);
    ASSERT_EQ(c.modes->all.size(), 2u);
    EXPECT_NEAR(std::abs(c.modes->all[0].im), std::sqrt(9.81 * std::cos(q) / J), 1e-6);
    EXPECT_TRUE(c.modes->balance.holds);
    EXPECT_NE(check_text(c, io::Style{}).find("inputs held: push " + io::short_number(torque)),
              std::string::npos);
  }
  for (const std::vector<std::string>& set :
       {std::vector<std::string>{"u.push=11"}, {"u.psh=1"}, {"u.push=3kg"}})
    EXPECT_THROW(check(file, set, {}), Error) << set[0];
}

TEST(Check, AProblemWrittenByHandHasNoStatics) {
  EXPECT_EQ(to_json(check("squeezer", {}, {}))["dof"]["true"], 1);
  CheckOptions options;
  options.equilibrium = true;
  EXPECT_THROW(check("squeezer", {}, options), Error);
}

}  // namespace
}  // namespace takt::test
