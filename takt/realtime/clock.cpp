#include "takt/realtime/clock.hpp"

#include <cerrno>
#include <ctime>

namespace takt::realtime {
namespace {

constexpr std::int64_t second = 1'000'000'000;

class Monotonic final : public Clock {
 public:
  std::int64_t now() noexcept override {
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * second + t.tv_nsec;
  }
  void sleep_until(std::int64_t time) noexcept override {
    const timespec until{time / second, time % second};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr) == EINTR) {
    }
  }
  void stay_awake_until(std::int64_t time) noexcept override {
    while (now() < time) {
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
  }
};

}  // namespace

Clock& monotonic_clock() noexcept {
  static Monotonic clock;
  return clock;
}

}  // namespace takt::realtime
