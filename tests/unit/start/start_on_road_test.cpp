// A car starts on ice and on slopes: upright, along the road, with rolling wheels.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/io/model_file/open_model.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {
namespace {

constexpr const char* usual_method = "index2+linear_implicit_euler(J2)+one_step";

std::vector<double> spins(const io::OpenModel& car) {
  std::vector<double> all;
  for (const int k : rolling_columns(*car.mechanism)) all.push_back(car.start.v[k]);
  return all;
}

TEST(StartOnIce, IsFoundAtEveryFrictionAndSpeed) {
  for (const char* tyre : {"tmeasy", "pac2002"})
    for (const char* mu : {"0", "0.01", "0.02", "0.03", "0.05", "0.08", "0.3"})
      for (const double speed : {5.0, 20.0, 30.0}) {
        const std::vector<std::string> set{std::string("tyre=") + tyre,
                                           std::string("friction=") + mu,
                                           "speed=" + std::to_string(speed)};
        const io::OpenModel car = io::open_model("sedan", set, usual_method);
        for (const double spin : spins(car))
          EXPECT_NEAR(spin, speed / 0.325, 0.08 * speed / 0.325) << tyre << mu << " " << speed;
      }
}

class StartOnASlope : public testing::TestWithParam<const char*> {
 protected:
  static io::OpenModel car(const char* road, const std::vector<std::string>& more = {}) {
    std::vector<std::string> set{std::string("tyre=") + GetParam(), std::string("road=") + road};
    set.insert(set.end(), more.begin(), more.end());
    return io::open_model(TAKT_SOURCE_DIR "/tests/support/models/tyre_car.yaml", set, "joint:");
  }
  static double pitch(const State& s) { return 2 * std::asin(s.q[5]); }
};

TEST_P(StartOnASlope, StandsOnAllWheels) {
  for (const char* road : {"hill", "downhill"})
    for (const char* brake : {"0", "1500"}) {
      const double uphill = std::string_view(road) == "hill" ? 1 : -1;
      const io::OpenModel open = car(road, {std::string("brake=") + brake, "brake_at=-1"});
      EXPECT_NEAR(pitch(open.start), -uphill * std::atan(0.1), 0.02) << road << brake;
      Method m = parse_method("ode+linear_implicit_euler(exact)");
      m.step = 1e-3;
      Engine sim(open.system, m, open.start);
      for (int k = 0; k < 1000; ++k) {
        ASSERT_EQ(sim.step().status, Status::ok);
        ASSERT_NEAR(pitch(sim.state()), -uphill * std::atan(0.1), 0.05) << road << brake;
      }
    }
}

TEST_P(StartOnASlope, DrivesAlongTheRoad) {
  for (const char* road : {"hill", "downhill"})
    for (const char* brake : {"0", "1500"}) {
      const double uphill = std::string_view(road) == "hill" ? 1 : -1;
      const io::OpenModel open =
          car(road, {"speed=10", std::string("brake=") + brake, "brake_at=-1"});
      EXPECT_NEAR(open.start.v[2] / open.start.v[0], uphill * 0.1, 1e-3);
      EXPECT_NEAR(open.start.v.head<3>().norm(), 10, 1e-9);
      for (const double spin : spins(open)) EXPECT_NEAR(spin, 10 / 0.325, 0.12 * 10 / 0.325);
    }
}

INSTANTIATE_TEST_SUITE_P(Kind, StartOnASlope, testing::Values("tmeasy", "pac2002"),
                         [](const auto& it) { return std::string(it.param); });

}  // namespace
}  // namespace takt
