#include "takt/io/results/provenance.hpp"

#include <gtest/gtest.h>

namespace takt::io {
namespace {

TEST(Provenance, SaysWhatDiffers) {
  const Provenance then{"a",     "text", "a", {"x=1"}, "ode+rk4", 1e-3, "takt run a",
                        "0.1.0", 10,     0,   0,       {},        false};
  EXPECT_TRUE(differences(then, then).empty());
  Provenance now = then;
  now.until = 20;  // may differ, as may the command
  now.command = "takt run a --resume a.h5";
  EXPECT_TRUE(differences(then, now).empty());
  now.model_text = "other text";
  now.set = {};
  now.step = 2e-3;
  now.version = "0.2.0";
  now.record = "lambda";
  now.assembled = true;
  EXPECT_EQ(differences(then, now),
            (std::vector<std::string>{
                "version: it had 0.1.0, now 0.2.0", "model: its file has changed",
                "--set: it had x=1, now none", "--step: it had 0.001 s, now 0.002 s",
                "--record: it had none, now lambda", "--assemble: it had none, now it"}));
}

TEST(Provenance, HasTheTextOfAMechanism) {
  EXPECT_NE(text_of_model("four-bar").find("takt: 1"), std::string::npos);
  EXPECT_EQ(text_of_model("squeezer"), "");
}

}  // namespace
}  // namespace takt::io
