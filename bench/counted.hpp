// Counts instructions where valgrind's callgrind runs the benchmarks: what a row does, without its
// set-up, and whatever else the machine is doing. tools/bench_instructions.py puts binaries side by side.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#endif

namespace takt::bench {

inline bool counting() { return RUNNING_ON_VALGRIND != 0; }

// for (auto _ : counted(state)): the iterations of a row. Rows come in the order of the report.
class counted {
 public:
  explicit counted(benchmark::State& state) : state_(state) { CALLGRIND_ZERO_STATS; }
  ~counted() {
    if (counting()) CALLGRIND_DUMP_STATS_AT("row");
  }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  auto begin() { return state_.begin(); }
  auto end() { return state_.end(); }

 private:
  benchmark::State& state_;
};

// Part of a row that has a name of its own.
template <class Work> void count_as(const std::string& name, Work work) {
  CALLGRIND_ZERO_STATS;
  work();
  if (counting()) CALLGRIND_DUMP_STATS_AT(("part " + name).c_str());
}

}  // namespace takt::bench
