// The Iltis compared with its published data: statics, wheel travel, flat road, bump and stairs.
// Numbers: reference/iltis.md 3.5 to 3.8.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "takt/analyse/inspect.hpp"
#include "takt/analyse/travel.hpp"
#include "takt/io/method/read_method.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/simulate/run.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::test {
namespace {

using Settings = std::vector<std::string>;

std::size_t index_of(const std::vector<std::string>& names, std::string_view name) {
  const auto at = std::find(names.begin(), names.end(), name);
  EXPECT_NE(at, names.end()) << "no output " << name;
  return static_cast<std::size_t>(at - names.begin());
}

class History final : public Sink {
 public:
  void take(const Sample& s) override {
    t.push_back(s.state.t);
    rows.push_back(s.monitor.outputs());
  }

  static auto less(std::size_t i) {
    return [i](const std::vector<double>& a, const std::vector<double>& b) { return a[i] < b[i]; };
  }
  double most(std::size_t i) const { return rows[at_most(i)][i]; }
  double least(std::size_t i) const { return rows[at_least(i)][i]; }
  std::size_t at_most(std::size_t i) const {
    return static_cast<std::size_t>(std::max_element(rows.begin(), rows.end(), less(i)) -
                                    rows.begin());
  }
  std::size_t at_least(std::size_t i) const {
    return static_cast<std::size_t>(std::min_element(rows.begin(), rows.end(), less(i)) -
                                    rows.begin());
  }

  std::vector<double> t;
  std::vector<std::vector<double>> rows;
};

Summary drive(const Settings& set, const std::string& text, double until, History& history) {
  const io::OpenModel open = io::open_model("iltis", set, text);
  const Method method = io::method_for(open);
  Engine s(open.system, method, open.start, {until});
  RunOptions options;
  options.bound = false;
  Sink* sinks[] = {&history};
  return run(s, options, sinks);
}

TEST(Iltis, DegreesOfFreedom) {
  for (const char* road : {"stairs", "bump"}) {
    const std::string on = std::string("road=") + road;
    const io::OpenModel rolling = io::open_model("iltis", Settings{on});
    EXPECT_EQ(inspect(*rolling.system, rolling.start).freedoms, 14);
    const io::OpenModel imposed = io::open_model("iltis", Settings{on, "spin=imposed"});
    EXPECT_EQ(inspect(*imposed.system, imposed.start).freedoms, 10);
  }
}

TEST(Iltis, StaticsAtRest) {
  const io::OpenModel open = io::open_model("iltis", Settings{"road=flat"});
  State s = open.start;
  s.v.setZero();
  set_steady(*open.mechanism, s);
  s = equilibrium(*open.mechanism, s);
  Evaluator eval(*open.system);
  eval.place(Slot::start, s);
  const auto& names = open.system->names().outputs;
  std::vector<double> out(names.size());
  open.system->outputs(eval.point(Slot::start), out, eval.scratch());
  const auto value = [&](std::string_view name) { return out[index_of(names, name)]; };
  const double dz = 1e3 * (value("z") - 0.570);
  const double pitch = value("pitch") * 180 / std::numbers::pi;
  EXPECT_NEAR(dz, -7.08, 0.02);
  EXPECT_NEAR(pitch, 0.146, 0.003);
  for (const char* tyre : {"tyre_fl", "tyre_fr"}) EXPECT_NEAR(value(tyre), 3831, 3) << tyre;
  for (const char* tyre : {"tyre_rl", "tyre_rr"}) EXPECT_NEAR(value(tyre), 3592, 3) << tyre;
  EXPECT_NEAR(value("roll"), 0, 1e-9);
  std::printf("  dz %.4f mm, pitch %.4f deg, tyres %.2f %.2f N\n", dz, pitch, value("tyre_fl"),
              value("tyre_rl"));
}

TEST(Iltis, RunsStraightOnAFlatRoad) {
  History history;
  const Summary s = drive({"road=flat", "speed=20"}, "", 1, history);
  EXPECT_EQ(s.status, Status::ok);
  const std::size_t az = index_of(s.names.outputs, "az");
  const double most = 9.81 * std::max(history.most(az), -history.least(az));
  EXPECT_LT(most, 1e-3);
  EXPECT_NEAR(s.outputs[index_of(s.names.outputs, "x")], 20, 1e-2);
  std::printf("  |z''| at most %.2e m/s^2\n", most);
}

TEST(Iltis, InPhaseBumpAt5MetresPerSecond) {
  History history;
  const Summary s =
      drive({"road=bump", "speed=5", "spin=imposed"}, "index1+rk4+s_both2", 2.5, history);
  ASSERT_EQ(s.status, Status::ok) << s.t_end;
  const auto column = [&](std::string_view name) { return index_of(s.names.outputs, name); };
  const std::size_t z = column("z"), pitch = column("pitch");
  const double z0 = history.rows.front()[z];
  const double up = 1e3 * (history.most(z) - z0), down = 1e3 * (history.least(z) - z0);
  EXPECT_NEAR(up, 127.8, 0.6);
  // The published maximum, 0.690687 m at 0.7249 s, is that of samples up to 50 ms apart. Our motion
  // passes within 5 um of that sample and has its maximum, 24 um higher, at 0.716 s.
  EXPECT_NEAR(history.rows[725][z], 0.690687, 5e-5);
  EXPECT_NEAR(history.t[history.at_most(z)], 0.716, 0.002);
  EXPECT_NEAR(down, -15.4, 0.3);
  const double x = s.outputs[column("x")];
  EXPECT_NEAR(x, 12.096, 0.005);
  const auto within = [](double value, double published, const char* what) {
    EXPECT_NEAR(value, published, 0.01 * std::abs(published)) << what;
  };
  within(history.most(pitch), 0.133343, "pitch");
  within(history.least(pitch), -0.110899, "pitch");
  for (const char* tyre : {"tyre_fl", "tyre_fr"}) {
    within(history.most(column(tyre)), 6202.4, tyre);
    within(history.least(column(tyre)), 1300.5, tyre);
  }
  for (const char* tyre : {"tyre_rl", "tyre_rr"}) {
    within(history.most(column(tyre)), 5664.2, tyre);
    within(history.least(column(tyre)), 1360.1, tyre);
  }
  std::printf("  z %.3f mm at %.4f s, %.3f mm; x %.5f m; pitch %.6f %.6f\n", up,
              history.t[history.at_most(z)], down, x, history.most(pitch), history.least(pitch));
  std::printf("  tyres front %.1f %.1f, rear %.1f %.1f N\n", history.most(column("tyre_fl")),
              history.least(column("tyre_fl")), history.most(column("tyre_rl")),
              history.least(column("tyre_rl")));
}

TEST(Iltis, DownTheStairs) {
  History history;
  const Summary s = drive({"road=stairs", "speed=5"}, "", 8, history);
  ASSERT_EQ(s.status, Status::ok) << s.t_end;
  EXPECT_DOUBLE_EQ(s.t_end, 8);
  const std::size_t az = index_of(s.names.outputs, "az");
  const double peak = std::max(history.most(az), -history.least(az));
  // A simpler vehicle was expected to have 3.5 to 7 g. With these data the front wheels hit their
  // stops of 1e7 N/m at the last landing: 19.1 g, as explicit steps of 0.05 ms confirm. Earlier
  // landings stay below 8 g.
  EXPECT_NEAR(peak, 19.14, 0.2 * 19.14);
  std::printf("  az %.3f to %.3f g, x %.3f m at the end\n", history.least(az), history.most(az),
              s.outputs[index_of(s.names.outputs, "x")]);
}

// --- wheel travel, with the geometry of the drawing ---

struct Row {
  double travel, damper, spring, leaf, load;  // mm, m, N
};
constexpr Row published[] = {
    {-100, 0.4970, 20820, 796, -11426}, {-60, 0.4750, 6983, -606, -2712},
    {-40, 0.4637, 3154, -1311, 90},     {0, 0.4406, -128, -2729, 3368},
    {40, 0.4164, -500, -4153, 5025},    {60, 0.4038, -922, -4866, 6017},
    {70, 0.3974, -1472, -5224, 6737},   {80, 0.3910, -2373, -99576, 101305}};

Travel travel_of_front() {
  const auto model = std::make_shared<Model>(*io::read_any_model("iltis", Settings{"road=flat"}));
  model->initial.equilibrium = false;
  model->initial.speed = 0;
  const mechanism::TreeMechanism m(model);
  std::vector<double> at;
  for (const Row& row : published) at.push_back(1e-3 * row.travel);
  return travel(m, start_of(m), wheel_named(*model, "fl.tyre"), at);
}

// Shock absorber or leaf spring, by the name of the force.
const TravelElement& element_of(const Travel& t, const TravelPoint& p, std::string_view name) {
  const auto model = io::read_any_model("iltis", Settings{"road=flat"});
  for (const TravelElement& e : p.elements)
    if (model->forces[static_cast<std::size_t>(e.force)].name == name) return e;
  throw std::runtime_error(t.wheel.name + " moves no " + std::string(name));
}

TEST(Iltis, WheelTravel) {
  const Travel t = travel_of_front();
  ASSERT_EQ(t.points.size(), std::size(published));
  const auto expect = [](double value, double printed, double last_digit, const std::string& what) {
    EXPECT_NEAR(value, printed, 0.005 * std::abs(printed) + last_digit / 2) << what;
  };
  for (std::size_t i = 0; i < t.points.size(); ++i) {
    const Row& row = published[i];
    const TravelElement& damper = element_of(t, t.points[i], "fl.shock_absorber");
    const TravelElement& leaf = element_of(t, t.points[i], "fl.leaf_spring");
    const std::string at = " at " + std::to_string(row.travel) + " mm";
    expect(damper.s, row.damper, 1e-4, "length of the damper" + at);
    expect(damper.report, row.spring, 1, "force of the spring" + at);
    expect(leaf.report, row.leaf, 1, "force of the leaf" + at);
    expect(t.points[i].load, row.load, 1, "load" + at);
    std::printf("  %+5.0f mm: %.4f m, %.0f N, %.0f N, %.1f N\n", row.travel, damper.s,
                damper.report, leaf.report, t.points[i].load);
    if (row.travel != 0) continue;
    EXPECT_NEAR(damper.ratio, -0.5914, 1e-3);
    EXPECT_NEAR(leaf.ratio, -0.9894, 1e-3);
    std::printf("  ratios %.5f %.5f\n", damper.ratio, leaf.ratio);
  }
}

TEST(Iltis, HangingWheel) {
  const Travel t = travel_of_front();
  ASSERT_TRUE(t.hanging.has_value());
  EXPECT_NEAR(1e3 * t.hanging.value_or(0), -41, 0.5);
  std::printf("  a hanging wheel settles at %.2f mm\n", 1e3 * t.hanging.value_or(0));
}

}  // namespace
}  // namespace takt::test
