// Warnings about models that are valid but probably contain a mistake.
#include "takt/model/doubts.hpp"

#include <gtest/gtest.h>

#include "takt/io/model_file/model_file.hpp"

namespace takt::test {
namespace {

std::vector<Doubt> doubts_about(const std::string& body, const std::string& at = "[1, 0, 0]") {
  return doubts(
      io::read_model("takt: 1\nbodies: {arm: " + body +
                         "}\njoints: {pin: {type: revolute, between: [ground, arm], at: " + at +
                         ", axis: y}}\n",
                     "arm.yaml"),
      0.001);
}

TEST(Doubts, ACentreOfMassThatNobodyGave) {
  const auto all = doubts_about("{mass: 1, inertia: [1, 1, 1]}");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_NE(all[0].what.find("body 'arm'"), std::string::npos);
  EXPECT_EQ(all[0].where, "arm.yaml:2:10 body 'arm'");
  EXPECT_NE(all[0].hint.find("com: [x, y, z], as [1, 0, 0]"), std::string::npos) << all[0].hint;
  EXPECT_EQ(doubts_about("{mass: 1, uniform: {sphere: 0.1}}").size(), 1u);
}

TEST(Doubts, NoneWhereItIsGivenOrCannotMatter) {
  EXPECT_TRUE(doubts_about("{mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}").empty());
  EXPECT_TRUE(doubts_about("{mass: 1, com: [1, 0, 0], inertia: [1, 1, 1]}").empty());
  EXPECT_TRUE(doubts_about("{mass: 1, inertia: [1, 1, 1]}", "[0, 0, 0]").empty());
  EXPECT_TRUE(doubts_about("{mass: 0, inertia: [1, 1, 1]}").empty());
  EXPECT_TRUE(doubts_about("{mass: 1, uniform: {rod: [[-1, 0, 0], [1, 0, 0]]}}").empty());
}

// pi sqrt(1 kg/1e6 N/m) = 3.14 ms
TEST(Doubts, AboutImpactsThatAreShorterThanAFewSteps) {
  const auto about = [](double step) {
    return doubts(
        io::read_model(
            "takt: 1\n"
            "bodies:\n"
            "  ball: {mass: 1 kg, com: [0, 0, 0], inertia: [1, 1, 1]}\n"
            "joints: {ball: {type: free, between: [ground, ball]}}\n"
            "forces:\n"
            "  floor: {type: road_contact, on: ball, shape: sphere, radius: 0.1, stiffness: 1e6}\n"
            "experiment: {step: 1 ms}\n",
            "ball.yaml"),
        step);
  };
  EXPECT_TRUE(about(0.6e-3).empty()) << "the step of the run counts, not that of the model";
  EXPECT_TRUE(about(0).empty());
  const auto all = about(1e-3);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].what,
            "an impact in the contact 'floor' lasts about 3.14 ms, which is less than five steps "
            "of 1 ms");
  EXPECT_EQ(all[0].hint,
            "write --step 500us, or step: 500 us under experiment, or a stiffness of 3.95e+05 N/m "
            "or less");
}

}  // namespace
}  // namespace takt::test
