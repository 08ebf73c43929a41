// takt check on shipped models: what the JSON object holds, and the statics of the Iltis.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/experiment/check/check.hpp"
#include "takt/experiment/check/check_json.hpp"
#include "takt/experiment/check/check_text.hpp"

namespace takt::test {
namespace {

using experiment::check;
using experiment::CheckOptions;

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

TEST(Check, IltisAtRest) {
  const std::vector<std::string> flat{"road=flat"}, imposed{"road=flat", "spin=imposed"};
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

TEST(Check, AProblemWrittenByHandHasNoStatics) {
  EXPECT_EQ(to_json(check("squeezer", {}, {}))["dof"]["true"], 1);
  CheckOptions options;
  options.equilibrium = true;
  EXPECT_THROW(check("squeezer", {}, options), Error);
}

}  // namespace
}  // namespace takt::test
