// Processor time of the calling thread in s. On a busy machine it is less than the elapsed time.
#pragma once

#include <ctime>

namespace takt {

inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace takt
