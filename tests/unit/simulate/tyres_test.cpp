// A car on slipping tyres: from standstill to speed and back, on a slope, over a bump, steered.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "takt/element/catalogue.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

namespace takt {
namespace {

struct Car {
  io::OpenModel open;
  Engine sim;
  double step;
  Car(const std::string& method, const std::vector<std::string>& set, double length = 1e-3)
      : open(io::open_model(TAKT_SOURCE_DIR "/tests/support/models/tyre_car.yaml", set, "joint:")),
        sim(open.system, with_step(method, length), open.start), step(length) {}
  static Method with_step(const std::string& text, double length) {
    Method m = parse_method(text);
    m.step = length;
    return m;
  }
  // Until `t`, calling `each` after every step; false when a step fails.
  template <class Each> bool to(double t, Each each) {
    while (sim.state().t < t - step / 2) {
      if (sim.step().status != Status::ok || !sim.state().v.allFinite()) return false;
      each(sim.state());
    }
    return true;
  }
  bool to(double t) {
    return to(t, [](const State&) {});
  }
};

class Tyres : public testing::TestWithParam<const char*> {
 protected:
  std::vector<std::string> with(std::vector<std::string> set) const {
    set.push_back(std::string("tyre=") + GetParam());
    return set;
  }
};

TEST_P(Tyres, DriveFromStandstillToSpeedAndBack) {
  for (const char* row : {"exact", "J1", "J2", "vedyna"}) {
    const bool whole = std::string_view(row) == "exact";
    const double brake_at = whole ? 18 : 3;
    Car car(std::string("ode+linear_implicit_euler(") + row + ")",
            with({"drive=600", "brake=1000", "brake_at=" + std::to_string(brake_at)}));
    EXPECT_LT(max_norm(car.sim.state().v), 1e-12);
    double before = 0;
    ASSERT_TRUE(car.to(brake_at, [&](const State& s) {
      EXPECT_GE(s.v[0], before - 1e-3);  // it only gains speed
      before = s.v[0];
    })) << row;
    EXPECT_GT(car.sim.state().v[0], whole ? 40 : 6) << row;
    EXPECT_LT(car.sim.state().v[0], 2 * 600 / 0.3 / 1492 * brake_at) << row;  // without resistance
    ASSERT_TRUE(car.to(whole ? 32 : 10)) << row;
    EXPECT_LT(car.sim.state().v.cwiseAbs().maxCoeff(), 1e-4) << row;  // it stands
    EXPECT_LT(std::abs(car.sim.state().q[1]), 1.0) << row;
  }
}

TEST_P(Tyres, StandOnASlope) {
  for (const char* row : {"exact", "J2"}) {
    Car car(std::string("ode+linear_implicit_euler(") + row + ")",
            with({"speed=10", "brake=600", "brake_at=3", "road=slope"}));
    ASSERT_TRUE(car.to(10)) << row;
    const double start = car.sim.state().q[0], height = car.sim.state().q[2];
    EXPECT_GT(height, 2) << row;  // it went up
    ASSERT_TRUE(car.to(40)) << row;
    double fastest = 0;
    ASSERT_TRUE(car.to(70, [&](const State& s) { fastest = std::max(fastest, max_norm(s.v)); }));
    EXPECT_LT(std::abs(car.sim.state().q[0] - start), 1e-3) << row;
    EXPECT_LT(fastest, 1e-4) << row;
  }
}

// At 20 m/s over 0.15 m: all wheels leave the road, land, and the car goes on.
TEST_P(Tyres, LiftOffAndLand) {
  Car car("ode+linear_implicit_euler(exact)", with({"speed=20", "road=bump"}));
  const auto& model = car.open.mechanism->model();
  int in_the_air = 0;
  double highest = 0;
  std::vector<Motion> bodies(model.bodies.size());
  const auto scratch = car.open.system->make_scratch();
  const Index nu = car.open.system->shape().nu;
  const Excitation u{Vector::Zero(nu), Vector::Zero(nu), Vector::Zero(nu)};
  ASSERT_TRUE(car.to(4, [&](const State& s) {
    car.open.mechanism->motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
    for (const Force& f : model.forces) {
      if (f.body_force == nullptr) continue;
      const Motion w = bodies[static_cast<std::size_t>(f.on.body)].of(f.on.frame);
      if (f.body_force->report({w.R, w.p, w.w, w.v, s.z.data(), nullptr, nullptr}) == 0)
        ++in_the_air;
    }
    highest = std::max(highest, s.q[2]);
  }));
  EXPECT_GT(in_the_air, 4 * 50);  // 50 ms each
  EXPECT_LT(highest, 0.8);
  EXPECT_NEAR(car.sim.state().v[0], 19.2, 0.6);
  EXPECT_LT(std::abs(car.sim.state().v[2]), 0.01);
}

TEST_P(Tyres, SteerWithConstraints) {
  std::vector<double> ends;
  for (const char* method :
       {"index2+linear_implicit_euler(J2)+one_step", "index1+linear_implicit_euler(exact)+s_both2",
        "index1(lambda=matrix)+linear_implicit_euler(J1)+s_both2"}) {
    Car car(method, with({"speed=20", "steering=1", "steer=0.03", "drive=100"}));
    double side = 0;
    ASSERT_TRUE(car.to(6, [&](const State& s) { side = std::max(side, std::abs(s.v[5])); }));
    EXPECT_GT(side, 0.05) << method;  // rad/s, yaw
    EXPECT_LT(side, 0.5) << method;
    ends.push_back(car.sim.state().q[1]);
  }
  for (const double y : ends) EXPECT_NEAR(y, ends[0], 0.05 + 0.02 * std::abs(ends[0]));
}

// Half the step, half the error.
TEST_P(Tyres, ConvergeWithOrderOne) {
  const auto speed = [&](const char* row, double length) {
    Car car(std::string("ode+linear_implicit_euler(") + row + ")",
            with({"speed=5", "drive=300", "brake=500", "brake_at=0.3"}), length);
    EXPECT_TRUE(car.to(0.8));
    return car.sim.state().v[0];
  };
  const double fine = speed("exact", 1e-5);
  for (const char* row : {"exact", "J1", "J2", "vedyna"}) {
    const double coarse = std::abs(speed(row, 1e-3) - fine);
    const double half = std::abs(speed(row, 5e-4) - fine);
    EXPECT_LT(half, 0.6 * coarse + 1e-6) << row << " " << coarse << " " << half;
    EXPECT_LT(coarse, 0.02) << row;
  }
}

INSTANTIATE_TEST_SUITE_P(Kind, Tyres, testing::Values("tmeasy", "pac2002"),
                         [](const auto& it) { return std::string(it.param); });

// A wheel on a spring without damping of its own, stuck to the road: taken explicitly the deflection
// gains energy in every step.
TEST(StiffTyre, SwingsOutOnlyWhenItsStatesAreSolvedFor) {
  const auto swing = [](const char* method) {
    Car car(method, {"damping_time=1e-5", "rolling=0"});
    State start = car.sim.state();
    start.v[7] = 0.1;  // a wheel turns
    Method m = parse_method(method);
    m.step = 1e-3;
    Engine sim(car.open.system, m, start);
    double late = 0;
    for (int k = 0; k < 2000; ++k) {
      if (sim.step().status != Status::ok || !sim.state().v.allFinite()) return 1e9;
      if (k >= 1900) late = std::max(late, std::abs(sim.state().v[7]));
    }
    return late;
  };
  EXPECT_LT(swing("ode+linear_implicit_euler(exact)"), 1e-3);
  EXPECT_LT(swing("ode+linear_implicit_euler(J2)"), 0.11);  // neutral: it keeps what it has
  EXPECT_GT(swing("ode+linear_implicit_euler(J3)"), 0.11);
}

}  // namespace
}  // namespace takt
