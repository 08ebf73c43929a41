// Friction of the road as a signal and as an input: its effect on a braking car.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/mechanism/mechanism.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt {
namespace {

constexpr double h = 1e-3, g = 9.81;
constexpr const char* in_joints = "index2+linear_implicit_euler(J2)+one_step";
constexpr const char* in_natural = "natural:index1+rk4+s_both2";

struct BrakedCar {
  Engine sim;
  std::size_t brake = 0, friction = 0;
  BrakedCar(const io::OpenModel& open, const std::string& method)
      : sim(open.system, with_step(method), open.start) {
    const auto& inputs = open.system->names().inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].name == "brake") brake = i;
      if (inputs[i].name == "friction") friction = i;
    }
  }
  static Method with_step(const std::string& text) {
    Method m = parse_method(text);
    m.step = h;
    return m;
  }
  double place() const { return sim.state().q[0]; }
};

BrakedCar sedan(const std::string& tyre, const std::string& method = in_joints) {
  const std::vector<std::string> set{"tyre=" + tyre};
  return {io::open_model("sedan", set, method), method};
}

// Way until it stands, with wheels that lock.
double braking_distance(BrakedCar car, double friction) {
  car.sim.inputs()[car.brake] = 3000;
  car.sim.inputs()[car.friction] = friction;
  const double start = car.place();
  for (int k = 0; k < 60000; ++k) {
    const double before = car.place();
    EXPECT_EQ(car.sim.step().status, Status::ok);
    if (k > 100 && std::abs(car.place() - before) < 0.01 * h) return car.place() - start;
  }
  return 1e9;
}

TEST(RoadFriction, AsAnInputSetsTheBrakingDistance) {
  for (const char* tyre : {"tmeasy", "pac2002"}) {
    double last = 0;
    for (const double mu : {1.0, 0.5, 0.2}) {
      const double way = braking_distance(sedan(tyre), mu);
      // 20 m/s; locked wheels slide on 0.65 to 1.2 of the friction.
      EXPECT_GT(way, 20 * 20 / (2 * 1.2 * mu * g)) << tyre << " " << mu;
      EXPECT_LT(way, 20 * 20 / (2 * 0.65 * mu * g)) << tyre << " " << mu;
      EXPECT_GT(way, 1.5 * last) << tyre << " " << mu;
      last = way;
    }
  }
}

// A patch of ice: of 0.1 from 0.5 s to 1 s.
TEST(RoadFriction, LimitsTheForceFromTheMomentItChanges) {
  for (const char* tyre : {"tmeasy", "pac2002"}) {
    BrakedCar car = sedan(tyre);
    car.sim.inputs()[car.brake] = 3000;
    double v[4] = {};
    for (int k = 0; k < 1500; ++k) {
      car.sim.inputs()[car.friction] = k >= 500 && k < 1000 ? 0.1 : 1;
      if (k == 300 || k == 500) v[k == 500] = car.sim.state().v[0];
      if (k == 700 || k == 900) v[2 + (k == 900)] = car.sim.state().v[0];
      ASSERT_EQ(car.sim.step().status, Status::ok);
    }
    const double dry = (v[0] - v[1]) / 0.2, icy = (v[2] - v[3]) / 0.2;
    EXPECT_GT(dry, 0.65 * g) << tyre;
    EXPECT_LT(icy, 1.2 * 0.1 * g) << tyre;
    EXPECT_GT(icy, 0.6 * 0.1 * g) << tyre;
    EXPECT_LT(car.sim.state().v[0], v[3] - 0.5 * 0.5 * g) << tyre;  // it brakes again
  }
}

// In both sets of coordinates, over a road whose friction is a formula of t.
TEST(RoadFriction, IsTheSameInNaturalCoordinates) {
  const std::string text =
      "takt: 1\ninclude: sedan.yaml\n"
      "road: {type: flat, friction: \"1 - 0.7*smoothstep((t-0.2)/0.2)\"}\n";
  const auto model = std::make_shared<const Model>(io::read_model(text, "ice.yaml", {}));
  ASSERT_GE(model->road_friction, 0);
  const auto joint = mechanism::compile(model, mechanism::Coordinates::joint);
  const auto natural = mechanism::compile(model, mechanism::Coordinates::natural);
  const State start = start_of(*joint);
  std::vector<Motion> at[2];
  const auto drive = [&](const mechanism::Mechanism& m, const State& from, const char* method,
                         std::vector<Motion>& bodies) {
    const auto shared = std::shared_ptr<const EquationsOfMotion>(std::shared_ptr<void>(), &m);
    Engine sim(shared, BrakedCar::with_step(method), from);
    const auto& inputs = m.names().inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].name == "brake") sim.inputs()[i] = 800;
    for (int k = 0; k < 800; ++k) ASSERT_EQ(sim.step().status, Status::ok) << k;
    const Index nu = m.shape().nu;
    const Excitation u{Vector::Zero(nu), Vector::Zero(nu), Vector::Zero(nu)};
    bodies.resize(model->bodies.size());
    const auto scratch = m.make_scratch();
    const State& s = sim.state();
    m.motions(Point{s.q, s.v, s.a, s.lambda, s.z, u}, bodies, *scratch);
  };
  drive(*joint, start, in_joints, at[0]);
  drive(*natural, carry_over(*joint, start, *natural), in_natural, at[1]);
  const Motion &a = at[0][1], &b = at[1][1];
  EXPECT_LT(a.v[0], 18);
  EXPECT_GT(a.v[0], 14);
  EXPECT_NEAR(a.v[0], b.v[0], 0.02);
  EXPECT_NEAR(a.p[0], b.p[0], 0.02);
}

// --- reading ---

std::string message_of(const std::string& road) {
  try {
    io::read_model(
        "takt: 1\ninclude: sedan.yaml\nsignals:\n  wild: {type: input}\n  deep: -0.5\n"
        "road: " +
            road + "\n",
        "car.yaml", {});
  } catch (const Error& e) {
    return e.where + " | " + e.what() + " | " + e.hint;
  }
  return "";
}

TEST(RoadFriction, IsANumberASignalOrAFormula) {
  EXPECT_EQ(message_of("{type: flat, friction: 0.5}"), "");
  EXPECT_EQ(message_of("{type: flat, friction: friction}"), "");
  EXPECT_EQ(message_of("{type: flat, friction: 0.6 + 0.3*sin(t)}"), "");
  EXPECT_EQ(message_of("{type: flat, friction: {type: input, value: 0.9, least: 0}}"), "");
}

TEST(RoadFriction, SaysWhatIsWrong) {
  const auto says = [](const std::string& road, const std::string& words) {
    const std::string message = message_of(road);
    EXPECT_NE(message.find(words), std::string::npos) << road << ": " << message;
    EXPECT_NE(message.find("car.yaml:6"), std::string::npos) << message;
  };
  says("{type: flat, friction: fricton}", "unknown signal 'fricton' | did you mean 'friction'");
  says("{type: flat, friction: -0.5}", "must be zero or positive");
  says("{type: flat, friction: wild}", "write least: 0 at the input 'wild'");
  says("{type: flat, friction: deep}", "starts below zero");
}

}  // namespace
}  // namespace takt
