// Uses computing time without a result: makes forces as expensive as those of a detailed model.
//
//   Q = 0
#pragma once

#include <chrono>
#include <cstdint>

#include "takt/element/catalogue.hpp"

namespace takt::element {

class Burn final : public Law {
 public:
  // Measures once how many rounds take this time; afterwards their number is fixed.
  explicit Burn(double seconds) {
    if (!(seconds > 0)) return;
    constexpr std::int64_t trial = 20000;
    double best = 1e300;  // shortest of several trials, because any of them may be disturbed
    for (int k = 0; k < 5; ++k) {
      const auto start = std::chrono::steady_clock::now();
      spend(trial);
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      best = took.count() < best ? took.count() : best;
    }
    rounds_ = static_cast<std::int64_t>(seconds * trial / best);
  }

  void force(const LawIn&, LawOut& out) const noexcept override {
    spend(rounds_);
    out.Q[0] = 0;
  }
  void derivatives(const LawIn&, LawOut& out) const noexcept override {
    out.Q_s[0][0] = out.Q_ds[0][0] = 0;
  }
  bool conservative() const noexcept override { return true; }
  double report(const LawIn&) const noexcept override { return 0; }

  static constexpr Key keys[] = {
      {"time", KeyKind::number, "s", "", "of computing at each evaluation of the forces", ">=0"}};
  static std::shared_ptr<const Law> make(const Values& v) {
    return std::make_shared<Burn>(v.number("time"));
  }
  static constexpr ForceEntry entry{
      "burn",
      "002 sec. 4.1",
      "no force; it only takes the computing time of a detailed force model",
      Attach::joint,
      keys,
      make,
      nullptr,
      "N",
      "always 0"};

 private:
  static void spend(std::int64_t rounds) noexcept {
    double x = 0.5;
    for (std::int64_t k = 0; k < rounds; ++k) x = 3.7 * x * (1 - x);
    volatile double seen = x;  // volatile: the compiler must not remove the loop
    static_cast<void>(seen);
  }
  std::int64_t rounds_ = 0;
};

}  // namespace takt::element
