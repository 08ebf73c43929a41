// What a thread with deadlines wants of the operating system, what it got, and how to get the rest.
#pragma once

#include <string>
#include <vector>

namespace takt::realtime {

struct Wanted {
  int priority = 80;  // of SCHED_FIFO; 0: the usual scheduler
  int cpu = -1;       // to stay on; -1: any
  bool lock_memory = true;
};

struct Missing {
  std::string what, remedy;
};

struct Obtained {
  std::string scheduler;  // as the kernel says
  int priority = 0, cpu = -1;
  bool memory_locked = false;
  std::vector<Missing> missing;
};

// All memory of the process stays where it is, now and later. Call it before the threads start.
void lock_memory(const Wanted&, Obtained&);

// Of the calling thread: scheduler, processor, precise timers; its stack is touched.
// Back to the usual scheduler, for threads that inherited another one: whoever starts the program with a
// real-time priority gives it to all of them.
void become_ordinary() noexcept;
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

std::string first_line(const std::string& path);  // of a file of the system; empty: not there

}  // namespace takt::realtime
