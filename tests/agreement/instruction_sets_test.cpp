// Both instruction sets give the same motion up to rounding, on models that use all kernels: the
// recursions, the elimination of fronts (ali3), dense blocks (bdf), stiff states and slipping
// tyres.
#include <gtest/gtest.h>

#include "takt/base/instruction_set.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/simulate/engine.hpp"

namespace takt {
namespace {

State after_50_steps(InstructionSet set, const char* model, const char* text) {
  instruction_set() = set;
  const io::OpenModel open = io::open_model(model, {}, text);
  Method method = parse_method(text);
  method.step = open.step.value_or(1e-3);
  Engine s(open.system, method, open.start);
  for (int k = 0; k < 50; ++k) EXPECT_EQ(s.step().status, Status::ok) << model << " " << text;
  instruction_set() = best_instruction_set();
  return s.state();
}

TEST(InstructionSets, GiveTheSameMotion) {
  if (best_instruction_set() == InstructionSet::baseline) return;  // this machine has only one
  for (const auto& [model, text] :
       {std::pair{"double-wishbone-corner", "ali3+trapezoidal(passes=4)+tangent"},
        {"iltis", "index2+linear_implicit_euler(J2)+one_step"},
        {"sedan", "state_space+generalized_alpha(rho=0.8,passes=4)"},
        {"truck-trailer", "ode+linear_implicit_euler(J2)"},
        {"stewart-platform", "index1+rk4+s_both2"},
        {"passenger-car", "ode+bdf(order=2,passes=4)"},
        {"train-carriage", "ggl+bdf(order=2,passes=4)+grouped"}}) {
    const State a = after_50_steps(InstructionSet::baseline, model, text);
    const State b = after_50_steps(InstructionSet::avx2, model, text);
    const double size = 1 + std::max(max_norm(a.q), max_norm(a.v));
    EXPECT_LT(max_norm(a.q - b.q), 1e-9 * size) << model << " " << text;
    EXPECT_LT(max_norm(a.v - b.v), 1e-8 * size) << model << " " << text;
    EXPECT_GT(max_norm(a.v - b.v), 0) << model << " " << text << ": one set served both";
  }
}

}  // namespace
}  // namespace takt
