// Which kernels to take: the best the machine has; TAKT_ISA=baseline for the same bits on every
// machine.
#pragma once

#include <cstdlib>
#include <string_view>

namespace takt {

enum class InstructionSet { baseline, avx2 };

inline InstructionSet best_instruction_set() noexcept {
#ifdef __x86_64__
  const char* wish = std::getenv("TAKT_ISA");
  if (!(wish && std::string_view(wish) == "baseline") && __builtin_cpu_supports("avx2") &&
      __builtin_cpu_supports("fma"))
    return InstructionSet::avx2;
#endif
  return InstructionSet::baseline;
}

// Of this run, asked for once. Tests assign to it to see both sets, with no system in use elsewhere.
inline InstructionSet& instruction_set() noexcept {
  static InstructionSet chosen = best_instruction_set();
  return chosen;
}

// K: a set of kernels with a namespace of its own for each instruction set.
#ifdef __x86_64__
#define TAKT_BEST_KERNELS(K)                                                     \
  (::takt::instruction_set() == ::takt::InstructionSet::avx2 ? &K::avx2::kernels \
                                                             : &K::baseline::kernels)
#else
#define TAKT_BEST_KERNELS(K) (&K::baseline::kernels)
#endif

}  // namespace takt
