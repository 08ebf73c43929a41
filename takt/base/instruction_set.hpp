// Which kernels to take: the best the machine has; TAKT_ISA=baseline for the same bits on every
// machine.
#pragma once

#include <cstdlib>
#include <string_view>

namespace takt {

inline bool has_avx2() noexcept {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  const char* wish = std::getenv("TAKT_ISA");
  return !(wish && std::string_view(wish) == "baseline") && __builtin_cpu_supports("avx2") &&
         __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

// K: a set of kernels with a namespace of its own.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define TAKT_BEST_KERNELS(K) (::takt::has_avx2() ? &K::avx2::kernels : &K::baseline::kernels)
#else
#define TAKT_BEST_KERNELS(K) (&K::baseline::kernels)
#endif

}  // namespace takt
