// The vector types in which kernels are written: both instruction sets compared with scalar
// arithmetic.
#include "takt/base/simd.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "takt/base/aligned.hpp"
#include "takt/base/instruction_set.hpp"
#include "tests/unit/base/simd_probe.hpp"

namespace takt::test {
namespace {

using simd_probe::Probe;
using Four = std::array<double, 4>;

std::vector<const Probe*> probes() {
  std::vector<const Probe*> all{&simd_probe::baseline::probe};
#ifdef __x86_64__
  if (best_instruction_set() == InstructionSet::avx2) all.push_back(&simd_probe::avx2::probe);
#endif
  return all;
}

double ulp_of(double x) {
  return std::nextafter(std::abs(x), std::numeric_limits<double>::infinity()) - std::abs(x);
}

// Products whose last bits a rounding drops: a b = 1 - 2^-54 exactly.
constexpr double a_half = 1 + 0x1p-27, b_half = 1 - 0x1p-27;

TEST(Simd, SineAndCosineAreWithinUnitsOfTheLastPlace) {
  struct Range {
    double size, most;
  };
  std::mt19937_64 rng(7);
  for (const Probe* p : probes())
    for (const auto [size, most] : {Range{1e-6, 1}, Range{10, 2}, Range{1e3, 2}, Range{4e5, 4}})
      for (int i = 0; i < 20'000; ++i) {
        Four x{}, s{}, c{};
        for (double& xi : x) xi = std::uniform_real_distribution<double>(-size, size)(rng);
        if (i % 4 == 0) x[0] = std::round(x[0]) * (M_PI / 2);  // where one of both is nearly zero
        p->sine_cosine(x.data(), s.data(), c.data());
        for (int l = 0; l < p->lanes; ++l) {
          const long double sine = std::sin(static_cast<long double>(x[l]));
          const long double cosine = std::cos(static_cast<long double>(x[l]));
          ASSERT_LE(std::abs(s[l] - sine), most * ulp_of(static_cast<double>(sine))) << x[l];
          ASSERT_LE(std::abs(c[l] - cosine), most * ulp_of(static_cast<double>(cosine))) << x[l];
        }
      }
}

TEST(Simd, FusedWhereTheSetHasIt) {
  for (const Probe* p : probes()) {
    const bool fused = p->lanes == 4;
    const Four a{a_half, 2, -3, 0.1}, b{b_half, 5, 7, 10}, c{-1, 1, 1, -1};
    Four plus{}, minus{}, negative{};
    const Four minus_c{1, -1, -1, 1};
    p->mad(a.data(), b.data(), c.data(), plus.data());
    p->msub(a.data(), b.data(), minus_c.data(), minus.data());
    p->nmad(a.data(), b.data(), minus_c.data(), negative.data());
    EXPECT_EQ(plus[0], fused ? -0x1p-54 : 0);
    EXPECT_EQ(p->mad_of_numbers(a[0], b[0], c[0]), plus[0]);
    EXPECT_EQ(plus[1], 11);
    for (int l = 0; l < p->lanes; ++l) {
      EXPECT_EQ(minus[l], plus[l]);
      EXPECT_EQ(negative[l], -plus[l]);
      const double exact = std::fma(a[l], b[l], c[l]), twice = a[l] * b[l] + c[l];
      EXPECT_EQ(plus[l], fused ? exact : twice);
    }
  }
}

TEST(Simd, RearrangesLanes) {
  for (const Probe* p : probes()) {
    const int n = p->lanes;
    std::vector<double> rows, columns(static_cast<std::size_t>(n * n));
    for (int i = 0; i < n * n; ++i) rows.push_back(i + 0.5);
    p->transpose(rows.data(), columns.data());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) EXPECT_EQ(columns[i * n + j], rows[j * n + i]);
    const Four x{1, -2, 4, 8}, y{-1, 3, 4, 16};
    Four total{}, size{}, most{};
    p->sum(x.data(), total.data());
    p->magnitude(x.data(), size.data());
    p->larger(x.data(), y.data(), most.data());
    for (int l = 0; l < n; ++l) {
      EXPECT_EQ(total[l], n == 4 ? 11 : -1);
      EXPECT_EQ(size[l], std::abs(x[l]));
      EXPECT_EQ(most[l], std::max(x[l], y[l]));
    }
  }
}

TEST(Simd, AnyPlaceInMemoryWillDo) {
  for (const Probe* p : probes()) {
    AlignedVector<double> memory(32, 1.0);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 64, 0u);
    for (int shift = 0; shift < 5; ++shift) {
      double* x = memory.data() + shift;
      p->sum(x, x + 8);
      EXPECT_EQ(x[8], p->lanes);
    }
  }
}

}  // namespace
}  // namespace takt::test
