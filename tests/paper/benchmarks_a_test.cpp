// The IFToMM benchmarks A01 to A05 and the spatial slider-crank, as shipped mechanisms in joint and
// in natural coordinates, compared with the reference solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/run.hpp"

namespace takt::test {
namespace {

class Samples final : public Sink {  // collects outputs and times
 public:
  void take(const Sample& s) override {
    t.push_back(s.state.t);
    outputs.push_back(s.monitor.outputs());
  }
  std::vector<double> t;
  std::vector<std::vector<double>> outputs;
};

struct Task {
  std::string model, method;
  double step, until;
  std::vector<std::string> set = {};
  double every = 1e9;  // s between samples
};

Summary simulate(const Task& task, Samples* samples = nullptr) {
  const io::OpenModel open = io::open_model(task.model, task.set, task.method);
  Method method = parse_method(task.method);
  method.step = task.step;
  Engine s(open.system, method, open.start, {task.until});
  RunOptions options;
  options.every = task.every;
  options.bound = false;
  std::vector<Sink*> sinks;
  if (samples != nullptr) sinks.push_back(samples);
  Summary summary = run(s, options, sinks);
  EXPECT_EQ(summary.status, Status::ok) << task.method << " at " << summary.t_end << " s";
  return summary;
}

double out(const Summary& s, std::string_view name) {
  for (std::size_t i = 0; i < s.names.outputs.size(); ++i)
    if (s.names.outputs[i] == name) return s.outputs[i];
  ADD_FAILURE() << "no output " << name;
  return std::nan("");
}

double turn(double a, double b) { return std::remainder(a - b, 2 * std::numbers::pi); }

void show(const Task& task, double error) {
  std::printf("  %s %s: error %.1e\n", task.model.c_str(), task.method.c_str(), error);
}

// --- A03 ---

constexpr const char* tight = "index1+dopri5(rtol=1e-12,atol=1e-12)+s_both2";

TEST(BenchmarkA03, SqueezerMechanismMovesAsTheHandWrittenOne) {
  const Summary hand = simulate({"squeezer", tight, 1e-5, 0.03});
  const std::string method = std::string("joint:") + tight;
  const Summary joint = simulate({"squeezer-mechanism", method, 1e-5, 0.03});
  double error = 0, of_v = 0;
  for (std::size_t i = 0; i < hand.names.q.size(); ++i) {
    const auto found = std::find(joint.names.q.begin(), joint.names.q.end(), hand.names.q[i]) -
                       joint.names.q.begin();
    ASSERT_LT(found, static_cast<std::ptrdiff_t>(joint.names.q.size())) << hand.names.q[i];
    const Index k = static_cast<Index>(i);
    EXPECT_NEAR(joint.final_state.q[found], hand.final_state.q[k], 1e-8) << hand.names.q[i];
    error = std::max(error, std::abs(joint.final_state.q[found] - hand.final_state.q[k]));
    of_v = std::max(of_v, std::abs(joint.final_state.v[found] - hand.final_state.v[k]));
  }
  EXPECT_LT(of_v, 1e-8 * max_norm(hand.final_state.v));
  show({"squeezer-mechanism", method, 0, 0}, error);
}

TEST(BenchmarkA03, SqueezerMechanismInNaturalCoordinates) {
  const Summary hand = simulate({"squeezer", tight, 1e-5, 0.03});
  const std::string method = std::string("natural:") + tight;
  const Summary natural = simulate({"squeezer-mechanism", method, 1e-5, 0.03});
  const io::OpenModel open = io::open_model("squeezer-mechanism", {}, method);
  Evaluator eval(*open.system);
  eval.place(Slot::start, natural.final_state);
  std::vector<Motion> bodies(open.mechanism->model().bodies.size());
  open.mechanism->motions(eval.point(Slot::start), bodies, eval.scratch());
  double error = 0;
  for (std::size_t i = 0; i < hand.names.q.size(); ++i) {
    const auto& joints = open.mechanism->model().joints;
    std::size_t j = 0;
    while (j < joints.size() && joints[j].name != hand.names.q[i]) ++j;
    ASSERT_LT(j, joints.size()) << hand.names.q[i];
    const auto value = open.mechanism->coordinate(eval.point(Slot::start), static_cast<int>(j), 0,
                                                  bodies, eval.scratch());
    const double e = turn(value.q, hand.final_state.q[static_cast<Index>(i)]);
    EXPECT_NEAR(e, 0, 1e-8) << hand.names.q[i];
    error = std::max(error, std::abs(e));
  }
  show({"squeezer-mechanism", method, 0, 0}, error);
}

// --- A01 ---

TEST(BenchmarkA01, SimplePendulumAtOneSecond) {
  for (const std::string method : {"joint:ode+dopri5(rtol=1e-12,atol=1e-12)",
                                   "natural:index1+dopri5(rtol=1e-12,atol=1e-12)+s_both2"}) {
    const Task task{"simple-pendulum", method, 1e-3, 1};
    const Summary s = simulate(task);
    const double error = std::max({std::abs(out(s, "x") - 0.98629175113187531936),
                                   std::abs(out(s, "y") + 0.16501085312554116875),
                                   std::abs(out(s, "vx") - 0.29690551591631582156),
                                   std::abs(out(s, "vy") - 1.7746436411126556265)});
    EXPECT_LT(error, 1e-8) << method;
    show(task, error);
  }
}

// --- A02 ---

// The regular branch has one degree of freedom: th'' = -c cos th, by RK4 with a tiny step.
struct B0 {
  double x, y, vx, vy;
};
B0 pendulum(int N, double until) {
  const double c = 9.81 * ((N + 1) / 2.0 + N) / ((N + 1) / 3.0 + N);
  const auto f = [c](std::array<double, 2> y) {
    return std::array<double, 2>{y[1], -c * std::cos(y[0])};
  };
  const auto add = [](std::array<double, 2> y, double h, std::array<double, 2> k) {
    return std::array<double, 2>{y[0] + h * k[0], y[1] + h * k[1]};
  };
  std::array<double, 2> y{std::numbers::pi / 2, -1};
  const int steps = static_cast<int>(std::lround(until / 1e-4));
  const double h = until / steps;
  for (int k = 0; k < steps; ++k) {
    const auto k1 = f(y), k2 = f(add(y, h / 2, k1)), k3 = f(add(y, h / 2, k2)),
               k4 = f(add(y, h, k3));
    for (std::size_t i : {0, 1}) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return {std::cos(y[0]), std::sin(y[0]), -std::sin(y[0]) * y[1], std::cos(y[0]) * y[1]};
}

double position_error(const Summary& s, const B0& exact) {
  return std::max(std::abs(out(s, "B0.x") - exact.x), std::abs(out(s, "B0.y") - exact.y));
}
double velocity_error(const Summary& s, const B0& exact) {
  return std::max(std::abs(out(s, "B0.vx") - exact.vx), std::abs(out(s, "B0.vy") - exact.vy));
}

TEST(BenchmarkA02, PendulumOfTheRegularBranch) {  // reference/benchmarks.md 2, A02 [C]
  const B0 at = pendulum(2, 10);
  EXPECT_NEAR(at.x, 0.32845811154081537865, 1e-11);
  EXPECT_NEAR(at.y, 0.94451853817860096216, 1e-11);
  EXPECT_NEAR(at.vx, 1.4230514702069441233, 1e-10);
  EXPECT_NEAR(at.vy, -0.49486884548704295899, 1e-10);
}

class Sets : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Coordinates, Sets, testing::Values("joint", "natural"),
                         [](const auto& i) { return i.param; });

TEST_P(Sets, BenchmarkA02BeforeTheFirstFlatPosition) {
  for (const int N : {2, 40}) {
    const Task task{
        "n-four-bar", GetParam() + ":index1+rk4+s_both2", 1e-3, 0.6, {"N=" + std::to_string(N)}};
    const Summary s = simulate(task);
    const B0 exact = pendulum(N, 0.6);
    const double error = std::max(position_error(s, exact), velocity_error(s, exact));
    EXPECT_LT(error, 1e-8) << "N = " << N;
    show(task, error);
  }
}

TEST_P(Sets, BenchmarkA02ThroughTheFlatPositions) {
  const Task task{"n-four-bar", GetParam() + ":index1+rk4+s_both2", 1e-3, 10, {"N=2"}};
  const Summary s = simulate(task);
  const B0 exact{0.32845811154081537865, 0.94451853817860096216, 1.4230514702069441233,
                 -0.49486884548704295899};
  const double error = position_error(s, exact);
  EXPECT_LT(error, 1e-4);
  EXPECT_LT(s.energy_max_change, 0.01 * std::abs(s.energy_initial));
  show(task, error);
  std::printf("    velocity %.1e, energy %.3g J by at most %.1e J, drift %.1e\n",
              velocity_error(s, exact), s.energy_initial, s.energy_max_change,
              s.max_drift.position);
}

// --- A04 ---

TEST_P(Sets, BenchmarkA04Bricard) {
  const Task task{"bricard", GetParam() + ":index1+rk4+s_both2", 1e-3, 1};
  const Summary s = simulate(task);
  const double error = std::max({std::abs(out(s, "P3.x") - 0.27448131926503),
                                 std::abs(out(s, "P3.y") + 0.88670793873473),
                                 std::abs(out(s, "P3.z") + 0.46233000268726)});
  EXPECT_LT(error, 1e-6);
  show(task, error);
}

// --- A05 ---

TEST_P(Sets, BenchmarkA05FlyballGovernor) {
  const bool joint = GetParam() == "joint";
  const Task task{"flyball-governor",
                  joint ? "joint:ode+dopri5(rtol=1e-9,atol=1e-9)"
                        : "natural:index1+dopri5(rtol=1e-9,atol=1e-9)+s_both2",
                  1e-5, 1};
  const Summary s = simulate(task);
  const double error = std::max({std::abs(out(s, "s") - 0.5014209223795677),
                                 std::abs(out(s, "sdot") + 0.12215149289773),
                                 std::abs(out(s, "spin") - 6.27112574187655)});
  EXPECT_LT(error, 1e-6);
  show(task, error);
  std::printf("    s %.1e, s' %.1e, phi' %.1e, %lld steps\n", out(s, "s") - 0.5014209223795677,
              out(s, "sdot") + 0.12215149289773, out(s, "spin") - 6.27112574187655,
              static_cast<long long>(s.steps));
}

// --- spatial slider-crank ---

TEST(SliderCrank, TheSetsAgreeAndEnergyIsKept) {
  Samples seen[2];
  for (const std::size_t k : {0, 1}) {
    const Task task{"slider-crank",
                    std::string(k == 0 ? "joint" : "natural") + ":index1+rk4+s_both2",
                    5e-4,
                    5,
                    {},
                    0.01};
    const Summary s = simulate(task, &seen[k]);
    EXPECT_LT(s.energy_max_change, 1e-6) << task.method;
    std::printf("  %s: energy by at most %.1e J\n", task.method.c_str(), s.energy_max_change);
  }
  ASSERT_EQ(seen[0].t.size(), seen[1].t.size());
  ASSERT_GE(seen[0].t.size(), 500u);
  double x = 0, crank = 0;
  for (std::size_t i = 0; i < seen[0].t.size(); ++i) {
    ASSERT_NEAR(seen[0].t[i], seen[1].t[i], 1e-12);
    x = std::max(x, std::abs(seen[0].outputs[i][0] - seen[1].outputs[i][0]));
    crank = std::max(crank, std::abs(turn(seen[0].outputs[i][1], seen[1].outputs[i][1])));
  }
  EXPECT_LT(x, 1e-6);
  EXPECT_LT(crank, 1e-6);
  std::printf("  slider-crank: x differs by %.1e, the angle by %.1e\n", x, crank);
}

}  // namespace
}  // namespace takt::test
