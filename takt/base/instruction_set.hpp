// Chooses the kernels: the best instruction set of the machine, or the baseline if the environment
// variable TAKT_ISA is `baseline`, which gives the same bits on every machine.
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

// The set used in this process, found at the first call. Tests assign to it to run both sets; no
// system may be in use meanwhile.
inline InstructionSet& instruction_set() noexcept {
  static InstructionSet chosen = best_instruction_set();
  return chosen;
}

// The kernels of the chosen set. K is a namespace with one nested namespace for each instruction
// set.
#ifdef __x86_64__
#define TAKT_BEST_KERNELS(K)                                                     \
  (::takt::instruction_set() == ::takt::InstructionSet::avx2 ? &K::avx2::kernels \
                                                             : &K::baseline::kernels)
#else
#define TAKT_BEST_KERNELS(K) (&K::baseline::kernels)
#endif

}  // namespace takt
