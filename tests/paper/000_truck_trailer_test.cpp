// The truck with its trailer of 000 (Burgermeister, Arnold, Esterl), section 4.3, ERRATA 000.6.
// These are short versions; 000-figure-10 and 000-figure-11 run the whole course.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "apps/reproduce/paper_000/figure_11.hpp"
#include "apps/reproduce/paper_000/truck.hpp"
#include "tests/support/models.hpp"

namespace takt::reproduce::paper_000 {
namespace {

constexpr double h = truck_step;
constexpr double until = 4;  // s: through the first bend, lateral acceleration 2.4 m/s^2

double defect(const std::string& method, double step = h, double to = until) {
  const Summary s = simulate(truck("joint", method, step, to));
  return blew_up(s) ? INFINITY : s.max_drift.position;
}

TEST(TruckTrailer, SpringHitchHasNoConstraint) {
  const io::OpenModel open = io::open_model("truck-trailer");
  EXPECT_EQ(open.system->shape().ng, 0);
  EXPECT_EQ(open.system->shape().nv,
            38);  // two floating bodies, 12 of axles, 2 kingpins, 12 wheels
}

TEST(TruckTrailer, DefectOfTheConstraintStaysBelowTenMicrometres) {
  for (const char* lambda : {"mass", "matrix"}) {
    const double g = defect(vedyna(200, 1e4, lambda));
    EXPECT_LT(g, 1e-5) << lambda;
    EXPECT_GT(g, 1e-9) << lambda;  // the defect that Baumgarte's method leaves, not zero
  }
}

TEST(TruckTrailer, DefectIsLinearInTheStep) {
  const double fine = defect(vedyna(200, 1e4, "matrix"), h / 2),
               coarse = defect(vedyna(200, 1e4, "matrix"), h);
  EXPECT_NEAR(coarse / fine, 2, 0.05);
}

TEST(TruckTrailer, DefectOfTheSpringIsForceOverStiffness) {
  const Coupling c = couple(truck("spring", "ode+linear_implicit_euler(vedyna)", h, until));
  ASSERT_TRUE(c.lasted);
  double sum = 0;
  for (std::size_t i = 1; i < c.t.size(); ++i) sum += c.defect[i] * 2e5 / c.force[i];
  EXPECT_NEAR(sum / static_cast<double>(c.t.size() - 1), 1, 0.05);
  EXPECT_GT(*std::min_element(c.defect.begin(), c.defect.end()), 0.03);
  EXPECT_LT(c.largest, 1);
}

TEST(TruckTrailer, ModulesMoveAsTheWhole) {
  for (const char* lambda : {"mass", "matrix"})
    for (const char* row : {"vedyna", "exact"}) {
      const std::string method = "index1(baumgarte=200;1e4,lambda=" + std::string(lambda) +
                                 ")+linear_implicit_euler(" + row + ")";
      Trace whole, modules;
      simulate(truck("joint", method, h, 2.5), {.every = 0.1, .trace = &whole});
      simulate(truck("module", method, h, 2.5), {.every = 0.1, .trace = &modules});
      EXPECT_LT(largest_difference(whole, modules), 1e-8) << method;
      EXPECT_GT(std::abs(whole.outputs.back()[3]), 1e-3) << "it has begun to turn";
    }
}

TEST(TruckTrailer, ModulesAreEvaluatedOnceInAStep) {
  const Cost c =
      test::simulation_of("truck-trailer", vedyna(200, 1e4, "matrix"), h, 1, {"hitch=module"})
          .cost();
  EXPECT_EQ(c.evaluations, 1);
  EXPECT_TRUE(c.bounded);
}

TEST(TruckTrailer, ProjectionsCloseTheHitch) {
  for (const char* method : {"index2+linear_implicit_euler(J2)+one_step",
                             "index1+linear_implicit_euler(vedyna)+s_both2"})
    EXPECT_LT(defect(method, h, 2.5), 1e-9) << method;
}

// ERRATA 000.6: velocities are updated first; limit h alpha <= 2 sqrt 2 - 2 with beta = alpha^2.
TEST(TruckTrailer, LimitsOfBaumgartesParameters) {
  const auto critical = [](double x) { return vedyna(2 * x / h, x * x / (h * h), "matrix"); };
  EXPECT_LT(defect(critical(0.82), h, 2.5), 1e-6);
  EXPECT_FALSE(defect(critical(0.85), h, 2.5) < 1e-3);
  EXPECT_LT(defect(vedyna(1 / h, 1 / (h * h), "matrix"), h, 2.5), 1e-6);
  EXPECT_FALSE(defect(vedyna(2 / h, 1 / (h * h), "matrix"), h, 2.5) < 1e-3);
}

TEST(TruckTrailer, FollowsItsCourse) {
  Trace trace;
  simulate(truck("joint", vedyna(200, 1e4), h, until), {.every = 0.1, .trace = &trace});
  // The distance at 15 m/s; the path first goes to the left.
  EXPECT_NEAR(trace.outputs.back()[2], -4.78 + 15 * until, 2);
  EXPECT_GT(trace.outputs[20][3], 0.1);
  EXPECT_GT(trace.outputs.back()[3], 3);
}

}  // namespace
}  // namespace takt::reproduce::paper_000
