// The options of the conserving formulation: forces without a potential at the midpoint or as the mean
// of both ends, 001 (7), and what its tangent contains.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <random>

#include "step_tangents.hpp"
#include "takt/formulation/ali3.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/start/consistent_state.hpp"

namespace takt::test {
namespace {

constexpr const char* swinging_box = TAKT_SOURCE_DIR "/tests/support/models/swinging_box.yaml";

State reached(const io::OpenModel& open, const std::string& text, double h, double until) {
  Method m = parse_method(text);
  m.step = h;
  SetUp set_up;
  set_up.until = until;
  Engine s(open.system, m, open.start, set_up);
  EXPECT_EQ(run_to_end(s), Status::ok) << text;
  return s.state();
}

double energy_of(const EquationsOfMotion& system, const State& s) {
  Evaluator eval(system);
  eval.place(Slot::end, s);
  Vector p = Vector::Zero(s.v.size());
  eval.at(Slot::end, Need(Term::M)).M.multiply_add(0.5, s.v, p);
  return p.dot(s.v) + system.potential(eval.point(Slot::end), eval.scratch());
}

Vector load_of(const EquationsOfMotion& system, const State& s) {
  Evaluator eval(system);
  eval.place(Slot::end, s);
  Vector f(s.v.size());
  system.conservative()->loads()->load(eval.point(Slot::end), f, eval.scratch());
  return f;
}

// h v_mean . (Q_n + Q_{n+1})/2, v_mean = (v_n + v_{n+1})/2, is what the loads add to the energy.
TEST(ConservingLoads, AtTheEndsDoExactlyTheirMeanWork) {
  const io::OpenModel open = io::open_model(swinging_box, {}, "natural:");
  Method m = parse_method("natural:conserving(loads=ends)+midpoint(passes=15)");
  m.step = 2e-3;
  Engine s(open.system, m, open.start);
  double taken = 0;
  for (int i = 0; i < 500; ++i) {
    const State from = s.state();
    ASSERT_EQ(s.step().status, Status::ok);
    const State& to = s.state();
    const double change = energy_of(*open.system, to) - energy_of(*open.system, from);
    const double work =
        0.25 * m.step *
        (from.v + to.v).dot(load_of(*open.system, from) + load_of(*open.system, to));
    EXPECT_NEAR(change, work, 2e-9) << "step " << i;
    taken -= change;
  }
  EXPECT_GT(taken, 1);  // J
}

// In a fixed direction a linear damper takes h b v_mean^2 in every step, wherever it is evaluated.
TEST(ConservingLoads, LinearDampersTakeEnergyInEveryStep) {
  constexpr double b = 0.7, h = 0.05;
  const auto system = problem::make_problem("linear-oscillator", {{"a", 40}, {"b", b}});
  for (const char* loads : {"midpoint", "ends"}) {
    Engine s =
        simulate(system, "conserving(loads=" + std::string(loads) + ")+midpoint(passes=2)", h, 5);
    while (!s.done()) {
      const State from = s.state();
      ASSERT_EQ(s.step().status, Status::ok);
      const double mean = 0.5 * (from.v[0] + s.state().v[0]);
      EXPECT_NEAR(energy_of(*system, s.state()) - energy_of(*system, from), -h * b * mean * mean,
                  1e-12)
          << loads;
    }
  }
}

TEST(ConservingLoads, HaveOrderTwoAndDiffer) {
  const io::OpenModel open = io::open_model(swinging_box, {}, "natural:");
  constexpr double until = 0.4;
  const auto at = [&](const std::string& loads, double h) {
    return reached(open, "natural:conserving(loads=" + loads + ")+midpoint(passes=10)", h, until).q;
  };
  const Vector exact = reached(open, "natural:index1+dopri5(rtol=1e-12)+s_both2", 1e-3, until).q;
  for (const std::string loads : {"midpoint", "ends"}) {
    const double coarse = (at(loads, 4e-3) - exact).norm(), fine = (at(loads, 2e-3) - exact).norm();
    std::printf("  loads=%-8s order %.2f, error %.1e\n", loads.c_str(), std::log2(coarse / fine),
                fine);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1) << loads;
  }
  EXPECT_GT((at("ends", 4e-3) - at("midpoint", 4e-3)).norm(), 1e-7);
}

// With everything in it, the tangent is the derivative of the residual, for both kinds of loads; without
// the curvature of loaded rows it is not.
void expect_tangents(const EquationsOfMotion& system, const State& from, double h, bool rows_bend) {
  // On the constraints: what a penalty adds to the load is no part of the tangent.
  const Vector at = Vector::Zero(system.shape().nv);
  for (const bool ends : {false, true})
    for (const bool full : {false, true}) {
      Evaluator eval(system);
      const auto form = make_conserving(eval, {1e9, true, full}, {.ends = ends});
      const double error = tangent_error(system, *form->position_form(), {h, 0.5, 1}, from, at);
      if (full || !rows_bend)
        EXPECT_LT(error, 2e-3) << "ends " << ends << " full " << full;
      else
        EXPECT_GT(error, 2e-3) << "ends " << ends << " full " << full;
    }
}

TEST(ConservingLoads, AreInTheTangent) {
  const io::OpenModel open = io::open_model(swinging_box, {}, "natural:");
  State from = reached(open, "natural:ali3+trapezoidal(passes=4)+tangent", 1e-3, 0.3);
  const State loaded = from;
  from.lambda.setZero();
  expect_tangents(*open.system, from, 5e-3, false);
  // By this much do dampers enter: without them in the tangent it would be wrong.
  Evaluator eval(*open.system);
  eval.place(Slot::end, loaded);
  EXPECT_GT(eval.at(Slot::end, Need(Term::C)).C.values().cwiseAbs().maxCoeff(), 10);
}

TEST(ConservingLoads, FullTangentHasTheCurvatureOfLoadedRows) {
  const auto pendulum = problem::make_problem("spherical-pendulum");
  State from = pendulum->initial();
  complete(*pendulum, from);
  from.lambda *= 100;  // a heavy load
  expect_tangents(*pendulum, from, 0.02, true);
}

TEST(ConservingLoads, AutomaticStiffnessIsThatOfElements) {
  for (const char* problem : {"spherical-pendulum", "cubic-bead"}) {
    const auto system = problem::make_problem(problem);
    const auto state = [&](const char* options) {
      Engine s = simulate(
          system, "conserving" + std::string(options) + "+midpoint(passes=3)+tangent", 0.01, 1);
      EXPECT_EQ(run_to_end(s), Status::ok);
      return s.state();
    };
    EXPECT_EQ(state("").q, state("(stiffness=elements)").q);
    EXPECT_EQ(state("").q, state("(loads=ends)").q);  // all its forces have a potential
    EXPECT_NE(state("").q, state("(stiffness=full)").q);
  }
}

// 001 section 3: with P symmetric and not indefinite, a projected velocity v = v* - W (G v*) of
// (P + G' k alpha G) v = P v* has
//
//   v*'P v* = v'P v + (v* - v)'P (v* - v) + 2 (G v)' k alpha (G v)  >=  v'P v
//
// A short rod that stands upright carries its mass: the curvature of its loaded row is negative, and with
// it P = M + h/2 C + h^2/4 K is indefinite.
struct Projected {
  double least = 1e300;  // of v*'P v* - v'P v, for velocities of unit size
  double defect = 0;     // of the equation above
  bool definite = false;
};

Projected project(bool conserving, bool full) {
  constexpr double h = 0.03, alpha = 1e13;
  const auto system = problem::make_problem("pendulum-cartesian", {{"l", 1e-3}});
  State from = system->initial();
  from.q << 0, 1e-3;
  complete(*system, from);
  Evaluator eval(*system);
  const PenalisedOptions options{alpha, true, full};
  const auto form = conserving ? make_conserving(eval, options, {}) : make_ali3(eval, options);
  PositionForm& position = *form->position_form();
  const Step step{h, conserving ? 0.5 : 0.25, conserving ? 1.0 : 0.5};
  const Sensitivity s = step.sensitivity();
  position.prepare(from, s);
  EXPECT_EQ(position.begin(from, s), Status::ok);
  State trial;
  Vector increment = Vector::Zero(2), r(2), dx(2);
  step.follow(*system, from, increment, trial);
  trial.q = from.q;
  trial.lambda = from.lambda;
  EXPECT_EQ(position.residual(from, trial, increment, r), Status::ok);
  EXPECT_EQ(position.factorise(), Status::ok);
  EXPECT_EQ(position.make_weight(), Status::ok);

  eval.place(Slot::stage, from);
  const Terms& t = eval.at(Slot::stage, Term::M | Term::K | Term::K_full | Term::G);
  const double of_end = conserving ? 0.5 : 1;  // how much of a slope is that of the end
  const Matrix P = t.M.to_matrix() + of_end / s.a * (full ? t.K_full : t.K).to_matrix();
  const Matrix G = t.G.to_matrix();
  const double k_alpha = of_end * alpha / s.a;
  Projected p;
  p.definite = P.llt().info() == Eigen::Success;
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 200; ++i) {
    const Vector v_star = Vector::NullaryExpr(2, [&] { return uniform(generator); }).normalized();
    position.apply_weight(G * v_star, dx);
    const Vector v = v_star - dx, Gv = G * v;
    const double before = v_star.dot(P * v_star), after = v.dot(P * v);
    p.least = std::min(p.least, before - after);
    p.defect = std::max(p.defect,
                        std::abs(before - after - dx.dot(P * dx) - 2 * k_alpha * Gv.squaredNorm()));
  }
  return p;
}

TEST(ConservingLoads, ProjectionsDissipateWithTheStiffnessOfElements) {
  for (const bool conserving : {false, true}) {
    const Projected elements = project(conserving, false), full = project(conserving, true);
    EXPECT_TRUE(elements.definite);
    EXPECT_FALSE(full.definite);
    EXPECT_GE(elements.least, -1e-12) << conserving;
    EXPECT_LT(full.least, -1e-3) << conserving;
    // The equation itself needs symmetry only.
    EXPECT_LT(elements.defect, 1e-9) << conserving;
    EXPECT_LT(full.defect, 1e-9) << conserving;
  }
}

}  // namespace
}  // namespace takt::test
