// Mechanisms in real time: steps use no heap, every step has the cost announced before the first
// one, and a saved simulation continues with the same bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/method/refusal.hpp"
#include "takt/simulate/engine.hpp"
#include "tests/realtime/allocation_guard.hpp"
#include "tests/realtime/steady_steps.hpp"

namespace takt::test {
namespace {

struct Case {
  std::string name;
  std::vector<std::string> set;
  double step;
  std::string coordinates;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.coordinates << ":" << c.name; }

class RealTime : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const Case& c = GetParam();
    open_ = io::open_model(c.name, c.set, c.coordinates + ":");
  }

  // Bounded methods of every formulation and kind of stabilisation that fit.
  std::vector<std::string> methods() const {
    std::vector<std::string> fit;
    for (const char* text :
         {"ode+rk4",
          "ode+heun",
          "ode+linear_implicit_euler(J2)",
          "ode+linear_implicit_euler(J3)",
          "index1+heun+s_both2",
          "index1+rk4+s_both2",
          "index1+heun+s_full",
          "index1+heun+projection(metric=mass,curvature=full)",
          "index1(baumgarte=auto)+heun",
          "index1+linear_implicit_euler(J3)+one_step",
          "index2+linear_implicit_euler(J2)+one_step",
          "index1+heun+projection(levels=qv,metric=mass,at=end,sequential=true,newton=2)",
          "ode+trapezoidal(passes=2)",
          "ode+sdirk2(passes=2)",
          "ali3+trapezoidal(passes=2)+tangent",
          "ali3(stiffness=full)+generalized_alpha(passes=2)+tangent",
          "state_space+trapezoidal(passes=2)",
          "state_space(basis=tangent)+sdirk2(passes=2)",
          "ali1+sdirk2(passes=2)+penalised",
          "conserving+midpoint(passes=3)+tangent",
          "conserving(loads=ends,stiffness=full)+midpoint(passes=3)+tangent",
          "index1(baumgarte=200;1e4)+linear_implicit_euler(vedyna)",
          "index1(baumgarte=200;1e4,lambda=matrix)+linear_implicit_euler(vedyna)",
          "index1(baumgarte=200;1e4,lambda=matrix)+linear_implicit_euler(exact)"}) {
      const bool ode = std::string_view(text).starts_with("ode");
      if (ode == open_.constrained()) continue;
      if (refusal(compose(parse_method(text)), &open_.system->shape()).empty())
        fit.emplace_back(text);
    }
    return fit;
  }

  Engine simulation(const std::string& text, linear::Storage storage) const {
    Method m = parse_method(text);
    m.step = GetParam().step;
    takt::SetUp set_up;
    set_up.storage = storage;
    return Engine(open_.system, m, open_.start, set_up);
  }

  void expect_real_time(const std::string& text, linear::Storage storage) const;

  io::OpenModel open_;
};

void RealTime::expect_real_time(const std::string& text, linear::Storage storage) const {
  SCOPED_TRACE(text + (storage == linear::Storage::sparse ? ", sparse" : ""));
  Engine s = simulation(text, storage);
  ASSERT_TRUE(s.cost().bounded);
  EXPECT_EQ(s.counters().evaluations, 0) << "the rehearsal must not count";
  const Steadiness seen = StepWatch(s).make(60);
  EXPECT_EQ(seen.stops, 0) << seen.first_stop;
  EXPECT_EQ(seen.unequal, 0) << seen.first_unequal;
  EXPECT_EQ(seen.allocations, 0);
}

TEST_P(RealTime, NoHeapAndConstantCost) {
  const std::vector<std::string> fit = methods();
  EXPECT_GE(fit.size(), 3u);
  for (const std::string& text : fit) expect_real_time(text, linear::Storage::automatic);
}

TEST_P(RealTime, NoHeapWithSparseAlgebra) {
  const std::vector<std::string> fit = methods();
  for (const std::string& text : fit) expect_real_time(text, linear::Storage::sparse);
}

bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(),
                                       sizeof(double) * static_cast<std::size_t>(a.size())) == 0);
}

bool same_bits(const State& a, const State& b) {
  return std::bit_cast<std::uint64_t>(a.t) == std::bit_cast<std::uint64_t>(b.t) &&
         same_bits(a.q, b.q) && same_bits(a.v, b.v) && same_bits(a.a, b.a) &&
         same_bits(a.lambda, b.lambda) && same_bits(a.z, b.z);
}

TEST_P(RealTime, ASavedSimulationGoesOnWithTheSameBits) {
  for (const std::string& text : methods()) {
    SCOPED_TRACE(text);
    Engine s = simulation(text, linear::Storage::automatic);
    const auto go = [](Engine& x, int steps) {
      for (int k = 0; k < steps; ++k) ASSERT_EQ(x.step().status, Status::ok) << "step " << k;
    };
    std::vector<std::byte> memory(s.memory_size());
    go(s, 15);
    {
      const AllocationGuard guard;
      s.save(memory);
      EXPECT_EQ(guard.count(), 0);
    }
    go(s, 20);
    const State once = s.state();
    {
      const AllocationGuard guard;
      s.restore(memory);
      EXPECT_EQ(guard.count(), 0);
    }
    go(s, 20);
    EXPECT_TRUE(same_bits(s.state(), once)) << "in the same simulation";
    Engine other = simulation(text, linear::Storage::automatic);
    other.restore(memory);
    go(other, 20);
    EXPECT_TRUE(same_bits(other.state(), once)) << "in another simulation";
  }
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const char* coordinates : {"joint", "natural"}) {
    all.push_back({"four-bar", {}, 1e-3, coordinates});
    all.push_back({"n-four-bar", {"N=3"}, 1e-3, coordinates});
    all.push_back({"bricard", {}, 1e-3, coordinates});
    all.push_back({"flyball-governor", {}, 1e-5, coordinates});
    all.push_back({"iltis", {}, 1e-3, coordinates});
  }
  const std::string car = TAKT_SOURCE_DIR "/tests/support/models/tyre_car.yaml";
  for (const char* tyre : {"tyre=tmeasy", "tyre=pac2002"})
    for (const char* steering : {"steering=0", "steering=1"})
      all.push_back({car, {tyre, steering, "speed=5", "brake=500", "brake_at=0"}, 1e-3, "joint"});
  all.push_back({"truck-trailer", {"hitch=module"}, 1e-3, "joint"});
  const std::string contact = TAKT_SOURCE_DIR "/tests/support/models/contact_";
  for (const char* coordinates : {"joint", "natural"})
    for (const char* law : {"law=smooth", "law=bristle"}) {
      all.push_back({contact + "slope.yaml", {law}, 2e-4, coordinates});
      all.push_back({contact + "pile.yaml", {law, "lever=0"}, 2e-4, coordinates});
    }
  // Forces that the step leaves out of K and C.
  const std::string soft = TAKT_SOURCE_DIR "/tests/support/models/";
  for (const char* coordinates : {"joint", "natural"}) {
    all.push_back({soft + "stiff_and_soft.yaml", {}, 1e-3, coordinates});
    all.push_back({soft + "soft_pairs.yaml", {}, 1e-3, coordinates});
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Mechanisms, RealTime, testing::ValuesIn(cases()), [](const auto& i) {
  std::string name = i.param.coordinates + "_" + i.param.name;
  if (const auto folder = i.param.name.rfind('/'); folder != std::string::npos)
    name = i.param.coordinates + i.param.name.substr(folder) + "_" + std::to_string(i.index);
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

}  // namespace
}  // namespace takt::test
