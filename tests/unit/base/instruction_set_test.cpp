#include "takt/base/instruction_set.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace takt::test {
namespace {

// Sets TAKT_ISA and puts it back at the end.
class Wish {
 public:
  explicit Wish(const char* value) {
    if (const char* before = std::getenv("TAKT_ISA")) before_ = before, had_ = true;
    value != nullptr ? setenv("TAKT_ISA", value, 1) : unsetenv("TAKT_ISA");
  }
  ~Wish() { had_ ? setenv("TAKT_ISA", before_.c_str(), 1) : unsetenv("TAKT_ISA"); }

 private:
  std::string before_;
  bool had_ = false;
};

TEST(InstructionSet, BaselineIfWished) {
  const Wish wish("baseline");
  EXPECT_EQ(best_instruction_set(), InstructionSet::baseline);
}

TEST(InstructionSet, OtherwiseTheBestOfTheMachine) {
#ifdef __x86_64__
  const bool can = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  const bool can = false;
#endif
  for (const char* value : {static_cast<const char*>(nullptr), "", "avx2", "Baseline"}) {
    const Wish wish(value);
    EXPECT_EQ(best_instruction_set() == InstructionSet::avx2, can);
  }
}

TEST(InstructionSet, TheChoiceIsKept) {
  const InstructionSet chosen = instruction_set();
  const Wish wish(chosen == InstructionSet::avx2 ? "baseline" : "");
  EXPECT_EQ(instruction_set(), chosen);
}

}  // namespace
}  // namespace takt::test
