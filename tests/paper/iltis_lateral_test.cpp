// The Iltis steered: histories and eigenvalues of an independent program that reproduces the reference
// to six digits. Numbers: reference/iltis.md 3.7.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "takt/analyse/modes.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::test {
namespace {

using Settings = std::vector<std::string>;

struct End {
  double x, y, yaw, roll;
};

// The reference turns by R = Ry(pitch) Rx(roll) Rz(yaw); our outputs are yaw, pitch, roll in the
// other order.
End in_angles_of_the_reference(const Summary& s) {
  const auto out = [&](std::string_view name) {
    const auto at = std::find(s.names.outputs.begin(), s.names.outputs.end(), name);
    return s.outputs[static_cast<std::size_t>(at - s.names.outputs.begin())];
  };
  const double r = out("roll"), p = out("pitch"), y = out("yaw");
  // The second row of Rz(y) Ry(p) Rx(r).
  const double R10 = std::sin(y) * std::cos(p);
  const double R11 = std::sin(y) * std::sin(p) * std::sin(r) + std::cos(y) * std::cos(r);
  const double R12 = std::sin(y) * std::sin(p) * std::cos(r) - std::cos(y) * std::sin(r);
  return {out("x"), out("y"), std::atan2(R10, R11), std::asin(-R12)};
}

End steered(const Settings& set, double until) {
  const io::OpenModel open = io::open_model("iltis", set, "index1+rk4+s_both2");
  Engine s(open.system, io::method_for(open, 0.5e-3), open.start, {until});
  RunOptions options;
  options.bound = false;
  options.look_every_step = false;
  const Summary summary = run(s, options, {});
  EXPECT_EQ(summary.status, Status::ok);
  return in_angles_of_the_reference(summary);
}

TEST(Iltis, TurnsLikeTheReferenceAfterARampOfTheRack) {
  const End e = steered({"road=flat", "spin=imposed", "speed=10", "manoeuvre=ramp", "rack=2mm"}, 5);
  EXPECT_NEAR(e.x, 49.29088, 1e-5 * 49.29088);
  EXPECT_NEAR(e.y, -6.754062, 1e-4 * 6.754062);
  EXPECT_NEAR(e.yaw, -0.290895, 1e-4 * 0.290895);
  EXPECT_NEAR(e.roll, -0.005739, 2e-4 * 0.005739);
}

// The reference starts with the rack in motion; how the wheels move then is not printed. The yaw
// angle at the end is small by chance: it is compared with its largest value, 0.0535 rad.
TEST(Iltis, WeavesLikeTheReference) {
  const End e = steered({"road=flat", "spin=imposed", "speed=20", "manoeuvre=sine", "rack=4mm"}, 3);
  EXPECT_NEAR(e.x, 59.89478, 1e-5 * 59.89478);
  EXPECT_NEAR(e.y, -1.539012, 2e-3 * 1.539012);
  EXPECT_NEAR(e.yaw, -0.011907, 2e-3 * 0.0535);
  EXPECT_NEAR(e.roll, 0.011914, 2e-3 * 0.011914);
}

TEST(Iltis, HasTheEigenvaluesOfTheReference) {
  const io::OpenModel open =
      io::open_model("iltis", Settings{"road=flat", "spin=imposed", "speed=20"});
  const Modes found = modes(*open.system, open.start);
  for (const std::complex<double> wanted : {std::complex<double>{-4.055, 3.779},
                                            {-3.944, 9.481},
                                            {-4.900, 11.117},
                                            {-23.748, 13.784},
                                            {-27.709, 71.493},
                                            {-29.811, 82.005},
                                            {-29.676, 82.861},
                                            {-29.317, 85.949}}) {
    double nearest = 1e300;
    for (const Mode& m : found.all)
      nearest = std::min(nearest, std::abs(std::complex<double>(m.re, m.im) - wanted));
    EXPECT_LT(nearest, 1e-3 * std::abs(wanted)) << wanted;
  }
}

// Through the wheel centre the load has no overturning moment, and the vehicle rolls otherwise.
TEST(Iltis, NeedsTheLoadAtTheContactPoint) {
  const End e = steered(
      {"road=flat", "spin=imposed", "speed=20", "manoeuvre=sine", "rack=4mm", "load_at=centre"}, 3);
  EXPECT_GT(std::abs(e.roll - 0.011914), 0.05 * 0.011914);
}

}  // namespace
}  // namespace takt::test
