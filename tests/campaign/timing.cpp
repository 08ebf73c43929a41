// Measures how much the times of steps vary: a million steps of one method of each family. After
// each step, two kinds of fixed work that take as long are timed: one step repeated from the same
// state, and a loop. Variation of all three is noise of the machine; variation of the steps alone
// would be ours. The loop needs no memory and hardly any code: it shows the machine at its best.
// The repeated step needs the same resources as the steps.
//
//   takt_timing [STEPS] [MODEL] [METHOD]    default: a million steps, all models and families
#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>

#include "takt/base/error.hpp"
#include "takt/simulate/histogram.hpp"
#include "tests/campaign/cases.hpp"

namespace takt::campaign {
namespace {

constexpr double most_p9999 = 1.5;     // relative to the loop
constexpr double most_spread = 2;      // p99 / p50
constexpr double as_even = 1.15;       // relative to the spread of the repeated step
constexpr std::int64_t settle = 2000;  // steps at the start that are not counted

const char* const families[] = {
    "index1+heun+s_both2",
    "index2+linear_implicit_euler(J2)+one_step",
    "index1(baumgarte=auto)+linear_implicit_euler(vedyna)",
    "hybrid+trapezoidal(passes=3)",
    "topological+trapezoidal(passes=3)",
    "hybrid+sdirk2(passes=2)",
    // One matrix in each step: otherwise steps differ by design.
    "ggl+bdf(order=2,passes=2,refresh=1)",
};

struct Ride {
  const char* model;
  std::vector<std::string> set;
  double step, length;  // s; after that the run starts again
};

std::int64_t now() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1'000'000'000ll + t.tv_nsec;
}

// Products of small matrices, like in a step: no branches, and as many parallel operations as the
// processor can do. A chain of dependent operations would not notice what another thread on the
// same core takes away.
class Control {
 public:
  Control() {
    for (std::size_t i = 0; i < A_.size(); ++i) A_[i] = i % (n + 1) == 0 ? 0.5 : 1e-3;
    x_.fill(1);
  }
  double work(std::int64_t rounds) noexcept {
    for (std::int64_t k = 0; k < rounds; ++k) {
      std::array<double, n> y{};
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t i = 0; i < n; ++i) y[i] += A_[n * j + i] * x_[j];
      for (std::size_t i = 0; i < n; ++i) x_[i] = 0.5 * y[i] + 1;
    }
    return x_[0];
  }
  std::int64_t rounds_for(double ns) {
    std::int64_t rounds = 10;
    double best = 1e300;
    for (int k = 0; k < 200; ++k) {
      const std::int64_t begin = now();
      work(rounds);
      best = std::min(best, static_cast<double>(now() - begin));
    }
    return std::max<std::int64_t>(1, std::llround(ns / best * static_cast<double>(rounds)));
  }

 private:
  static constexpr std::size_t n = 12;
  std::array<double, n * n> A_;
  std::array<double, n> x_;
};

bool time_one(const Ride& ride, const std::string& method, std::int64_t steps) {
  const Case c{ride.model, ride.set, method, ride.step};
  std::unique_ptr<Engine> sim;
  try {
    sim = std::make_unique<Engine>(simulate(c));
  } catch (const Error& e) {
    fmt::print("{:<14} {:<54} {}\n", ride.model, method, e.what());
    return true;  // the method does not fit this model
  }
  std::vector<std::byte> start(sim->memory_size()), same(start.size()), now_at(start.size());
  sim->save(start);
  const auto lap = std::llround(ride.length / ride.step);
  const auto advance = [&](std::int64_t k) {
    if (k % lap == 0) sim->restore(start);
    return sim->step().status == Status::ok;
  };
  Histogram warm, ours, repeated, control;
  Control loop;
  for (std::int64_t k = 0; k < settle; ++k) {
    const std::int64_t begin = now();
    if (!advance(k)) return false;
    warm.add(now() - begin);
  }
  sim->save(same);
  const std::int64_t rounds = loop.rounds_for(warm.quantile(0.5));
  double sum = 0;
  std::int64_t rested = now();
  for (std::int64_t k = 0; k < steps; ++k) {
    const std::int64_t a = now();
    const bool good = advance(k);
    const std::int64_t b = now();
    sim->save(now_at);
    sim->restore(same);
    const std::int64_t r = now();
    sim->step();
    const std::int64_t e = now();
    sim->restore(now_at);
    const std::int64_t l = now();
    sum += loop.work(rounds);
    const std::int64_t d = now();
    if (!good) {
      fmt::print("{:<14} {:<54} stopped: {}\n", ride.model, method, sim->failure());
      return false;
    }
    ours.add(b - a);
    repeated.add(e - r);
    control.add(d - l);
    if (d - rested > 400'000'000) {  // the kernel throttles a real-time thread that never sleeps
      std::this_thread::sleep_for(std::chrono::milliseconds(40));
      rested = now();
    }
  }
  const auto us = [](const Histogram& h, double p) { return h.quantile(p) * 1e-3; };
  const auto spread = [&](const Histogram& h) { return us(h, 0.99) / us(h, 0.5); };
  const bool even = spread(ours) < most_spread;
  const bool holds = us(ours, 0.9999) <= most_p9999 * us(control, 0.9999) &&
                     (even || spread(ours) <= as_even * spread(repeated)) && std::isfinite(sum);
  const auto row = [&](const Histogram& h) {
    return fmt::format("{:>6.1f} {:>6.1f} {:>6.1f} {:>6.0f} {:>4.2f}", us(h, 0.5), us(h, 0.99),
                       us(h, 0.9999), h.max() * 1e-3, spread(h));
  };
  fmt::print("{:<14} {:<52} {} | {} | {}  {}\n", ride.model, method, row(ours), row(repeated),
             row(control),
             !holds ? "DOES NOT HOLD"
             : even ? "holds"
                    : "as the same step");
  std::fflush(stdout);
  return holds;
}

int run(std::int64_t steps, std::string_view model, std::string_view family) {
  mlockall(MCL_CURRENT | MCL_FUTURE);
  sched_param p{};
  p.sched_priority = 10;
  const bool fifo = sched_setscheduler(0, SCHED_FIFO, &p) == 0;
  fmt::print("{} steps each, {}; us per step, beside fixed work of equal length\n", steps,
             fifo ? "SCHED_FIFO" : "ordinary scheduler");
  fmt::print("holds: p99 below {} times p50, p99.99 at most {} times the loop's\n", most_spread,
             most_p9999);
  fmt::print(
      "as the same step: p99 / p50 is the machine's, at most {} times that of one step from "
      "the same state, repeated\n",
      as_even);
  fmt::print("{:<14} {:<52} {:>32} | {:>32} | {:>32}\n", "model", "method",
             "p50 p99 p99.99 max p99/50", "the same step", "the loop");
  const Ride rides[] = {{"four-bar", {}, 1e-3, 10},
                        {"iltis", {}, 1e-3, 8},
                        {"truck-trailer", {"hitch=joint"}, 1e-3, 60}};
  bool all = true, any = false;
  for (const Ride& ride : rides)
    for (const std::string_view method : families)
      if ((model.empty() || model == ride.model) && (family.empty() || family == method)) {
        all = time_one(ride, std::string(method), steps) && all;
        any = true;
      }
  if (!any) {
    fmt::print(stderr,
               "no such model or family: write four-bar, iltis or truck-trailer, and one of\n");
    for (const char* method : families) fmt::print(stderr, "  {}\n", method);
    return 2;
  }
  return all ? 0 : 1;
}

}  // namespace
}  // namespace takt::campaign

int main(int count, char** words) {
  return takt::campaign::run(count > 1 ? std::strtoll(words[1], nullptr, 10) : 1'000'000,
                             count > 2 ? words[2] : "", count > 3 ? words[3] : "");
}
