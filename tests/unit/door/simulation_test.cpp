// The door: what a program outside sees agrees with the engine behind it and with the result files.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "takt/takt.hpp"

namespace takt {
namespace {

Simulation iltis(double until = 2) {
  return Simulation(load("iltis", {{"road", "bump"}, {"speed", "8 m/s"}, {"manoeuvre", "wheel"}}),
                    {.method = "hybrid+trapezoidal(passes=3)", .step = 1e-3, .until = until});
}

// The last row of a CSV file by the names of its columns.
std::map<std::string, double> last_row(const std::string& path) {
  std::ifstream in(path);
  std::string header, line, last;
  std::getline(in, header);
  while (std::getline(in, line)) last = line;
  std::map<std::string, double> row;
  std::istringstream names(header), values(last);
  for (std::string n, v; std::getline(names, n, ',') && std::getline(values, v, ',');)
    row[n] = std::stod(v);
  return row;
}

TEST(Door, HandlesShowWhatFilesShow) {
  const std::string file = testing::TempDir() + "door.csv";
  Simulation sim = iltis(0.5);
  sim.input("wheel") = 0.01;
  ASSERT_EQ(run(sim, {.files = {file}, .record = "bodies,reactions"}).status, Status::ok);
  const auto row = last_row(file);
  const auto chassis = sim.body("chassis");
  const Pose p = chassis.pose();
  const Twist v = chassis.twist();
  EXPECT_EQ(sim.time(), row.at("t"));
  EXPECT_EQ(p.position.x(), row.at("body.chassis.x"));
  EXPECT_EQ(p.rotation.w(), row.at("body.chassis.qw"));
  EXPECT_EQ(v.linear.y(), row.at("body.chassis.vy"));
  EXPECT_EQ(v.angular.z(), row.at("body.chassis.wz"));
  EXPECT_EQ(sim.output("yaw").value(), row.at("out.yaw"));
  EXPECT_EQ(sim.output("out.tyre_fl").value(), row.at("out.tyre_fl"));
  EXPECT_EQ(sim.joint("fl.hub").reaction().force.z(), row.at("reaction.fl.hub.Fz"));
  EXPECT_EQ(sim.joint("fl.hub").reaction().moment.x(), row.at("reaction.fl.hub.Mx"));
  EXPECT_EQ(sim.energy().total(), row.at("energy.total"));
  EXPECT_EQ(sim.drift().position, row.at("drift.position"));
}

TEST(Door, GivesEachChoiceItsDefault) {
  EXPECT_EQ(Simulation(load("iltis"), {.until = 1}).step_length(), 1e-3);
  EXPECT_EQ(Simulation(load("four-bar"), {.method = "global+trapezoidal"}).method(),
            "natural:ali3+trapezoidal+tangent");
  Simulation own_end(load("car-axle"));
  EXPECT_FALSE(own_end.method().empty());
  while (!own_end.done()) ASSERT_TRUE(own_end.step());
  EXPECT_DOUBLE_EQ(own_end.time(), 3);
}

TEST(Door, NamesThatAreUnknownGetASuggestion) {
  Simulation sim = iltis();
  const auto hint = [](auto&& f) {
    try {
      f();
    } catch (const Error& e) {
      return std::string(e.what()) + " " + e.hint;
    }
    return std::string("nothing was thrown");
  };
  EXPECT_NE(hint([&] { sim.body("chasis"); }).find("chassis"), std::string::npos);
  EXPECT_NE(hint([&] { sim.input("weel"); }).find("wheel"), std::string::npos);
  EXPECT_NE(hint([&] { sim.output("yav"); }).find("yaw"), std::string::npos);
  EXPECT_NE(hint([&] { sim.joint("fl.hup"); }).find("fl.hub"), std::string::npos);
  EXPECT_NE(hint([] { load("ilits"); }).find("iltis"), std::string::npos);
  EXPECT_NE(hint([] { load("iltis", {{"sped", 3}}); }).find("speed"), std::string::npos);
  EXPECT_NE(hint([] { parse("takt: 1\nbodys: {}\n"); }).find("bodies"), std::string::npos);
  Simulation axle(load("car-axle"));
  EXPECT_NE(hint([&] { axle.body("left"); }).find("written by hand"), std::string::npos);
}

// d(velocity of a point)/dv against differences of the place along a velocity, in both coordinate sets.
TEST(Door, PointJacobianIsTheRateOfThePoint) {
  for (const char* method : {"index1+rk4+s_both2", "natural:index1+rk4+s_both2"}) {
    Simulation sim(load("four-bar"), {.method = method, .step = 1e-5});
    sim.step(10);
    const auto coupler = sim.body("coupler");
    const Vec3 x(0.3, 0.1, 0);
    const Vec3 by_jacobian = coupler.point_jacobian(x) * sim.state().v;
    const Vec3 before = coupler.point(x);
    sim.step(2);
    const Vec3 middle_rate = (coupler.point(x) - before) / 2e-5;
    EXPECT_LT((by_jacobian - middle_rate).norm(), 1e-3) << method;
    EXPECT_GT(by_jacobian.norm(), 0.1) << method;
  }
}

// The acceleration of a body against differences of its twist.
TEST(Door, AccelerationIsTheRateOfTheTwist) {
  Simulation sim(load("four-bar"), {.method = "index1+rk4+s_both2", .step = 1e-5});
  sim.step(100);
  const auto rocker = sim.body("rocker");
  const Twist before = rocker.twist();
  sim.step();
  const Twist a = rocker.acceleration();
  sim.step();
  const Twist after = rocker.twist();
  EXPECT_LT(((after.linear - before.linear) / 2e-5 - a.linear).norm(), 1e-4);
  EXPECT_LT(((after.angular - before.angular) / 2e-5 - a.angular).norm(), 1e-4);
  EXPECT_GT(a.linear.norm(), 0.1);
}

TEST(Door, TermsBalance) {  // M a + h + G' lambda = 0
  Simulation sim(load("four-bar"), {.method = "index1+rk4+s_both2", .step = 1e-3});
  sim.step(50);
  const State s = sim.state();
  Simulation at_rest_of_step(load("four-bar"), {.method = "index1+rk4+s_both2", .step = 1e-3});
  at_rest_of_step.set_state(s.q, s.v);  // a and lambda belong to this very state
  const State& x = at_rest_of_step.state();
  const Vector r = at_rest_of_step.inverse_dynamics(x.a) +
                   at_rest_of_step.constraint_jacobian().transpose() * x.lambda;
  EXPECT_LT(r.norm(), 1e-9 * (1 + at_rest_of_step.bias_forces().norm()));
  EXPECT_EQ(at_rest_of_step.mass_matrix().rows(), x.v.size());
  EXPECT_GT(at_rest_of_step.bias_forces().norm(), 1);
}

TEST(Door, StatesAreChecked) {
  Simulation sim(load("four-bar"));
  State s = sim.state();
  EXPECT_THROW(sim.set_state(Vector::Zero(99), s.v), Error);
  s.q[0] += 0.1;  // the loop is open there
  EXPECT_THROW(sim.set_state(s.q, s.v), Error);
  EXPECT_THROW(sim.restore(std::vector<std::byte>(7)), Error);
  const std::vector<std::byte> memory = sim.save();
  sim.step(20);
  const Vector q = sim.state().q;
  sim.restore(memory);
  sim.step(20);
  EXPECT_EQ(q, sim.state().q);
}

TEST(Door, ParametersChangeBetweenSteps) {
  const auto model = load("iltis", {{"road", "flat"}, {"manoeuvre", "wheel"}});
  Simulation sim(model, {.method = "hybrid+trapezoidal(passes=3)", .step = 1e-3, .until = 1});
  auto wheel = sim.input("wheel");
  const auto chassis = sim.body("chassis");
  wheel = 0.02;
  sim.step(100);
  const Vector q = sim.state().q;
  const double t = sim.time();
  sim.change({{"road", "bump"}});
  EXPECT_EQ(sim.state().q, q);
  EXPECT_EQ(sim.time(), t);
  EXPECT_EQ(wheel.value(), 0.02);  // handles stay valid
  EXPECT_TRUE(sim.step(100));
  EXPECT_NEAR(sim.time(), 0.2, 1e-12);
  EXPECT_GT(chassis.pose().position.x(), 0);
  EXPECT_THROW(sim.change({{"raod", "flat"}}), Error);
}

TEST(Door, ModelsBuiltInCodeRun) {
  ModelBuilder m("pendulum");
  m.body(uniform_rod("rod", 1, {0, 0, 0}, {1, 0, 0}));
  m.joint("hinge", "revolute", "ground", "rod", frame_at({0, 0, 0}));
  m.start_position("hinge", "", 0.3);
  const auto model = load(m.build());
  EXPECT_THROW(model.with({{"length", 2}}), Error);
  Simulation sim(model.with({{"q.hinge", "0.1 rad"}}), {.until = 0.1});
  EXPECT_DOUBLE_EQ(sim.state().q[0], 0.1);
  EXPECT_TRUE(sim.step());
}

TEST(Door, RunsWithoutAnEndAreRefused) {
  Simulation sim(load("car-axle"), {.until = std::numeric_limits<double>::infinity()});
  EXPECT_THROW(run(sim), Error);
  EXPECT_TRUE(sim.step(10));
  EXPECT_FALSE(sim.done());
}

TEST(Door, FailuresSayWhy) {
  Simulation sim(load("two-link-sine"),
                 {.method = "index1(baumgarte=12;70)+explicit_euler", .step = 1, .until = 1000});
  bool ok = true;
  for (int i = 0; i < 1000 && ok; ++i) ok = sim.step();
  ASSERT_FALSE(ok);
  EXPECT_NE(sim.status(), Status::ok);
  EXPECT_FALSE(sim.failure().empty());
}

TEST(Door, ShowsWorkAndControllersInsideOfTheModel) {
  const LoadedModel model = parse(
      "takt: 1\n"
      "bodies: {arm: {mass: 2, com: [1, 0, 0], inertia: [1, 1, 1]}}\n"
      "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: y}}\n"
      "signals: {u: {type: sampled, period: 2 ms, text: 60 * (0.3 - out.angle) - 9 * out.rate}}\n"
      "forces: {motor: {type: drive, joint: A, torque: u}}\n"
      "outputs: {angle: {coordinate: A}, rate: {coordinate_rate: A}, u: {signal: u},\n"
      "          P: {power: motor}, W: {work: motor}}\n");
  Simulation sim(model, {.method = "ode+rk4", .step = 1e-3, .until = 1});
  double work = 0;
  std::vector<std::byte> memory;
  for (int i = 0; i < 100; ++i) {
    if (i == 51) memory = sim.save();
    const double rate = sim.output("rate").value();
    ASSERT_TRUE(sim.step());
    EXPECT_NEAR(sim.output("P").value(), sim.output("u").value() * sim.output("rate").value(),
                1e-12);
    work += 0.5e-3 * sim.output("u").value() * (rate + sim.output("rate").value());
  }
  EXPECT_NEAR(sim.output("W").value(), work, 1e-12);
  EXPECT_GT(std::abs(work), 0.1);
  const double angle = sim.output("angle").value(), W = sim.output("W").value();
  sim.restore(memory);
  EXPECT_NE(sim.output("W").value(), W);
  ASSERT_TRUE(sim.step(49));
  EXPECT_EQ(sim.output("angle").value(), angle);
  EXPECT_EQ(sim.output("W").value(), W);
}

}  // namespace
}  // namespace takt
