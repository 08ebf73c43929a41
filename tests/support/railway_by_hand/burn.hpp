// Computing time that has no result: makes forces as expensive as those of a detailed model.
#pragma once

#include <chrono>
#include <cstdint>

namespace takt::by_hand {

class Burn {
 public:
  // How many rounds take that long is measured once; afterwards their number is fixed.
  explicit Burn(double microseconds) {
    if (!(microseconds > 0)) return;
    constexpr std::int64_t trial = 20000;
    double best = 1e300;  // of several, because anything may disturb one
    for (int k = 0; k < 5; ++k) {
      const auto start = std::chrono::steady_clock::now();
      spend(trial);
      const std::chrono::duration<double, std::micro> took =
          std::chrono::steady_clock::now() - start;
      best = took.count() < best ? took.count() : best;
    }
    rounds_ = static_cast<std::int64_t>(microseconds * trial / best);
  }
  void operator()() const noexcept { spend(rounds_); }

 private:
  static void spend(std::int64_t rounds) noexcept {
    double x = 0.5;
    for (std::int64_t k = 0; k < rounds; ++k) x = 3.7 * x * (1 - x);
    volatile double seen = x;  // nobody else looks, but the compiler must not know
    static_cast<void>(seen);
  }
  std::int64_t rounds_ = 0;
};

}  // namespace takt::by_hand
