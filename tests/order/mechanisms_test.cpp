// The implicit integrators show their order on mechanisms in every set of coordinates, loops and
// redundant constraints included.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "tests/support/models.hpp"

namespace takt::test {
namespace {

constexpr double until = 0.4;

Vector outputs_at_the_end(const std::string& model, const std::string& text, double h) {
  const Summary r = whole_run(simulation_of(model, text, h, until));
  EXPECT_EQ(r.status, Status::ok) << model << " " << text;
  return Eigen::Map<const Vector>(r.outputs.data(), static_cast<Index>(r.outputs.size()));
}

struct MechanismCase {
  const char* method;
  int order;
};

class MechanismOrder : public testing::TestWithParam<MechanismCase> {};

TEST_P(MechanismOrder, IsThatOfTheIntegrator) {
  for (const char* model : {"four-bar", "bricard"}) {
    const Vector exact = outputs_at_the_end(model, "joint:index1+dopri5(rtol=1e-12)+s_both2", 1e-3);
    double error[3];
    for (int k = 0; k < 3; ++k)
      error[k] = (outputs_at_the_end(model, GetParam().method, 0.01 / (1 << k)) - exact).norm();
    const double order = std::log2(error[1] / error[2]);
    std::printf("  %-9s %-44s order %.2f, error %.1e .. %.1e\n", model, GetParam().method, order,
                error[0], error[2]);
    // Penalties of the usual size leave the redundant loop of Bricard's mechanism a third term.
    const bool beyond = std::string_view(model) == "bricard" && order > GetParam().order;
    EXPECT_GT(order, GetParam().order - 0.1) << model;
    if (!beyond) {
      EXPECT_LT(order, GetParam().order + 0.1) << model;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, MechanismOrder,
    testing::Values(MechanismCase{"hybrid+sdirk2(passes=8)", 3},
                    MechanismCase{"global+sdirk2(passes=8)", 3},
                    MechanismCase{"topological+sdirk2(passes=8)", 3},
                    MechanismCase{"hybrid+trapezoidal(passes=8)", 2},
                    MechanismCase{"global+trapezoidal(passes=8)", 2},
                    MechanismCase{"topological+trapezoidal(passes=8)", 2},
                    MechanismCase{"natural:conserving+midpoint(passes=8)+tangent", 2},
                    MechanismCase{"natural:conserving(loads=ends)+midpoint(passes=8)+tangent", 2},
                    MechanismCase{"hybrid+hht(passes=8)", 2},
                    MechanismCase{"global+generalized_alpha(passes=8)", 2},
                    MechanismCase{"topological+sdirk2(gamma=0.5,passes=8)", 2}),
    [](const auto& i) { return std::to_string(i.index); });

}  // namespace
}  // namespace takt::test
