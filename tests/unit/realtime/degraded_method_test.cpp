// The cheaper method that is used in degraded periods.
#include "takt/realtime/degraded_method.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"
#include "takt/problem/catalogue.hpp"
#include "takt/simulate/engine.hpp"

namespace takt::realtime {
namespace {

struct Pair {
  const char *method, *cheaper;
};

TEST(Cheaper, IsTheMildestThatFits) {
  const auto system = problem::make_problem("car-axle");
  for (const auto& [method, cheaper] : {
           Pair{"index2+linear_implicit_euler(J2)+one_step",
                "index2+linear_implicit_euler(row=J3)+one_step"},
           Pair{"index1+linear_implicit_euler(J3)+one_step", "index1+linear_implicit_euler(J3)"},
           Pair{"ali3+trapezoidal(passes=3)+tangent", "ali3+trapezoidal(passes=1)+tangent"},
           Pair{"ali3+trapezoidal(passes=1)+tangent", "ali3+trapezoidal(passes=1)"},
           Pair{"ggl+bdf(passes=2,order=2)", "ggl+bdf(order=2,passes=1)"},
           Pair{"ggl+bdf(passes=1)", "ggl+bdf(passes=1,refresh=4)"},
           Pair{"index1+rk4+s_both2", "index1+heun+s_both2"},
           Pair{"index1+heun+s_both2", "index1+heun"},
       }) {
    Method m = parse_method(method);
    m.realtime = true;
    EXPECT_EQ(to_string(cheaper_than(m, system->shape())), cheaper);
    // And it is: no more evaluations, factorisations and solves together.
    const auto cost = [&](const Method& x) {
      const Cost c = Engine(system, x, system->initial()).cost();
      return c.evaluations + c.factorisations + c.solves;
    };
    EXPECT_LE(cost(cheaper_than(m, system->shape())), cost(m)) << method;
  }
  EXPECT_THROW(cheaper_than(parse_method("index1+heun"), system->shape()), Error);
}

TEST(Cheaper, MustBeOfTheFamily) {
  const Method m = parse_method("index2+linear_implicit_euler(J2)+one_step");
  EXPECT_EQ(to_string(require_same_family(m, parse_method("index2+explicit_euler"))),
            "index2+explicit_euler");
  for (const char* other : {"index1+linear_implicit_euler(J2)", "ali3+trapezoidal(passes=1)",
                            "natural:index2+linear_implicit_euler(J2)"})
    EXPECT_THROW(require_same_family(m, parse_method(other)), Error) << other;
}

}  // namespace
}  // namespace takt::realtime
