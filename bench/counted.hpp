// Counts instructions if the benchmarks run in valgrind's callgrind: those of a row without its
// set-up, unaffected by other programs on the machine. tools/bench_instructions.py compares two
// binaries.
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

// for (auto _ : counted(state)) loops over the iterations of a row. Rows have the order of the
// report.
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

// Counts a part of a row under its own name.
template <class Work> void count_as(const std::string& name, Work work) {
  CALLGRIND_ZERO_STATS;
  work();
  if (counting()) CALLGRIND_DUMP_STATS_AT(("part " + name).c_str());
}

}  // namespace takt::bench
