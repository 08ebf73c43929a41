// Figures 5 to 8 of 000 (Burgermeister, Arnold, Esterl): the car axle.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "apps/reproduce/paper_000/car_axle.hpp"
#include "apps/reproduce/paper_000/figure_5.hpp"
#include "apps/reproduce/paper_000/figure_6.hpp"
#include "apps/reproduce/paper_000/figure_7.hpp"
#include "apps/reproduce/paper_000/figure_8.hpp"
#include "apps/reproduce/paper_000/srm.hpp"

namespace takt::reproduce::paper_000 {
namespace {

TEST(Paper000, CarAxleReference) {  // reference/benchmarks.md 1.1 [C]
  const Summary s = simulate({"car-axle", "index1+dopri5(rtol=1e-12)+s_both2", 1e-4, 3});
  const double q[] = {4.93455784275240921e-02, 4.96989460230008107e-01, 1.04174252488542612,
                      3.73911027265365819e-01};
  for (Index i = 0; i < 4; ++i) EXPECT_NEAR(s.final_state.q[i], q[i], 1e-10) << i;
}

TEST(Paper000, Figure5) {
  // In short: to 60 s. The statement is about 10000 s, which takt reproduce runs.
  for (const Figure5Curve& c : figure_5(J1, 60)) {
    if (c.stabilised) {
      EXPECT_LE(c.all, 1.2 * c.over_3_s) << c.method;
    } else {
      EXPECT_GE(c.all, 10 * c.over_3_s) << c.method;
    }
  }
}

TEST(Paper000, Figure6) {
  const auto curves = figure_6();
  ASSERT_EQ(curves.size(), 7u);
  struct Range {
    double low, high;
  };
  const Range order[] = {{0.7, 1.5},  {0.95, 1.05}, {1.95, 2.1}, {1.95, 2.1},
                         {2.85, 3.2}, {2.85, 3.2},  {3.85, 4.15}};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    EXPECT_GE(curves[i].order, order[i].low) << curves[i].method;
    EXPECT_LE(curves[i].order, order[i].high) << curves[i].method;
  }
  for (const std::size_t i : {1, 4, 5, 6})  // promised: velocity constraints hold exactly
    for (const double v : curves[i].velocity) EXPECT_LT(v, 1e-13) << curves[i].method;
  for (const std::size_t i : {4, 5}) {
    ASSERT_EQ(curves[i].bound.size(), curves[i].steps.size());
    for (std::size_t k = 0; k < curves[i].bound.size(); ++k) {
      const double part = curves[i].position[k] / curves[i].bound[k];
      EXPECT_GE(part, 0.2) << curves[i].method << " " << curves[i].steps[k];
      EXPECT_LE(part, 1.0) << curves[i].method << " " << curves[i].steps[k];
    }
  }
}

TEST(Paper000, ProjectionIsBoundedOnLongRuns) {
  const AxleMethod& projected = axle_methods[5];
  ASSERT_EQ(projected.name, "index 2 projected");
  for (const double h : {1e-3, 5e-3, 1e-2}) {
    const double brief = simulate(axle(projected, J1, h)).max_drift.position;
    const Summary s = simulate(axle(projected, J1, h, 100));
    EXPECT_EQ(s.status, Status::ok);
    EXPECT_LE(s.max_drift.position, 1.05 * brief) << h;
  }
}

TEST(Paper000, LongRunsNeedTheGradientOfTheConstraintForce) {  // ERRATA 000.2
  const Summary s =
      simulate(axle(axle_methods[5], "linear_implicit_euler(J1,lambda_gradient=false)", 1e-2, 200));
  EXPECT_EQ(s.status, Status::not_finite);
  EXPECT_LT(s.t_end, 200);
}

TEST(Paper000, Figure7) {
  for (const Figure7Row& r : figure_7()) {
    const std::string run = r.integrator + " " + r.stabilisation + " " + std::to_string(r.step);
    if (r.integrator == "explicit_euler") {
      EXPECT_GT(r.energy, 10) << run;
    } else {
      EXPECT_LT(r.energy, 1.5) << run;
    }
  }
}

TEST(Paper000, SequentialRegularisationHoldsTheConstraints) {
  for (const SrmOnAxle& r : srm_on_axle(1e5)) {
    if (r.step != 1e-3 || r.name == "none") continue;
    EXPECT_LE(r.late, 2 * r.early) << r.name;
    EXPECT_NEAR(r.factorisations, r.name == "projected" ? 4 : 2, 0.01) << r.name;
  }
}

// "Projection improves the global error by a factor of 10" holds at no step over 3 s, where the error
// of the integrator hides all else; over 30 s there is a difference.
TEST(Paper000, Figure8) {
  const auto curves = figure_8();
  std::vector<double> gain, longer;
  for (const std::size_t k : {0, 1})
    for (std::size_t i = 0; i < curves[k].steps.size(); ++i) {
      gain.push_back(curves[k].error[i] / curves[k + 4].error[i]);
      const double later = curves[k].longer[i] / curves[k + 4].longer[i];
      if (std::isfinite(later)) longer.push_back(later);
    }
  EXPECT_NEAR(median(gain), 1, 0.05);
  EXPECT_GE(median(longer), 5);
  const auto& projected = curves[5];
  const std::span steps(projected.steps), error(projected.error);
  EXPECT_NEAR(order(steps.first(4), error.first(4)), 1, 0.15);  // 0.1 to 1 ms
}

}  // namespace
}  // namespace takt::reproduce::paper_000
