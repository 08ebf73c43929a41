// Checks that steps use no heap and all do the same work, which is the cost announced before the
// first.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "takt/simulate/engine.hpp"
#include "tests/realtime/allocation_guard.hpp"

namespace takt::test {

struct Steadiness {
  std::int64_t steps = 0;        // successful ones
  std::int64_t allocations = 0;  // heap calls, including those of failed steps
  std::int64_t unequal = 0;      // steps whose counters differ from those of the others
  std::int64_t stops = 0;        // failed steps; after each one the run starts again
  std::string first_unequal, first_stop;
};

class StepWatch {
 public:
  explicit StepWatch(Engine& s) : s_(s), cost_(s.cost()), start_(s.memory_size()) {
    s.save(start_);
  }

  // Makes so many successful steps. A method that leaves its range of validity starts again from
  // the start, unless it fails at once.
  const Steadiness& make(std::int64_t steps) {
    while (seen_.steps < steps) {
      const Counters before = s_.counters();
      Status status = Status::ok;
      {
        const AllocationGuard guard;
        status = s_.step().status;
        seen_.allocations += guard.count();
      }
      if (status == Status::ok) {
        ++seen_.steps;
        ++since_start_;
        compare(before);
        continue;
      }
      if (seen_.stops++ == 0)
        seen_.first_stop = "after " + std::to_string(since_start_) + " steps: " + s_.failure();
      if (since_start_ == 0) break;
      since_start_ = 0;
      s_.restore(start_);
    }
    return seen_;
  }

 private:
  void compare(const Counters& before) {
    const Counters& now = s_.counters();
    std::string different;
    const auto expect = [&](std::int64_t n, std::int64_t expected, std::string_view what) {
      if (n != expected && different.empty())
        different = std::to_string(n) + " " + std::string(what) + " in place of " +
                    std::to_string(expected) + ", step " + std::to_string(seen_.steps);
    };
    expect(now.evaluations - before.evaluations, cost_.evaluations, "evaluations");
    expect(now.factorisations - before.factorisations, cost_.factorisations, "factorisations");
    expect(now.solves - before.solves, cost_.solves, "solves");
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const std::int64_t n = now.terms[i] - before.terms[i];
      if (seen_.steps == 1) terms_[i] = n;
      expect(n, terms_[i], term_names[i]);
    }
    if (different.empty()) return;
    if (seen_.unequal++ == 0) seen_.first_unequal = different;
  }

  Engine& s_;
  Cost cost_;
  std::vector<std::byte> start_;
  std::int64_t since_start_ = 0;
  std::array<std::int64_t, term_count> terms_{};  // of the first step
  Steadiness seen_;
};

}  // namespace takt::test
