// Joints that follow a smooth signal are no unknowns. The same model with a formula that is not known
// to be smooth, max(x, -1000), keeps a constraint row: both must move in the same way.
#include <gtest/gtest.h>

#include <random>

#include "takt/base/error.hpp"
#include "takt/eom/differences.hpp"
#include "takt/io/model_file/model_file.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/mechanism/tree/joint_tree.hpp"
#include "takt/simulate/engine.hpp"
#include "takt/simulate/monitor.hpp"
#include "takt/start/consistent_state.hpp"
#include "takt/start/start_of_mechanism.hpp"

namespace takt::test {
namespace {

using mechanism::Mechanism;

struct Driven {
  const char* name;
  const char* text;  // $1 and $2 stand for formulas
};

// Three rods on a support; springs and a stop act on what moves with it.
constexpr Driven rods{"rods", R"yaml(
takt: 1
bodies:
  support: {mass: 0.4}
  one: {mass: 1, com: [0, 0, -0.5], inertia: [0.08, 0.09, 0.01]}
  two: {mass: 2, pose: {at: [0, 0, -1]}, com: [0.1, 0, -0.5], inertia: [0.08, 0.09, 0.01]}
  table: {mass: 3, pose: {at: [0, 0, -2]}, com: [0, 0.1, -0.3], inertia: [0.3, 0.4, 0.5]}
joints:
  lift: {type: prismatic, between: [ground, support], at: [0, 0, 0], axis: [0.1, 0, 1], driven: up}
  a: {type: revolute, between: [support, one], at: [0, 0, 0], axis: [0.2, 1, 0]}
  b: {type: universal, between: [one, two], at: [0, 0, -1], axis: [1, 0.2, 0], axis2: [-0.2, 1, 0]}
  turn: {type: revolute, between: [two, table], at: [0, 0, -2], axis: [0.1, 0.2, 1], driven: round}
forces:
  line: {type: spring_damper, from: {body: ground, at: [1, 0.5, 0]}, to: {body: table, at: [0.3, 0.1, -2.2]}, stiffness: 40, damping: 3, length: 1}
  hold: {type: torsion_spring, joint: a, stiffness: 5, damping: 0.4}
  twist: {type: torsion_spring, joint: turn, stiffness: 7, damping: 0.3}
signals: {up: "$1", round: "$2"}
initial: {q: {a: 0.3, b: {a: 0.2, b: -0.4}}, v: {a: 0.5, b: {a: -0.7, b: 0.3}}}
)yaml"};

// A loop whose crank is driven and geared to a wheel, with a driven slide in its ground.
constexpr Driven crank{"crank", R"yaml(
takt: 1
bodies:
  sledge: {mass: 0}
  crank: {mass: 1, com: [0, 0, 0.25], inertia: [0.1, 0.1, 0.1]}
  coupler: {mass: 2, pose: {at: [0, 0, 0.5]}, com: [0.5, 0, 0.1], inertia: [0.1, 0.3, 0.3]}
  rocker: {mass: 1.5, pose: {at: [1.2, 0, 0]}, com: [0, 0, 0.4], inertia: [0.2, 0.2, 0.2]}
  wheel: {mass: 0.7, inertia: [0.2, 0.3, 0.2]}
joints:
  slide: {type: prismatic, between: [ground, sledge], at: [0, 0, 0], axis: x, driven: along}
  A: {type: revolute, between: [sledge, crank], at: [0, 0, 0], axis: y, driven: angle}
  B: {type: revolute, between: [crank, coupler], at: [0, 0, 0.5], axis: y}
  C: {type: revolute, between: [coupler, rocker], at: [1.2, 0, 1], axis: y, cut: true}
  D: {type: revolute, between: [ground, rocker], at: [1.2, 0, 0], axis: y}
  W: {type: revolute, between: [rocker, wheel], at: [1.2, 0, 0], axis: y}
constraints:
  gear: {type: gear, joints: [W, A], ratio: 0.5}
forces:
  pull: {type: spring_damper, from: {body: coupler, at: [0.6, 0, 0.9]}, to: {body: ground, at: [0.6, 0, 2]}, stiffness: 30, damping: 2, length: 0.8}
signals: {along: "$1", angle: "$2"}
)yaml"};

std::string filled(const Driven& d, const std::string& one, const std::string& two) {
  std::string text = d.text;
  text.replace(text.find("$1"), 2, one);
  text.replace(text.find("$2"), 2, two);
  return text;
}

constexpr const char* first = "0.1 + 0.3*t - 0.4*t^2";
constexpr const char* second = "0.2*sin(2*t + 0.1)";

std::shared_ptr<const Mechanism> compiled(const std::string& text) {
  return mechanism::compile_tree(
      std::make_shared<const Model>(io::read_model(text, "driven.yaml")));
}

std::shared_ptr<const Mechanism> eliminated(const Driven& d) {
  return compiled(filled(d, first, second));
}
std::shared_ptr<const Mechanism> with_rows(const Driven& d) {
  const auto kept = [](const std::string& x) { return "max(" + x + ", -1000)"; };
  return compiled(filled(d, kept(first), kept(second)));
}

class DrivenCoordinates : public testing::TestWithParam<Driven> {};

TEST_P(DrivenCoordinates, LeaveTheUnknowns) {
  const auto e = eliminated(GetParam()), r = with_rows(GetParam());
  EXPECT_EQ(e->shape().nv, r->shape().nv - 2);
  EXPECT_EQ(e->shape().ng, r->shape().ng - 2);
  ASSERT_EQ(e->names().driven.size(), 2u);
  EXPECT_TRUE(r->names().driven.empty());
}

// All derivative terms against differences, at states off the constraints.
TEST_P(DrivenCoordinates, TheirTermsAgreeWithDifferences) {
  const auto m = eliminated(GetParam());
  const Shape& shape = m->shape();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-0.5, 0.5);
  const auto scratch = m->make_scratch();
  Differences differences(*m);
  Terms is = make_terms(shape), want = make_terms(shape);
  for (int k = 0; k < 5; ++k) {
    State s = m->initial();
    for (Vector* x : {&s.q, &s.v, &s.a, &s.lambda})
      for (double& e : *x) e = 2 * unit(random);
    const Excitation u = m->excitation_at(0.7 * k);
    const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
    const Need all = Term::K | Term::C | Term::K_lambda | Term::K_v | Term::K_lambda_v |
                     Term::K_full | Term::Gv_q | Term::gamma | Term::f_t | Term::lambda_t;
    m->evaluate(p, all, is, *scratch);
    differences.evaluate(p, all, want, *scratch);
    const auto near = [](const Matrix& a, const Matrix& b, const char* what) {
      if (b.size() == 0) return;
      EXPECT_LT((a - b).cwiseAbs().maxCoeff() / (1 + b.cwiseAbs().maxCoeff()), 2e-7) << what;
    };
    near(is.K.to_matrix(), want.K.to_matrix(), "K");
    near(is.C.to_matrix(), want.C.to_matrix(), "C");
    near(is.K_lambda.to_matrix(), want.K_lambda.to_matrix(), "K_lambda");
    near(is.K_full.to_matrix(), want.K_full.to_matrix(), "K_full");
    near(is.Gv_q.to_matrix(), want.Gv_q.to_matrix(), "Gv_q");
    near(is.K_v, want.K_v, "K_v");
    near(is.K_lambda_v, want.K_lambda_v, "K_lambda_v");
    near(is.gamma, want.gamma, "gamma");
    near(is.f_t, want.f_t, "f_t");
    near(is.lambda_t, want.lambda_t, "lambda_t");
  }
}

// One instant: accelerations and multipliers of all that both have, forces, energy and its flow.
TEST_P(DrivenCoordinates, MoveAsWithRows) {
  const auto e = eliminated(GetParam()), r = with_rows(GetParam());
  State s = start_of(*e), t = start_of(*r);
  s.t = t.t = 0.4;  // away from the start, so that all derivatives of the signals count
  s = assemble(*e, s);
  t = carry_over(*e, s, *r);
  complete(*e, s);
  complete(*r, t);
  const auto value = [](const std::vector<std::string>& names, const Vector& x,
                        const std::string& name) {
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return x[static_cast<Index>(i)];
    ADD_FAILURE() << "no " << name;
    return 0.0;
  };
  for (std::size_t i = 0; i < e->names().v.size(); ++i) {
    const std::string& name = e->names().v[i];
    const auto k = static_cast<Index>(i);
    EXPECT_NEAR(s.v[k], value(r->names().v, t.v, name), 1e-12) << name;
    EXPECT_NEAR(s.a[k], value(r->names().v, t.a, name), 1e-9) << name;
  }
  for (std::size_t i = 0; i < e->names().rows.size(); ++i)
    EXPECT_NEAR(s.lambda[static_cast<Index>(i)],
                value(r->names().rows, t.lambda, e->names().rows[i]), 1e-9);

  const Composition method = [&] {
    Method parsed = parse_method("index1+rk4");
    parsed.step = 1e-3;
    return compose(parsed);
  }();
  Monitor one(*e, method, s), two(*r, method, t);
  for (Monitor* x : {&one, &two})
    for (Observe what : {Observe::forces, Observe::reactions, Observe::bodies}) x->observe(what);
  one.evaluate(s);
  two.evaluate(t);
  for (const DrivenCoordinate& d : e->names().driven) {
    const Excitation u = e->excitation_at(s.t);
    EXPECT_NEAR(u.u[d.signal], value(r->names().q, t.q, d.name), 1e-12) << d.name;
    EXPECT_NEAR(u.du[d.signal], value(r->names().v, t.v, d.name), 1e-12) << d.name;
  }
  EXPECT_NEAR(one.energy().kinetic, two.energy().kinetic, 1e-11);
  EXPECT_NEAR(one.energy().potential, two.energy().potential, 1e-11);
  // The power of elements contains a difference of potentials over 1e-5 s: round-off over that.
  EXPECT_NEAR(one.flow().inputs, two.flow().inputs, 1e-9);
  EXPECT_NEAR(one.flow().dissipated, two.flow().dissipated, 1e-9);
  for (Observe what : {Observe::forces, Observe::reactions, Observe::bodies}) {
    const std::vector<std::string> names = e->columns(what), others = r->columns(what);
    ASSERT_EQ(names.size(), others.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto k = std::find(others.begin(), others.end(), names[i]) - others.begin();
      ASSERT_LT(k, std::ssize(others)) << names[i];
      EXPECT_NEAR(one.observed(what)[i], two.observed(what)[static_cast<std::size_t>(k)], 1e-8)
          << names[i];
    }
  }
}

// M^-1 f by recursions, where accelerations of links are given, against the saddle.
TEST(DrivenJoints, RecursionsSolveForTheOthers) {
  const auto m = eliminated(rods);
  ASSERT_NE(m->recursive(), nullptr);
  State s = start_of(*m);
  s.t = 0.9;
  complete(*m, s);
  const Excitation u = m->excitation_at(s.t);
  const Point p{s.q, s.v, s.a, s.lambda, s.z, u};
  const auto scratch = m->make_scratch();
  const Vector none = Vector::Zero(s.v.size());
  Vector a = none, rest = none;
  m->recursive()->acceleration(p, none, a, *scratch);
  EXPECT_LT((a - s.a).cwiseAbs().maxCoeff(), 1e-10);
  m->recursive()->balance(p, a, none, rest, *scratch);
  EXPECT_LT(rest.cwiseAbs().maxCoeff(), 1e-10);
}

TEST(DrivenJoints, StayRowsWhereTheirSignalIsNotSmooth) {
  const auto unknowns = [](const std::string& signal) {
    std::string text = rods.text;
    text.replace(text.find("\"$1\""), 4, signal);
    text.replace(text.find("$2"), 2, "0.1*t");
    return compiled(text)->shape().nv;
  };
  const Index n = unknowns("{type: sine, amplitude: 0.1, frequency: 1 Hz}");
  EXPECT_EQ(unknowns("{type: constant, value: 0.1}"), n);
  EXPECT_EQ(unknowns("{type: ramp, to: 0.1, shape: quintic}"), n);
  EXPECT_EQ(unknowns("{type: table, points: [[0, 0], [1, 0.2], [2, 0]]}"), n);
  EXPECT_EQ(unknowns("{type: ramp, to: 0.1, shape: linear}"), n + 1);
  EXPECT_EQ(unknowns("{type: table, beyond: hold, points: [[0, 0], [1, 0.2], [2, 0]]}"), n + 1);
  EXPECT_EQ(unknowns("{type: input, unit: m}"), n + 1);
  EXPECT_EQ(unknowns("\"abs(sin(t))\""), n + 1);
  EXPECT_EQ(unknowns("\"asin(sin(5*t))\""), n + 1);  // a triangle: u'' has impulses
  EXPECT_EQ(unknowns("\"sqrt(sin(5*t)^2)\""), n + 1);
  EXPECT_EQ(unknowns("\"sqrt(1 + sin(5*t)^2)\""), n);
}

// Rows between joints that all follow signals: nothing can close them, whether they hold now or not.
TEST(DrivenJoints, RefuseConstraintsAmongThemselves) {
  const auto refusal = [](const std::string& one, const std::string& two) -> std::string {
    try {
      start_of(*compiled(
          "takt: 1\n"
          "bodies: {one: {mass: 1, inertia: [1, 1, 1]}, two: {mass: 1, inertia: [1, 1, 1]},\n"
          "  three: {mass: 1, inertia: [1, 1, 1]}}\n"
          "joints:\n"
          "  A: {type: revolute, between: [ground, one], at: [0, 0, 0], axis: y, driven: first}\n"
          "  B: {type: revolute, between: [ground, two], at: [1, 0, 0], axis: y, driven: second}\n"
          "  C: {type: revolute, between: [ground, three], at: [2, 0, 0], axis: y}\n"
          "constraints: {g: {type: gear, joints: [A, B], ratio: 2}}\n"
          "signals: {first: \"" +
          one + "\", second: \"" + two + "\"}\n"));
      return "";
    } catch (const Error& e) {
      return std::string(e.what()) + " (" + e.where + "); " + e.hint;
    }
  };
  const std::string wanted =
      "nothing can move to close constraint 'g': 'A' follows the signal 'first', 'B' follows the "
      "signal 'second' (driven.yaml:8:15); let only one of these joints follow a signal "
      "(`driven:`), "
      "or "
      "leave constraint 'g' out";
  EXPECT_EQ(refusal("3*t", "0"), wanted);
  EXPECT_EQ(refusal("2*sin(t)", "sin(t)"), wanted);
  // as rows, which do not hold at the start
  const std::string rows = refusal("3*abs(t)", "abs(t)");
  EXPECT_EQ(rows.find("velocities: closure of "), 0U) << rows;
  EXPECT_NE(
      rows.find(" rad/s (initial state); 'A' follows the signal 'first' and 'B' follows the "
                "signal 'second', so nothing can move to close constraint 'g': let only one of "
                "these joints follow a signal (`driven:`), or leave it out"),
      std::string::npos)
      << rows;
}

// One evaluation serves all that is asked at one point, and no longer.
TEST(DrivenJoints, ForcesOfDrivesAreThoseOfTheirPoint) {
  const auto m = eliminated(crank);
  const int slide = 0, turn = 1;
  State s = start_of(*m);
  complete(*m, s);
  const auto scratch = m->make_scratch();
  const auto near_fresh = [&](const State& at, double t) {
    const Excitation u = m->excitation_at(t);
    const Point p{at.q, at.v, at.a, at.lambda, at.z, u};
    for (const int joint : {slide, turn}) {
      const double fresh = m->drive_force(joint, p, *m->make_scratch());
      EXPECT_EQ(m->drive_force(joint, p, *scratch), fresh);
      EXPECT_NE(fresh, 0);
    }
    EXPECT_EQ(m->power_of_drives(p, *scratch), m->power_of_drives(p, *m->make_scratch()));
  };
  near_fresh(s, 0);
  near_fresh(s, 0.3);
  for (Vector* x : {&s.q, &s.v, &s.a, &s.lambda}) {
    (*x)[0] += 0.1;
    near_fresh(s, 0.3);
  }
  near_fresh(s, 0);
}

TEST(DrivenJoints, HaveNoStartOfTheirOwn) {
  std::string text = filled(rods, first, second);
  text.replace(text.find("q: {a: 0.3"), 10, "q: {lift: 0.5, a: 0.3");
  try {
    start_of(*compiled(text));
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("signal 'up'"), std::string::npos) << e.what();
  }
  const std::string set[] = {"q.lift=0.2"};
  try {
    io::open_model(io::read_model(filled(rods, first, second), "driven.yaml"), set);
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("signal 'up'"), std::string::npos) << e.what();
  }
}

// A signal that is written with parameters is set by them; conditions are none of its numbers.
TEST(DrivenJoints, NameTheParametersOfTheirSignal) {
  const auto hint = [](const char* manoeuvre) -> std::string {
    const std::string set[] = {manoeuvre, "q.rack=0.01"};
    try {
      io::open_model("iltis", set);
      return "";
    } catch (const Error& e) {
      return e.hint;
    }
  };
  EXPECT_EQ(hint("manoeuvre=held"), "set what the signal is made with: --set rack=...");
  EXPECT_EQ(hint("manoeuvre=ramp"), "set what the signal is made with: --set rack=...");
  EXPECT_EQ(hint("manoeuvre=wheel"), "set the signal: --set u.wheel=...");
}

// The rate of a root is infinite where the root is zero.
TEST(DrivenJoints, NeedRatesThatAreNumbers) {
  try {
    io::open_model(io::read_model(filled(rods, "sqrt(sin(5*t)^2)", second), "driven.yaml"));
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("a rate of it is not a finite number"), std::string::npos)
        << e.what();
  }
}

TEST(DrivenJoints, HaveNoStartOfTheirOwnEitherWithARow) {
  const std::string set[] = {"q.lift=0.2"};
  try {
    io::open_model(io::read_model(filled(rods, "abs(t)", second), "driven.yaml"), set);
    FAIL() << "accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("follows the signal 'up'"), std::string::npos) << e.what();
  }
}

INSTANTIATE_TEST_SUITE_P(All, DrivenCoordinates, testing::Values(rods, crank),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace takt::test
