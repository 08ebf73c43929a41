// What a thread with deadlines wants from the operating system, what it got, and how to get the
// rest.
#pragma once

#include <string>
#include <vector>

namespace takt::realtime {

struct Wanted {
  int priority = 80;  // of SCHED_FIFO; 0: the usual scheduler
  int cpu = -1;       // processor to run on; -1: any
  bool lock_memory = true;
};

struct Missing {
  std::string what, remedy;
};

struct Obtained {
  std::string scheduler;  // as the kernel reports it
  int priority = 0, cpu = -1;
  bool memory_locked = false;
  std::vector<Missing> missing;
};

// Locks all present and future memory of the process in RAM. Call it before the threads start.
void lock_memory(const Wanted&, Obtained&);

// Sets the calling thread back to the normal scheduler. A program that is started with a real-time
// priority passes it on to all of its threads.
void become_ordinary() noexcept;
// Sets scheduler, processor and precise timers of the calling thread, and touches its stack.
void become_realtime(const Wanted&, Obtained&);

struct Disturbances {  // of the calling thread, since it began
  long page_faults = 0, major_faults = 0, involuntary_switches = 0, voluntary_switches = 0;

  static Disturbances now();
  Disturbances operator-(const Disturbances&) const;
};

struct Host {
  std::string kernel, preemption, processor;
  int processors = 0;

  static Host here();
};

std::string first_line(const std::string& path);  // of a system file; empty if it does not exist

}  // namespace takt::realtime
