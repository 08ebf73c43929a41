// Measures where the time of a step goes: a sum of processor ticks for each stage. Each thread may
// have a clock, which is read when the stage changes; a thread without a clock only tests a
// pointer.
#pragma once

#include <array>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#else
#include <ctime>
#endif

namespace takt {

// rest: the work of the integrator itself. Evaluations and solves of a projection count as
// `project`.
enum class Stage : std::uint8_t { rest, evaluate, factorise, solve, project };
inline constexpr std::size_t stage_count = 5;

class StageClock {
 public:
  static std::int64_t ticks() noexcept {
#if defined(__x86_64__)
    return static_cast<std::int64_t>(__rdtsc());
#else
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
#endif
  }

  void start() noexcept {
    spent_ = {};
    now_ = Stage::rest;
    since_ = ticks();
  }
  void stop() noexcept { charge(); }
  const std::array<std::int64_t, stage_count>& spent() const noexcept { return spent_; }

  Stage enter(Stage stage) noexcept {
    const Stage before = now_;
    if (before == Stage::project || before == stage) return before;
    charge();
    now_ = stage;
    return before;
  }
  void leave(Stage before) noexcept {
    if (before == now_) return;
    charge();
    now_ = before;
  }

 private:
  void charge() noexcept {
    const std::int64_t t = ticks();
    spent_[static_cast<std::size_t>(now_)] += t - since_;
    since_ = t;
  }

  std::array<std::int64_t, stage_count> spent_{};
  std::int64_t since_ = 0;
  Stage now_ = Stage::rest;
};

// The time from construction to destruction counts for `stage`.
class StageScope {
 public:
  explicit StageScope(Stage stage) noexcept {
    if (current != nullptr) [[unlikely]]
      enter(stage);
  }
  ~StageScope() {
    if (current != nullptr) [[unlikely]]
      leave();
  }
  StageScope(const StageScope&) = delete;
  StageScope& operator=(const StageScope&) = delete;

  // The clock of this thread. It is set between steps and never changed within a scope. Null: no
  // clock.
  static constinit inline thread_local StageClock* current = nullptr;

 private:
  // Separate functions that are not inlined, so that a step without a clock pays for two
  // comparisons only.
  [[gnu::noinline, gnu::cold]] void enter(Stage stage) noexcept { before_ = current->enter(stage); }
  [[gnu::noinline, gnu::cold]] void leave() noexcept { current->leave(before_); }

  Stage before_ = Stage::rest;
};

}  // namespace takt
