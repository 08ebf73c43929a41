#include "takt/integrator/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace takt {
namespace {

TEST(IntegratorCatalogue, ThoseThatIterateTakeANumberOfPasses) {
  for (const IntegratorEntry& e : integrators())
    EXPECT_EQ(e.iterates, std::any_of(e.options.begin(), e.options.end(),
                                      [](const Option& o) { return o.name == "passes"; }))
        << e.name;
}

}  // namespace
}  // namespace takt
