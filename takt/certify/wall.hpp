// Time in seconds from a monotonic clock, for time budgets.
#pragma once

#include <chrono>

namespace takt::certify {

inline double wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace takt::certify
