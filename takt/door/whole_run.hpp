// A whole run of a Simulation, with all that a program may want around it. takt::run (simulation.hpp) and the
// Python module are made of it.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "takt/door/simulation.hpp"
#include "takt/io/results/memory_table.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/io/terminal/report_text.hpp"
#include "takt/simulate/run.hpp"

namespace takt::door {

struct AroundRun {
  RunFiles files{};                  // what is written, and how often a row is
  io::MemoryTable* table = nullptr;  // rows in memory, with the columns of columns_of()
  const std::atomic<bool>* interrupt = nullptr;
  Controller* controller = nullptr;
  std::int64_t control_every = 1;            // steps
  std::function<void(double t)> progress{};  // called now and then
  std::string command{};                     // as result files show it
};

struct WholeRun {
  Summary summary;
  io::Provenance from;
  std::vector<io::WrittenFile> files;
};

// The columns of a run that records `record`. Throws Error: an unknown word.
io::Columns columns_of(Simulation&, const std::string& record);

// From the present state to `until`. Throws Error: files that cannot be written, rows between steps.
WholeRun whole_run(Simulation&, const AroundRun&);

// The summary as `takt run` prints it, without colours.
std::string text_of(const WholeRun&, Simulation&);
// Why a run stopped before its end: what, where, and what to try.
Error why_stopped(const WholeRun&, Simulation&);

}  // namespace takt::door
