// Counts of pieces of code with a known number of operations.
#include "apps/machine_code/step_trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

namespace takt::machine_code {
namespace {

// One multiplication in each round that the compiler can neither drop nor merge.
[[gnu::noinline]] double product(int rounds) {
  double x = 1;
  asm volatile("" : "+r"(rounds), "+x"(x));  // nothing is known when this is compiled
  for (int i = 0; i < rounds; ++i) {
    x *= 1.0000001;
    asm volatile("" : "+x"(x));
  }
  return x;
}

TEST(StepTrace, CountsAKnownNumberOfMultiplications) {
  const InstructionCount few = trace([] { product(10); }, 10),
                         many = trace([] { product(210); }, 10);
  if (!few.complete()) GTEST_SKIP() << few.why_not;
  EXPECT_EQ(few.flops, 10);
  EXPECT_EQ(many.flops, 210);
  // A round is the same instructions each time.
  EXPECT_GT(many.instructions, few.instructions);
  EXPECT_EQ((many.instructions - few.instructions) % 200, 0);
}

TEST(StepTrace, NothingIsNothing) {
  const InstructionCount none = trace([] {}, 10);
  if (!none.complete()) GTEST_SKIP() << none.why_not;
  EXPECT_EQ(none.flops, 0);
  EXPECT_LT(none.instructions, 100);  // a call that is not optimised
}

// The projection leaves every bit of the positions as it is in one of the steps 3 to 7, not in the others.
TEST(StepTrace, StepsTakeTheSameWhetherPositionsChangeOrNot) {
  const io::OpenModel loop = io::open_model("four-bar");
  Method m = parse_method("index2+linear_implicit_euler(J2)+one_step");
  m.step = 1e-3;
  Engine s(loop.system, m, loop.start);
  for (int k = 0; k < 2; ++k) s.step();
  std::int64_t least = 1'000'000'000, most = 0;
  for (int k = 0; k < 6; ++k, s.step()) {
    const InstructionCount t = trace([&s] { s.step(); }, 20);
    if (!t.complete()) GTEST_SKIP() << t.why_not;
    least = std::min(least, t.instructions);
    most = std::max(most, t.instructions);
  }
  EXPECT_LE(static_cast<double>(most), 1.005 * static_cast<double>(least));
}

TEST(StepTrace, GivesUpInTime) {
  const InstructionCount endless = trace(
      [] {
        for (;;) asm volatile("");
      },
      0.2);
  EXPECT_FALSE(endless.complete());
  EXPECT_FALSE(endless.why_not.empty());
}

}  // namespace
}  // namespace takt::machine_code
