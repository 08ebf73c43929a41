// The signs in result files are those of docs/signs.md: weights and rods with known loads.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/io/results/columns.hpp"
#include "takt/io/results/json.hpp"
#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/simulate/run.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::io {
namespace {

struct SeenLoads {
  std::map<std::string, double> values;
  std::map<std::string, std::string> units, descriptions;
};

// The columns of the state a model starts with.
SeenLoads loads_at_start(const std::string& text, const std::string& method) {
  const auto model = std::make_shared<const Model>(read_model(text, "signs.yaml", {}));
  const auto mechanism = mechanism::compile_tree(model);
  const State start = start_of(*mechanism);
  const Record record = parse_record("lambda,forces,reactions", true);
  const Columns columns(mechanism->names(), record, mechanism->observable());
  Engine simulation(mechanism, parse_method(method), start);
  Monitor monitor(*mechanism, simulation.composition(), simulation.state());
  for (const Observe what : record.observed()) monitor.observe(what);
  monitor.evaluate(simulation.state());
  std::vector<double> row(columns.names().size());
  columns.fill({simulation.state(), monitor}, row);
  SeenLoads seen;
  for (std::size_t k = 0; k < row.size(); ++k) {
    seen.values[columns.names()[k]] = row[k];
    seen.units[columns.names()[k]] = columns.units()[k];
    seen.descriptions[columns.names()[k]] = columns.descriptions()[k];
  }
  return seen;
}

constexpr double weight = 2 * 9.81;

// A load that can move up and down.
std::string guided(const std::string& more) {
  return "takt: 1\nbodies:\n  load: {mass: 2, com: [0, 0, 0], inertia: [1, 1, 1]}\njoints:\n  "
         "guide: "
         "{type: prismatic, between: [ground, load], at: [0, 0, 0], axis: z}\n" +
         more;
}

TEST(Signs, ASpringUnderTensionIsPositive) {
  // A load hangs from a point above it, or stands on one below it.
  const auto force = [](double z) {
    const std::string at = std::to_string(z);
    const SeenLoads s = loads_at_start(
        guided("forces:\n  spring: {type: spring_damper, from: {body: ground, at: [0, 0, " + at +
               "]}, to: {body: load, at: [0, 0, 0]}, stiffness: 1000, length: 1}\ninitial: "
               "{equilibrium: true}\n"),
        "ode+rk4");
    EXPECT_EQ(s.units.at("force.spring"), "N");
    EXPECT_NE(s.descriptions.at("force.spring").find("tension"), std::string::npos);
    return s.values.at("force.spring");
  };
  EXPECT_NEAR(force(1), weight, 1e-9);
  EXPECT_NEAR(force(-1), -weight, 1e-9);
}

TEST(Signs, ADriveShowsMinusItsSignal) {
  const SeenLoads s = loads_at_start(
      guided("signals:\n  push: {type: constant, value: 5}\nforces:\n  motor: {type: drive, joint: "
             "guide, torque: push}\n"),
      "ode+rk4");
  EXPECT_DOUBLE_EQ(s.values.at("force.motor"), -5);
  EXPECT_EQ(s.units.at("force.motor"), "N");  // on a coordinate that is a way
}

TEST(Signs, AReactionActsOnTheOutboardBody) {
  const auto reaction = [](const std::string& between) {
    return loads_at_start(
        "takt: 1\nbodies:\n  rod: {mass: 2, com: [0, 0, -1], inertia: [1, 1, 1]}\n"
        "joints:\n  hinge: {type: spherical, between: " +
            between + ", at: [0, 0, 0]}\n",
        "ode+rk4");
  };
  const SeenLoads carried = reaction("[ground, rod]"), carries = reaction("[rod, ground]");
  EXPECT_NEAR(carried.values.at("reaction.hinge.Fz"), weight, 1e-9);
  EXPECT_NEAR(carries.values.at("reaction.hinge.Fz"), -weight, 1e-9);
  EXPECT_EQ(carried.units.at("reaction.hinge.Fz"), "N");
  EXPECT_EQ(carried.units.at("reaction.hinge.Mz"), "N m");
}

TEST(Signs, AMultiplierOfARodIsItsTension) {
  const auto multiplier = [](double z) {
    const std::string at = std::to_string(z);
    const SeenLoads s = loads_at_start(
        guided("constraints:\n  rod: {type: distance, from: {body: ground, at: [0, 0, " + at +
               "]}, to: {body: load, at: [0, 0, 0]}}\n"),
        "index1+rk4");
    for (const auto& [name, value] : s.values)
      if (name.starts_with("lambda.rod")) return value;
    return std::nan("");
  };
  EXPECT_NEAR(multiplier(1), weight, 1e-9);    // it hangs
  EXPECT_NEAR(multiplier(-1), -weight, 1e-9);  // it stands
}

TEST(Signs, EveryColumnHasAMeaning) {
  for (const char* name : {"iltis", "train-carriage", "truck-trailer", "sedan", "passenger-car"}) {
    const OpenModel model = open_model(name);
    const Columns c(model.system->names(), parse_record("lambda,forces,reactions,bodies", true),
                    model.system->observable());
    for (std::size_t k = 0; k < c.names().size(); ++k) {
      EXPECT_GT(c.descriptions()[k].size(), 3u) << c.names()[k];
      if (c.names()[k].starts_with("force.")) {
        EXPECT_FALSE(c.units()[k].empty()) << name << " " << c.names()[k];
        EXPECT_NE(c.descriptions()[k].find(": "), std::string::npos) << c.names()[k];
      }
    }
  }
}

TEST(Signs, JsonHasUnits) {
  Summary s;
  s.names.q = {"x"};
  s.names.q_units = {"m"};
  s.names.v = {"x"};
  s.names.v_units = {"m/s"};
  s.names.outputs = {"load", "other"};
  s.names.output_units = {"N", ""};
  const auto j = to_json(s);
  EXPECT_EQ(j["units"]["q"]["x"], "m");
  EXPECT_EQ(j["units"]["v"]["x"], "m/s");
  EXPECT_EQ(j["units"]["out"]["load"], "N");
  EXPECT_TRUE(j["units"]["out"]["other"].is_null());
}

}  // namespace
}  // namespace takt::io
