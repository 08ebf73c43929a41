// Stiff auxiliary states in implicit steps. A step of linear-implicit Euler satisfies the
// linearised equations of motion and of the states together, for every row and formulation. The
// matrix of a step in positions is the derivative of its residual, with the states following the
// positions.
#include "takt/formulation/stiff_states.hpp"

#include <gtest/gtest.h>

#include "takt/formulation/ali3.hpp"
#include "takt/formulation/ode.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

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
    Engine sim(open.system, m, open.start);
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
      // M dv = h (f + h f_t - K dq - C dv + f_z dz - G' lambda), G' lambda changes with time as well
      Vector force = h * t.f;
      if (row.drift) force += h * h * (t.f_t - t.lambda_t);
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
      // dz = h (e + h e_t + e_q dq + e_v dv + e_z dz)
      Vector change = h * t.e;
      if (row.drift) change += h * h * t.e_t;
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
    Engine sim(open.system, m, open.start);
    Evaluator eval(*open.system);
    const State from = sim.state();
    ASSERT_EQ(sim.step().status, Status::ok);
    eval.place(Slot::start, from);
    const Terms& t = eval.at(Slot::start, Term::e);
    EXPECT_LT((sim.state().z - from.z - 1e-3 * t.e).cwiseAbs().maxCoeff(), 1e-16) << text;
    EXPECT_EQ(sim.counters().terms[16], 0) << text;  // e_qvz
  }
}

// r(q) with the states that belong to q, against differences.
void expect_tangent_with_states(const io::OpenModel& open, Formulation& formulation,
                                const State& from, double beta, double tolerance) {
  PositionForm& form = *formulation.position_form();
  const Index n = open.system->shape().nv;
  const double h = 1e-3, gamma = 2 * beta;  // the trapezoidal rule, or the midpoint rule
  StateRule rule{2 * h / 3, from.z};
  Sensitivity s{h, 1 / (beta * h * h), gamma / (beta * h)};
  form.prepare(from, s);
  s.states = &rule;
  const auto residual = [&](const Vector& increment, Vector& r) {
    State trial = from;
    open.system->retract(from.q, increment, trial.q);
    const Vector A = (increment - h * from.v - h * h * (0.5 - beta) * from.a) / (beta * h * h);
    trial.v = from.v + h * ((1 - gamma) * from.a + gamma * A);
    trial.a = A;
    Vector moved = increment;
    const Vector still = column(n);
    for (int pass = 0; pass < 12; ++pass) {  // Newton's method for the states alone
      EXPECT_EQ(form.residual(from, trial, moved, r), Status::ok);
      if (pass < 11) form.follow(still, trial.z);
    }
  };
  ASSERT_EQ(form.begin(from, s), Status::ok);
  const Vector increment = h * from.v;
  Vector plus = column(n), minus = plus, r = plus;
  for (Index k = 0; k < n; ++k) {
    const double d = 1e-8;
    Vector moved = increment;
    moved[k] += d;
    residual(moved, plus);
    moved[k] -= 2 * d;
    residual(moved, minus);
    Vector x = (plus - minus) / (2 * d);
    residual(increment, r);
    ASSERT_EQ(form.factorise(), Status::ok);
    form.solve(x);  // T^-1 dr = the unit vector
    x[k] -= 1;
    EXPECT_LT(max_norm(x), tolerance) << "column " << k;
    form.begin(from, s);  // forget what multipliers learned
  }
}

State state_at(const io::OpenModel& open, const char* method, double until) {
  Method m = parse_method(method);
  m.step = 1e-3;
  Engine sim(open.system, m, open.start);
  while (sim.state().t < until) EXPECT_EQ(sim.step().status, Status::ok);
  return sim.state();
}

TEST(StiffStates, AreInTheTangentOfPositions) {
  for (const double until : {0.5, 2.5}) {  // driven; braked
    const std::vector<std::string> set{"speed=10",   "steer=0.05",   "drive=300",
                                       "brake=1500", "brake_at=1.2", "steering=0"};
    const io::OpenModel open =
        io::open_model(TAKT_SOURCE_DIR "/tests/support/models/tyre_car.yaml", set, "joint:");
    const State from = state_at(open, "ode+linear_implicit_euler(J2)", until);
    Evaluator eval(*open.system);
    const auto ode = make_ode(eval);
    expect_tangent_with_states(open, *ode, from, 0.25, 1e-4);
  }
}

TEST(StiffStates, AreInTheTangentOfAConservingStep) {
  const char* file = TAKT_SOURCE_DIR "/tests/support/models/bristle_joint.yaml";
  const io::OpenModel open = io::open_model(file, {}, "natural:");
  for (const double until : {1.0, 1.6}) {  // it sticks; it slides
    State from = state_at(open, "natural:ali3+trapezoidal(passes=3)+tangent", until);
    from.lambda.setZero();  // the papers' tangent: without the curvature of loaded rows
    Evaluator eval(*open.system);
    for (const bool ends : {false, true}) {
      const auto conserving = make_conserving(eval, {1e9, true, false}, {.ends = ends});
      expect_tangent_with_states(open, *conserving, from, 0.5, 2e-3);
    }
  }
}

}  // namespace
}  // namespace takt
