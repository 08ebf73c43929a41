// The clock of a real-time loop; tests use another one.
#pragma once

#include <cstdint>

namespace takt::realtime {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t now() noexcept = 0;                   // ns
  virtual void sleep_until(std::int64_t time) noexcept = 0;  // returns at this time, or later
  virtual void stay_awake_until(std::int64_t time) noexcept = 0;
};

// CLOCK_MONOTONIC: never set back, and the same for all processes of a machine.
Clock& monotonic_clock() noexcept;

}  // namespace takt::realtime
