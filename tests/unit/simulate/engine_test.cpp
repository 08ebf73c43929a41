#include "takt/simulate/engine.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "takt/base/error.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/method/default_method.hpp"
#include "takt/simulate/run.hpp"
#include "takt/start/consistent_state.hpp"
#include "tests/support/methods.hpp"
#include "tests/support/systems.hpp"

namespace takt::test {
namespace {

bool same_bits(const Vector& a, const Vector& b) {
  return a.size() == b.size() &&
         (a.size() == 0 ||
          std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * 8) == 0);
}

bool same_bits(const State& a, const State& b) {
  return a.t == b.t && same_bits(a.q, b.q) && same_bits(a.v, b.v) && same_bits(a.z, b.z) &&
         same_bits(a.lambda, b.lambda);
}

class Simulated : public testing::TestWithParam<problem::ProblemEntry> {};

// Save, run on, restore, run again: identical bits, for every valid composition.
TEST_P(Simulated, RestoredRunsRepeatTheirBits) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  const Span span = short_span(name);
  for (const std::string& text : valid_methods(system->shape())) {
    Engine s = simulate(system, text, span.step, 1e9);
    for (int k = 0; k < 7; ++k) s.step();
    std::vector<std::byte> saved(s.memory_size());
    s.save(saved);
    const State before = s.state();
    for (int k = 0; k < 9; ++k) s.step();
    const State first = s.state();
    s.restore(saved);
    EXPECT_TRUE(same_bits(s.state(), before)) << text;
    for (int k = 0; k < 9; ++k) s.step();
    EXPECT_TRUE(same_bits(s.state(), first)) << text;
    EXPECT_FALSE(same_bits(first, before)) << text;
  }
}

TEST(Restored, MemoryOfAnotherSizeIsRefused) {
  Engine s = simulate(problem::make_problem("car-axle"), "index1+heun+s_both2", 1e-3, 1);
  s.step();
  const State before = s.state();
  std::vector<std::byte> saved(s.memory_size());
  ASSERT_TRUE(s.save(saved));
  s.step();
  for (const std::size_t size : {std::size_t{0}, saved.size() - 1, saved.size() + 1}) {
    std::vector<std::byte> other(size);
    EXPECT_FALSE(s.save(other)) << size;
    EXPECT_FALSE(s.restore(other)) << size;
  }
  EXPECT_EQ(s.steps(), 2);
  EXPECT_TRUE(s.restore(saved));
  EXPECT_TRUE(same_bits(s.state(), before));
}

// What is saved is all there is: another simulation goes on with the same bits, whatever it did before.
TEST(Restored, AnotherSimulationGoesOnWithTheSameBits) {
  for (const auto& [name, text] :
       {std::pair{"train-carriage", "ggl+bdf+grouped+partitioned"},
        {"train-carriage", "ggl+bdf+grouped(pattern=estimated)"},
        {"train-carriage", "ggl(formalism=residual)+bdf(passes=2,order=2,refresh=3)+grouped"},
        {"passenger-car", "ode+bdf+dense+extended"}}) {
    const auto system = io::open_model(name).system;
    Engine a = simulate(system, text, 1e-3, 100), b = simulate(system, text, 1e-3, 100);
    for (int k = 0; k < 40; ++k) ASSERT_EQ(a.step().status, Status::ok) << text;
    for (int k = 0; k < 5; ++k) b.step();
    std::vector<std::byte> saved(a.memory_size());
    a.save(saved);
    b.restore(saved);
    for (int k = 0; k < 100; ++k) {
      ASSERT_EQ(a.step().status, Status::ok) << text;
      ASSERT_EQ(b.step().status, Status::ok) << text;
      ASSERT_TRUE(same_bits(a.state(), b.state())) << text << " step " << k;
    }
  }
}

// A state taken over from another method: the same steps as from a start there.
TEST(Adopted, AStateGoesOnAsAStartThere) {
  const io::OpenModel iltis = io::open_model("iltis");
  for (const char* text : {"index2+linear_implicit_euler(J2)+one_step",
                           "ali3+generalized_alpha(passes=3)+tangent", "index1+heun+s_both2"}) {
    Engine from = simulate(iltis.system, "index2+linear_implicit_euler(J1)+one_step", 1e-3, 9),
           on = simulate(iltis.system, text, 1e-3, 9);
    for (int k = 0; k < 40; ++k) ASSERT_EQ(from.step().status, Status::ok);
    for (int k = 0; k < 7; ++k) on.step();
    on.adopt(from.state(), from.steps());
    EXPECT_EQ(on.steps(), 40);
    Engine there(iltis.system, on.composition().method, from.state());
    ASSERT_EQ(on.step().status, Status::ok) << text;
    ASSERT_EQ(there.step().status, Status::ok) << text;
    EXPECT_DOUBLE_EQ(on.state().t, 0.041);
    EXPECT_LT((on.state().q - there.state().q).norm(), 1e-9) << text;
    EXPECT_LT((on.state().v - there.state().v).norm(), 1e-5) << text;
  }
}

TEST_P(Simulated, TwoRunsGiveTheSameBits) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  const Span span = short_span(name);
  const std::string text = default_method(*system, system->initial(), span.step);
  Engine a = simulate(system, text, span.step, span.until);
  Engine b = simulate(system, text, span.step, span.until);
  run_to_end(a);
  run_to_end(b);
  EXPECT_EQ(state_hash(a.state()), state_hash(b.state()));
}

// A row given twice: the same motion, and the multiplier shared between the copies (least norm).
TEST_P(Simulated, ARowGivenTwiceChangesNothing) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  // Copies of a row would share the load that forces ask for.
  if (system->shape().ng == 0 || system->shape().loaded()) return;
  const auto twice = std::make_shared<DuplicatedRow>(system);
  const Span span = short_span(name);
  const Index last = twice->shape().ng - 1;
  for (const std::string& text : valid_methods(twice->shape())) {
    SCOPED_TRACE(text);
    const double until = span.until / 5, h = span.step / 5;
    Engine a = simulate(system, text, h, until), b = simulate(twice, text, h, until);
    ASSERT_EQ(run_to_end(a), Status::ok);
    ASSERT_EQ(run_to_end(b), Status::ok);
    // A row given twice is a penalty twice as stiff: where penalties act, that much may show.
    const bool stiff = text.find("ali") == 0 || text.find("penalised") != std::string::npos;
    const Composition c = compose(parse_method(text));
    const bool residual = c.integrator->asks.has(Form::residual);
    EXPECT_LT(distance(a.state(), b.state()), stiff || residual ? 5e-7 : 1e-8);
    const Vector &one = a.state().lambda, &two = b.state().lambda;
    const double size = 1 + max_norm(one);
    // Independent coordinates and residuals leave redundant rows out; all others share the load.
    if (!c.formulation->closes && !residual) {
      EXPECT_NEAR(two[0], two[last], 1e-6 * size);
    }
    EXPECT_NEAR(two[0] + two[last], one[0], (stiff ? 1e-4 : 1e-5) * size);
  }
}

// Sparse algebra gives the motion of the dense one.
TEST_P(Simulated, SparseAlgebraAgrees) {
  const std::string name(GetParam().name);
  const auto system = problem::make_problem(name);
  const Span span = short_span(name);
  for (const std::string& text : valid_methods(system->shape())) {
    const double until = span.until / 5, h = span.step / 5;
    Engine a = simulate(system, text, h, until, linear::Storage::dense);
    Engine b = simulate(system, text, h, until, linear::Storage::sparse);
    ASSERT_EQ(run_to_end(a), Status::ok) << text;
    ASSERT_EQ(run_to_end(b), Status::ok) << text;
    // Round-off may change what an error test decides.
    const bool chooses = a.composition().adaptive() && a.composition().iterates();
    EXPECT_LT(distance(a.state(), b.state()), chooses ? 1e-6 : 1e-9) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, Simulated,
                         testing::ValuesIn(problem::problems().begin(), problem::problems().end()),
                         [](const auto& i) { return test_name(i.param.name); });

TEST(Engine, TimeIsAMultipleOfTheStepAndEndsExactly) {
  const auto system = problem::make_problem("linear-oscillator");
  Engine s = simulate(system, "ode+rk4", 0.03, 0.1);
  for (int n = 1; n <= 3; ++n) {
    EXPECT_EQ(s.step().t, n * 0.03);
    EXPECT_FALSE(s.done());
  }
  const StepReport last = s.step();  // shortened
  EXPECT_EQ(last.t, 0.1);
  EXPECT_NEAR(last.h, 0.01, 1e-15);
  EXPECT_TRUE(s.done());
  Engine even = simulate(system, "ode+rk4", 0.1, 0.3);  // 3 * 0.1 is not 0.3 in binary
  for (int n = 0; n < 3; ++n) even.step();
  EXPECT_TRUE(even.done());
  EXPECT_EQ(even.steps(), 3);
  EXPECT_EQ(even.state().t, 0.3);
}

TEST(Engine, AFailedStepLeavesTheLastGoodState) {
  const auto system = problem::make_problem("two-link-sine");
  Engine s = simulate(system, "index1+heun", 0.01, 10);
  Status status = Status::ok;
  State good = s.state();
  while (status == Status::ok && !s.done()) {
    good = s.state();
    status = s.step().status;
  }
  EXPECT_EQ(status, Status::not_finite);
  EXPECT_TRUE(same_bits(s.state(), good));
  EXPECT_LT(s.state().t, 10);
}

TEST(Engine, DenseOutputMeetsTheStepsAndTheConstraints) {
  const auto system = problem::make_problem("two-link-parabola");
  Engine s = simulate(system, "index1+dopri5(rtol=1e-8)+s_both2", 1e-3, 1);
  State at = s.state();
  double t = 0, largest = 0;
  while (!s.done()) {
    ASSERT_EQ(s.step().status, Status::ok);
    ASSERT_TRUE(s.interpolate(s.state().t, at));
    EXPECT_LT(distance(at, s.state()), 1e-9);
    ASSERT_TRUE(s.interpolate(0.5 * (t + s.state().t), at));
    largest = std::max(largest, residual(*system, at).position);
    const State exact = reference(system, at.t);
    EXPECT_LT(distance(at, exact), 1e-6) << at.t;
    t = s.state().t;
  }
  EXPECT_LT(largest, 1e-9);
}

TEST(Initial, AssemblesTheNearestConsistentState) {
  const auto system = problem::make_problem("pendulum-cartesian");
  State s = system->initial();
  s.q << 0.7, -0.6;
  s.v << 1, 1;
  EXPECT_GT(residual(*system, s).position, 0.1);
  try {
    require_consistent(*system, s);
    FAIL() << "an inconsistent state was accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("row 'rod' fails by 0.15"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("q.x from 0.7 to 0.759"), std::string::npos) << e.what();
  }
  const State a = assemble(*system, s);
  EXPECT_LT(residual(*system, a).position, 1e-12);
  EXPECT_LT(residual(*system, a).velocity, 1e-12);
  EXPECT_NEAR(a.q[0] / a.q[1], 0.7 / -0.6, 1e-9);  // straight to the circle
}

TEST(Initial, QuaternionsMustBeOfLengthOne) {
  const auto system = problem::make_problem("free-top");
  State s = system->initial();
  s.q[0] = 1.2;
  EXPECT_THROW(require_consistent(*system, s), Error);
  EXPECT_NEAR(assemble(*system, s).q[0], 1, 1e-15);
  s.q[0] = 0;
  EXPECT_THROW(assemble(*system, s), Error);
}

// `at` concerns the position level; velocities are projected with G of the newest q.
TEST(Projection, VelocitiesAreProjectedAtTheNewestPosition) {
  const auto system = problem::make_problem("pendulum-cartesian");
  State start = system->initial();
  start.q << 0.6, -0.8;
  start.v << 4, 3;
  const auto end = [&](const std::string& text) {
    Method m = parse_method(text);
    m.step = 0.1;
    takt::SetUp set_up;
    set_up.until = 0.1;
    Engine s(system, m, start, set_up);
    s.step();
    return s.state();
  };
  const State plain = end("index1+heun");
  for (const char* text :
       {"index1+heun+projection(levels=v,at=start)", "index1+heun+projection(levels=v,at=end)",
        "index1+heun+projection(levels=v,at=start,sequential=true)"}) {
    const State s = end(text);
    const Vector dv = s.v - plain.v;  // along G' = 2 q of the new position
    EXPECT_NEAR(dv[0] * s.q[1] - dv[1] * s.q[0], 0, 1e-12 * dv.norm()) << text;
    EXPECT_GT(dv.norm(), 1e-3) << text;
    EXPECT_LT(residual(*system, s).velocity, 1e-13) << text;
  }
}

TEST(Run, AnInterruptIsSeenBetweenDenseSamples) {
  struct Stop final : Sink {
    std::atomic<bool> now{false};
    int taken = 0;
    void take(const Sample&) override {
      if (++taken == 5) now = true;
    }
  } sink;
  const auto system = problem::make_problem("linear-oscillator");
  Engine s = simulate(system, "ode+dopri5", 1e-3, 10);
  RunOptions o;
  o.every = 1e-7;
  o.interrupt = &sink.now;
  Sink* sinks[] = {&sink};
  EXPECT_EQ(run(s, o, sinks).status, Status::interrupted);
  EXPECT_LT(sink.taken, 10);
  o.every = 1e-300;
  EXPECT_THROW(run(s, o, sinks), Error);
}

TEST(Engine, StepsThatCannotBeCountedAreRefused) {
  const auto system = problem::make_problem("linear-oscillator");
  EXPECT_THROW(simulate(system, "ode+rk4", 1e-300, 1), Error);
}

TEST(Problem, ParametersHaveRanges) {
  EXPECT_THROW(problem::make_problem("pendulum-cartesian", {{"l", 0}}), Error);
  EXPECT_THROW(problem::make_problem("rolling-disc", {{"tilt", 1.5708}}), Error);
  EXPECT_NO_THROW(problem::make_problem("rolling-disc", {{"tilt", -1}}));
}

TEST(Implicit, InvariantTermDividesTheResidualByOnePlusAlpha) {
  // 004 (5.2) on linear constraints: h(z) = h(z~) / (1 + h gamma), exactly.
  const auto system = problem::make_problem("pendulum-cartesian");
  const auto drift = [&](const std::string& text) {
    Engine s = simulate(system, text, 1e-3, 1e-3);
    s.step();
    return residual(*system, s.state());
  };
  const double alone = drift("index1+heun").position;
  const double half = drift("index1(invariant=1000,implicit=true)+heun").position;
  EXPECT_NEAR(half / alone, 0.5, 1e-4);
}

}  // namespace
}  // namespace takt::test
