// The initial state of a mechanism: as written, or with its loops closed around the values that are
// kept.
#include <gtest/gtest.h>

#include <cmath>

#include "takt/base/error.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::test {
namespace {

const std::string opened = TAKT_SOURCE_DIR "/tests/refusal/runs/open_loop.yaml";

double value_in(const io::OpenModel& m, const std::string& name) {
  const Names& n = m.system->names();
  for (std::size_t i = 0; i < n.q.size(); ++i)
    if ("q." + n.q[i] == name) return m.start.q[static_cast<Index>(i)];
  for (std::size_t i = 0; i < n.v.size(); ++i)
    if ("v." + n.v[i] == name) return m.start.v[static_cast<Index>(i)];
  ADD_FAILURE() << name;
  return 0;
}

TEST(Assembly, FalseStartsAsWrittenOrSaysWhichLoopIsOpen) {
  try {
    io::open_model(opened);
    FAIL() << "an open loop is no start";
  } catch (const Error& e) {
    EXPECT_EQ(e.fault, Fault::model);
    EXPECT_STREQ(e.what(),
                 "the loop through 'rocker' at joint 'D' is open by 99.8 mm, and the model says "
                 "`assemble: false`");
  }
  const io::OpenModel closed = io::open_model(opened, std::vector<std::string>{"start=0"});
  EXPECT_TRUE(closed.moved.empty());
  EXPECT_EQ(value_in(closed, "q.A"), 0);
}

TEST(Assembly, TheCommandLineOverrides) {
  const io::OpenModel m = io::open_model(opened, {}, {}, true);
  EXPECT_LT(residual(*m.system, m.start).position, 1e-10);
  EXPECT_NEAR(value_in(m, "q.A"), 0.1, 1e-15);  // kept
  ASSERT_FALSE(m.moved.empty());
  EXPECT_EQ(m.moved[0].unit, "rad");
  for (const Moved& moved : m.moved) EXPECT_NE(moved.name, "q.A");
}

TEST(Assembly, SettingACoordinateMeansTheSameAsInitial) {
  using Set = std::vector<std::string>;
  for (const char* method : {"joint:index1+heun", "natural:index1+heun"}) {
    const io::OpenModel by_file = io::open_model(opened, Set{"start=0.2", "assemble=true"}, method);
    const io::OpenModel by_set =
        io::open_model(opened, Set{"start=0", "assemble=true", "q.A=0.2"}, method);
    EXPECT_LT((by_file.start.q - by_set.start.q).norm(), 1e-12) << method;
    EXPECT_LT(residual(*by_set.system, by_set.start).position, 1e-10) << method;
    EXPECT_FALSE(by_set.moved.empty());
  }
  const io::OpenModel fast = io::open_model("four-bar", Set{"v.A=3"});
  EXPECT_EQ(value_in(fast, "v.A"), 3);
  EXPECT_LT(residual(*fast.system, fast.start).velocity, 1e-10);
  EXPECT_THROW(io::open_model("four-bar", Set{"q.E=1"}), Error);
}

TEST(Assembly, SetValuesHoldAfterAnEquilibrium) {
  const io::OpenModel rest = io::open_model("iltis", std::vector<std::string>{"road=flat"});
  const double z = value_in(rest, "q.chassis.z") + 0.05;
  const io::OpenModel lifted = io::open_model(
      "iltis", std::vector<std::string>{"road=flat", "q.chassis.z=" + std::to_string(z)});
  EXPECT_NEAR(value_in(lifted, "q.chassis.z"), z, 1e-6);
  EXPECT_LT(residual(*lifted.system, lifted.start).position, 1e-9);
}

TEST(Assembly, ShippedModelsStartWhereTheyAreDrawn) {
  for (const char* name : {"four-bar", "slider-crank", "stewart-platform", "iltis", "chain"})
    EXPECT_TRUE(io::open_model(name).moved.empty()) << name;
}

}  // namespace
}  // namespace takt::test
