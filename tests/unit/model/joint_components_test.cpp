// The names and units of the coordinates of joints.
#include "takt/model/joint_components.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"
#include "takt/element/joint/catalogue.hpp"

namespace takt {
namespace {

Joint joint_of_type(std::string_view type) {
  Joint j;
  j.name = "j";
  j.type = element::find_joint(type);
  return j;
}

std::string lengths(const Joint& j) {  // one letter for each coordinate, and one beyond
  std::string text;
  const int n = static_cast<int>(coordinates_of(*j.type, j.cardan).size());
  for (int k = 0; k <= n; ++k) text += is_length(j, k) ? 'm' : '-';
  return text;
}

TEST(JointComponents, AreLengthsOrNot) {
  EXPECT_EQ(lengths(joint_of_type("vehicle_body")), "mmm----");
  EXPECT_EQ(lengths(joint_of_type("free")), "mmm-----");
  EXPECT_EQ(lengths(joint_of_type("cylindrical")), "m--");
  EXPECT_EQ(lengths(joint_of_type("screw")), "--");
  EXPECT_EQ(lengths(joint_of_type("weld")), "-");
}

std::string refusal_of(const Joint& j, std::string_view name) {
  try {
    require_component(j, coordinates_of(*j.type, j.cardan), name, "here");
  } catch (const Error& e) {
    return std::string(e.what()) + " | " + e.where + " | " + e.hint;
  }
  return "";
}

TEST(JointComponents, AreFoundOrRefused) {
  const Joint body = joint_of_type("vehicle_body"), pin = joint_of_type("revolute");
  EXPECT_EQ(require_component(body, coordinates_of(*body.type, false), "yaw", ""), 3);
  EXPECT_EQ(require_component(pin, coordinates_of(*pin.type, false), "", ""), 0);
  EXPECT_EQ(refusal_of(body, ""),
            "joint 'j' has 6 components | here | name one of x, y, z, yaw, roll, pitch");
  EXPECT_EQ(refusal_of(body, "yew"),
            "joint 'j' has no component 'yew' | here | did you mean 'yaw'?");
  EXPECT_EQ(refusal_of(pin, "angle"),
            "joint 'j' has no component 'angle' | here | it has only one: leave the component out");
  EXPECT_EQ(refusal_of(joint_of_type("weld"), ""),
            "joint 'j' has 0 components | here | a weld joint has none");
}

}  // namespace
}  // namespace takt
