// What `auto` and defaults that are formulas mean in a step, as the entries of the catalogues say it.
#include <gtest/gtest.h>

#include "takt/method/composition.hpp"

namespace takt {
namespace {

Composition composed(const char* text) {
  Method m = parse_method(text);
  m.step = 2e-3;
  return compose(m);
}

TEST(ValueInForce, OfTolerancesAndTheFirstStep) {
  const auto values = [](const char* text) {
    const Composition c = composed(text);
    return c.integrator->in_force(c.integrator_settings, {c.method.step, c.matrix});
  };
  const ValuesInForce free = values("index1+dopri5(rtol=1e-4)");
  ASSERT_EQ(free.size(), 2u);
  EXPECT_EQ(free[0].option, "atol");
  EXPECT_DOUBLE_EQ(free[0].numbers.at(0), 1e-5);
  EXPECT_EQ(free[1].option, "h0");
  EXPECT_EQ(free[1].numbers.at(0), 2e-3);
  EXPECT_TRUE(values("ggl+bdf(atol=1e-3,h0=1e-5)").empty());
}

TEST(ValueInForce, OfBaumgarteFollowsTheOrderOfUpdates) {
  const auto values = [](const char* text) {
    const Composition c = composed(text);
    return c.formulation->in_force(c.formulation_settings, {c.method.step, c.order});
  };
  EXPECT_EQ(values("index1(baumgarte=auto)+explicit_euler").at(0).numbers,
            (std::vector<double>{1000, 250000}));  // 2/h; 1/h^2
  EXPECT_EQ(values("index2(baumgarte=auto)+explicit_euler").at(0).numbers,
            std::vector<double>{500});
  EXPECT_TRUE(values("index1(baumgarte=auto)+heun").empty());
  EXPECT_TRUE(values("index1(baumgarte=1;2)+explicit_euler").empty());
}

TEST(ValueInForce, OfTheSecondProjectionFollowsTheIntegrator) {
  const auto word = [](const char* text) {
    const Composition c = composed(text);
    const ValuesInForce values =
        c.stabilisation->in_force(c.stabilisation_settings, c.integrator->has_stage6);
    return values.empty() ? "" : values[0].word;
  };
  EXPECT_EQ(word("index1+dopri5+s_both2"), "stage6");
  EXPECT_EQ(word("index1+heun+s_both2"), "G");
  EXPECT_EQ(word("index1+dopri5+s_both2(frozen)"), "");
}

}  // namespace
}  // namespace takt
