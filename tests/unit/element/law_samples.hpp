// A sample of every force law and arguments for it, shared by the tests of laws.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "sample_values.hpp"

namespace takt::element {
namespace {

struct LawSample {
  const char* name;
  Texts texts;
};

inline const std::vector<LawSample>& law_samples() {
  static const std::vector<LawSample> all{
      {"spring_damper", {{"stiffness", "2e4"}, {"length", "0.4"}, {"preload", "50"}}},
      {"spring_damper", {{"stiffness", "2e4"}, {"damping", "900"}}},
      {"spring_damper",
       {{"spring", "[-4.0092e6, 2.8397e7, -6.7061e7, 5.2796e7]"}, {"damper", "[0, 9945, 3395]"}}},
      {"spring_damper", {{"spring", "[[0, -300], [0.3, 0], [0.5, 100], [0.9, 900]]"}}},
      {"axial_spring", {{"stiffness", "35906"}, {"length", "0.152"}}},
      {"torsion_spring", {{"stiffness", "300"}, {"angle", "0.2"}, {"damping", "3"}}},
      {"torsion_spring", {{"spring", "[0, 10, 0, 5]"}}},
      {"guided_strut",
       {{"lengths", "[0.44, -0.6, -0.3, 0.5]"}, {"stiffness", "2e4"}, {"damping", "900"}}},
      {"guided_strut",
       {{"lengths", "[0.44, -0.6, -0.3]"},
        {"spring", "[-4.0092e6, 2.8397e7, -6.7061e7, 5.2796e7]"},
        {"damper", "[0, 9945, 3395]"}}},
      {"guided_strut",
       {{"file", "t.csv\ntravel,length\n-1,1.2\n-0.5,0.9\n0,0.44\n0.5,0.3\n1,0.1\n"},
        {"column", "length"},
        {"stiffness", "2e4"},
        {"length", "0.4"}}},
      {"bump_stop", {{"stiffness", "1e5"}, {"length", "0.6"}, {"width", "0.2"}}},
      {"bump_stop",
       {{"stiffness", "1e5"}, {"length", "0.4"}, {"width", "0.2"}, {"damping", "500"}}},
      {"bump_stop", {{"stiffness", "1e5"}, {"length", "0.4"}, {"side", "above"}}},
      {"bump_stop",
       {{"stiffness", "1e5"},
        {"length", "0.4"},
        {"width", "0.2"},
        {"damping", "500"},
        {"side", "above"}}},
      {"bushing", {{"stiffness", "[1e4, 2e4, 3e4, 100, 200, 300]"}}},
      {"bushing",
       {{"stiffness",
         "[[9, 1, 0, 0, 0, 2], [1, 8, 0, 0, 0, 0], [0, 0, 7, 0, 3, 0],"
         " [0, 0, 0, 6, 0, 0], [0, 0, 3, 0, 5, 0], [2, 0, 0, 0, 0, 4]]"},
        {"preload", "[1, 2, 3, 4, 5, 6]"}}},
      {"bushing", {{"stiffness", "[1, 2, 3, 4, 5, 6]"}, {"damping", "[6, 5, 4, 3, 2, 1]"}}},
      {"anti_roll_bar", {{"stiffness", "800"}, {"ratio", "-1"}}},
      {"anti_roll_bar", {{"stiffness", "800"}, {"damping", "4"}}},
      {"pi_controller", {{"kp", "30"}, {"ki", "7"}}},
      {"pi_controller", {{"kp", "30"}, {"ki", "7"}, {"of", "rate"}}},
      {"pid_controller", {{"kp", "3"}}},
      {"pid_controller", {{"kp", "3"}, {"ki", "7"}, {"of", "rate"}}},
      {"pid_controller", {{"kp", "3"}, {"kd", "0.5"}, {"filter", "0.02"}, {"limit", "150"}}},
      {"pid_controller",
       {{"kp", "3"}, {"ki", "7"}, {"kd", "0.5"}, {"filter", "0.02"}, {"limit", "150"}}},
      {"pid_controller",
       {{"kp", "3"},
        {"ki", "7"},
        {"kd", "0.5"},
        {"filter", "0.02"},
        {"limit", "150"},
        {"windup", "0.1"},
        {"of", "rate"}}},
      {"servo", {{"kp", "30"}, {"kv", "2"}, {"limit", "900"}}},
      {"servo", {{"of", "velocity"}, {"kv", "2"}}},
      {"servo", {{"of", "torque"}, {"gear", "-3"}, {"limit", "100"}}},
      {"motor", {}},
      {"motor", {{"ratio", "-3"}, {"stall", "80"}, {"idle", "4"}, {"peak", "60"}}},
      {"motor", {{"ratio", "2"}, {"efficiency", "0.8"}, {"peak", "70"}}},
      {"joint_limit", {{"lower", "0.3"}, {"upper", "0.7"}, {"stiffness", "1e4"}, {"width", "0.2"}}},
      {"joint_limit", {{"upper", "0.5"}, {"stiffness", "1e4"}}},
      {"joint_limit",
       {{"lower", "0.5"}, {"stiffness", "1e4"}, {"width", "0.3"}, {"damping", "50"}}},
      {"expression_force",
       {{"force", "-100*(s - 0.5)^3 - 4*v*abs(v) + 2*z*s - z2"},
        {"state", "(v - z)/0.1 + z2"},
        {"state2", "s*sin(z) - 3*z2"}}},
      {"expression_force", {{"potential", "50*(s - 0.4)^2 + 3*exp(-s)"}}},
      {"expression_force",
       {{"force", "s < 0.5 ? -30*atan2(v, s) : -30*tan(v/2)*log(s + 1)"},
        {"potential", "100*acos(s/2)"}}},
      {"friction", {{"sliding", "5"}, {"breakaway", "8"}, {"viscous", "0.2"}}},
      {"friction", {{"sliding", "5"}, {"threshold", "0.5"}}},
      {"bristle_friction",
       {{"sliding", "5"}, {"breakaway", "8"}, {"stiffness", "1e3"}, {"damping", "3"}}},
      {"bristle_friction", {{"sliding", "5"}, {"stiffness", "1e3"}, {"model", "dahl"}}},
      {"drive", {}},
      {"brake", {{"threshold", "0.3"}}},
      {"holding_brake", {{"stiffness", "3e4"}, {"damping", "50"}}},
      {"point_actuator", {}},
      {"cubic_bushing",
       {{"stiffness", "[30, 40, 50]"},
        {"cubic", "[9, 8, 7]"},
        {"preload", "[1, 2, 3]"},
        {"gap", "0.3"},
        {"stop", "20"}}},
      {"cubic_bushing",
       {{"stiffness", "[30, 40, 50]"},
        {"damping", "[1, 2, 3]"},
        {"friction", "9"},
        {"threshold", "0.3"}}},
      {"rack_bushing", {{"stiffness", "[3, 4, 5]"}, {"damping", "[1, 2, 3]"}}},
      {"stamp_tyre", {{"stiffness", "200"}, {"damping", "3"}, {"load", "50"}}},
      {"tyre_linear",
       {{"radius", "0.3"},
        {"speed", "20"},
        {"load", "5e3"},
        {"stiffness", "1e3"},
        {"damping", "20"},
        {"along", "8e4"},
        {"across", "6e4"},
        {"trail", "0.03"}}},
      {"creep", {{"speed", "30"}, {"along", "8e4"}, {"across", "7e4"}}},
      {"burn", {{"time", "0"}}},
      {"ball_spring", {{"stiffness", "200"}, {"damping", "3"}}},
      {"spring_damper",
       {{"stiffness", "100"},
        {"damping", "5"},
        {"degression_compression", "3"},
        {"degression_extension", "1"}}},
      {"steering", {{"wheelbase", "4"}, {"track", "1.6"}, {"stiffness", "1e4"}, {"damping", "50"}}},
      {"driver",
       {{"curvature", "0.3*sin(s)"},
        {"length", "50"},
        {"wheelbase", "4"},
        {"track", "1.6"},
        {"understeer", "0.01"},
        {"stiffness", "1e4"},
        {"damping", "50"}}},
      {"driver",
       {{"points", "[[0, 0], [2, 0.1], [5, -0.2]]"}, {"wheelbase", "4"}, {"stiffness", "1e4"}}},
      {"speed_control", {{"kp", "30"}, {"ki", "4"}, {"drive", "2e3"}, {"brake", "3e3"}}},
      {"speed_push", {{"kp", "30"}, {"ki", "4"}, {"drive", "2e3"}, {"brake", "3e3"}}}};
  return all;
}

struct Numbers {  // the values to which LawIn points
  double s[law_measures] = {}, ds[law_measures] = {}, z[law_states] = {}, u[law_signals] = {};
  double lambda[1] = {-300};
  LawIn in() const { return {s, ds, z, u, u, lambda[0]}; }
};

inline Numbers random_numbers(Random& random) {
  Numbers n;
  for (double& x : n.s) x = random(0.05, 1);
  for (double& x : n.ds) x = random(-1, 1);
  for (double& x : n.z) x = random(-0.01, 0.01);
  for (double& x : n.u) x = random(-100, 100);
  return n;
}

class EveryLaw : public testing::TestWithParam<std::size_t> {
 protected:
  const LawSample& sample = law_samples()[GetParam()];
  std::shared_ptr<const Law> law = make_law(sample.name, sample.texts);
};

}  // namespace
}  // namespace takt::element
