// Stiff auxiliary states in linear-implicit Euler: a step fulfils the linearised equations of motion
// and of the states together, whichever row and formulation.
#include "takt/formulation/stiff_states.hpp"

#include <gtest/gtest.h>

#include "takt/io/open_model.hpp"
#include "takt/simulate/simulation.hpp"

namespace takt {
namespace {

struct Row {
  const char* name;
  bool stiffness, drift;
};
constexpr Row rows[] = {
    {"exact", true, true}, {"J1", false, true}, {"J2", true, true}, {"vedyna", true, false}};

Vector column(Index n) { return Vector::Zero(n); }

void expect_linearised_equations(const io::OpenModel& open, std::string_view formulation) {
  int compared = 0;
  for (const Row& row : rows) {
    if (formulation == "index2" &&
        (std::string_view(row.name) == "exact" || std::string_view(row.name) == "vedyna"))
      continue;  // velocities first
    Method m = parse_method(std::string(formulation) + "+linear_implicit_euler(" + row.name + ")");
    const double h = m.step = 2e-3;
    Simulation sim(open.system, m, open.start);
    Evaluator eval(*open.system);
    for (int step = 0; step < 1000; ++step) {
      const State from = sim.state();
      ASSERT_EQ(sim.step().status, Status::ok);
      if (step % 50 != 49) continue;
      const State& next = sim.state();
      eval.place(Slot::start, from);
      const Terms& t = eval.at(Slot::start, all_terms);
      const Vector dv = next.v - from.v;
      Vector dz = column(from.z.size());  // of the stiff states; others are not solved for
      for (const StateBlock& b : open.system->shape().stiff_states)
        dz.segment(b.first, b.count) = (next.z - from.z).segment(b.first, b.count);
      const Vector drift = row.drift ? Vector(h * from.v) : column(dv.size());
      const Vector dq = row.stiffness ? Vector(drift + h * dv) : drift;
      // M dv = h (f - K dq - C dv + f_z dz - G' lambda)
      Vector force = h * t.f;
      t.K.multiply_add(-h, dq, force);
      t.K_lambda.multiply_add(-h, dq, force);
      t.C.multiply_add(-h, dv, force);
      t.f_z.multiply_add(h, dz, force);
      t.G.multiply_transposed_add(-h, next.lambda, force);
      Vector momentum = column(dv.size());
      t.M.multiply_add(1, dv, momentum);
      EXPECT_LT((momentum - force).cwiseAbs().maxCoeff(),
                1e-9 * (1 + momentum.cwiseAbs().maxCoeff()))
          << row.name << " " << from.t;
      // dz = h (e + e_q dq + e_v dv + e_z dz)
      Vector change = h * t.e;
      t.e_q.multiply_add(h, dq, change);
      t.e_v.multiply_add(h, dv, change);
      t.e_z.multiply_add(h, dz, change);
      for (const StateBlock& b : open.system->shape().stiff_states)
        EXPECT_LT((dz - change).segment(b.first, b.count).cwiseAbs().maxCoeff(),
                  1e-10 * (1e-3 + dz.cwiseAbs().maxCoeff()))
            << row.name << " " << from.t;
      ++compared;
    }
  }
  EXPECT_GE(compared, 40);
}

class StiffStep : public testing::TestWithParam<const char*> {};

TEST_P(StiffStep, FulfilsTheLinearisedEquations) {
  const bool free = std::string_view(GetParam()) == "ode";
  const std::vector<std::string> set{"speed=20",
                                     "steer=0.05",
                                     "drive=300",
                                     "brake=400",
                                     "brake_at=1.2",
                                     "road=bump",
                                     free ? "steering=0" : "steering=1"};
  expect_linearised_equations(
      io::open_model(TAKT_SOURCE_DIR "/tests/support/models/tyre_car.yaml", set, "joint:"),
      GetParam());
}

// The tyres of a twin wheel are moved by the same velocities.
TEST(StiffStates, OfTwinTyresFulfilTheLinearisedEquations) {
  expect_linearised_equations(io::open_model("truck-trailer"), "ode");
}

INSTANTIATE_TEST_SUITE_P(Formulation, StiffStep,
                         testing::Values("ode", "index1(lambda=mass)", "index1(lambda=matrix)",
                                         "index2"),
                         [](const auto& it) {
                           std::string name(it.param);
                           for (char& c : name)
                             if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
                           return name;
                         });

// Rows that keep no damping take the states explicitly, and say no more terms are needed.
TEST(StiffStates, StayExplicitWithoutDamping) {
  const io::OpenModel open = io::open_model(TAKT_SOURCE_DIR "/tests/support/models/tyre_car.yaml",
                                            std::vector<std::string>{"speed=20"}, "joint:");
  EXPECT_EQ(open.system->shape().stiff_states.size(), 8u);  // four tyres, four brakes
  for (const char* text : {"ode+linear_implicit_euler(J3)", "ode+explicit_euler"}) {
    Method m = parse_method(text);
    m.step = 1e-3;
    Simulation sim(open.system, m, open.start);
    Evaluator eval(*open.system);
    const State from = sim.state();
    ASSERT_EQ(sim.step().status, Status::ok);
    eval.place(Slot::start, from);
    const Terms& t = eval.at(Slot::start, Term::e);
    EXPECT_LT((sim.state().z - from.z - 1e-3 * t.e).cwiseAbs().maxCoeff(), 1e-16) << text;
    EXPECT_EQ(sim.counters().terms[16], 0) << text;  // e_qvz
  }
}

}  // namespace
}  // namespace takt
