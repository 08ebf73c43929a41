// A scoped guard that flushes denormal numbers to zero and restores the mode of the caller
// afterwards. An operation with denormal numbers can cost a hundred times a normal one. Every
// command uses the guard around a step, so results agree.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace takt {

class FlushToZero {
 public:
#if defined(__SSE2__)
  FlushToZero() noexcept : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040u); }
  ~FlushToZero() { _mm_setcsr(before_); }
#else
  FlushToZero() noexcept = default;
  ~FlushToZero() = default;
#endif
  FlushToZero(const FlushToZero&) = delete;
  FlushToZero& operator=(const FlushToZero&) = delete;

 private:
#if defined(__SSE2__)
  unsigned before_;
#endif
};

}  // namespace takt
