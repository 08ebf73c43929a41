// Figures 1 and 3 of 000 (Burgermeister, Arnold, Esterl): stability domains, and drift-off on the
// circular track.
#include <gtest/gtest.h>

#include <cmath>

#include "apps/reproduce/paper_000/figure_1.hpp"
#include "apps/reproduce/paper_000/figure_3.hpp"

namespace takt::reproduce::paper_000 {
namespace {

TEST(Paper000, Figure1) {
  for (const Figure1Row& r : figure_1()) {
    EXPECT_EQ(r.wrong, 0) << name(r.row);
    EXPECT_GT(r.points - r.on_boundary, 1500) << name(r.row);
  }
}

TEST(Paper000, Figure1JustInsideAndOutside) {
  for (const Row row : rows)
    for (const double b : {0.3, 1.1, 1.9, 2.7}) {
      // Bounds of h^2 a for this h b; a negative bound means that there is none.
      const double high = row == Row::explicit_euler ? b
                          : row == Row::J1           ? 2 * b + 4
                          : row == Row::J3 && b < 2  ? 4 - 2 * b
                                                     : INFINITY;
      if (row == Row::J3 && b > 2) {
        EXPECT_GT(spectral_radius(row, 1, b), 1);
        continue;
      }
      if (!std::isfinite(high)) {
        EXPECT_LT(spectral_radius(row, 1e6, b), 1);
        continue;
      }
      EXPECT_LT(spectral_radius(row, high - 2e-6, b), 1) << name(row) << " " << b;
      EXPECT_GT(spectral_radius(row, high + 2e-6, b), 1) << name(row) << " " << b;
    }
}

TEST(Paper000, Figure1NeutralWithoutDamping) {  // ERRATA 000.7
  for (const Row row : {Row::J1, Row::J2, Row::J3})
    EXPECT_NEAR(spectral_radius(row, 1.7, 0), 1, 1e-14) << name(row);
  EXPECT_LT(spectral_radius(Row::exact, 1.7, 0), 0.7);
}

TEST(Paper000, Figure3) {
  const Figure3 f = figure_3();
  EXPECT_NEAR(f.index1.back() / f.index2.back(), 2, 0.02);
  double early = 0, late = 0;
  for (std::size_t i = 1; i < f.t.size(); ++i) {
    EXPECT_GT(f.index1[i], f.index1[i - 1]) << f.t[i];
    EXPECT_GT(f.index2[i], f.index2[i - 1]) << f.t[i];
    double& most = f.t[i] < 5 ? early : late;
    most = std::max(most, std::abs(f.projected[i]));
  }
  EXPECT_LE(late, 1.01 * early);
  EXPECT_LE(early, 1e-12);
}

}  // namespace
}  // namespace takt::reproduce::paper_000
