#include "takt/realtime/privileges.hpp"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

namespace takt::realtime {
namespace {

constexpr std::size_t stack_touched = 256 * 1024;

std::string name_of(int policy) {
  switch (policy) {
    case SCHED_FIFO: return "SCHED_FIFO";
    case SCHED_RR: return "SCHED_RR";
    case SCHED_OTHER: return "SCHED_OTHER";
    default: return "scheduler " + std::to_string(policy);
  }
}

std::string user() {
  const char* name = std::getenv("USER");
  return name != nullptr && *name != '\0' ? name : "<user>";
}

[[gnu::noinline]] void touch_stack() {
  volatile char stack[stack_touched];
  for (std::size_t i = 0; i < stack_touched; i += 1024) stack[i] = 0;
  static_cast<void>(stack);
}

void want_scheduler(const Wanted& w, Obtained& got) {
  sched_param parameters{};
  parameters.sched_priority = w.priority;
  if (w.priority > 0) {
    const int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    if (error != 0)
      got.missing.push_back(
          {"SCHED_FIFO with priority " + std::to_string(w.priority) + ": " + std::strerror(error),
           "in /etc/security/limits.conf: " + user() + " - rtprio " + std::to_string(w.priority) +
               ", and log in anew; or sudo chrt -f " + std::to_string(w.priority) +
               " takt realtime ..."});
  }
  int policy = SCHED_OTHER;
  pthread_getschedparam(pthread_self(), &policy, &parameters);
  got.scheduler = name_of(policy);
  got.priority = parameters.sched_priority;
}

void want_processor(const Wanted& w, Obtained& got) {
  if (w.cpu < 0) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (w.cpu < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(w.cpu), &set);
  const int error = pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  if (error == 0)
    got.cpu = w.cpu;
  else
    got.missing.push_back({"processor " + std::to_string(w.cpu) + ": " + std::strerror(error),
                           "choose one of those in /proc/self/status, Cpus_allowed_list"});
}

}  // namespace

void lock_memory(const Wanted& w, Obtained& got) {
  if (!w.lock_memory) return;
  // Keeps freed memory in the heap, and takes no memory from new mappings.
  mallopt(M_TRIM_THRESHOLD, -1);
  mallopt(M_MMAP_MAX, 0);
  got.memory_locked = mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
  if (got.memory_locked) return;
  const int error = errno;
  got.missing.push_back({std::string("locked memory: ") + std::strerror(error),
                         "in /etc/security/limits.conf: " + user() +
                             " - memlock unlimited, and log in anew (ulimit -l shows it)"});
}

void become_ordinary() noexcept {
  sched_param none{};
  if (sched_getscheduler(0) != SCHED_OTHER) sched_setscheduler(0, SCHED_OTHER, &none);
}

void become_realtime(const Wanted& w, Obtained& got) {
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);  // ns; SCHED_FIFO has no slack anyway
  want_processor(w, got);
  want_scheduler(w, got);
  touch_stack();
}

Disturbances Disturbances::now() {
  rusage r{};
  getrusage(RUSAGE_THREAD, &r);
  return {r.ru_minflt, r.ru_majflt, r.ru_nivcsw, r.ru_nvcsw};
}

Disturbances Disturbances::operator-(const Disturbances& b) const {
  return {page_faults - b.page_faults, major_faults - b.major_faults,
          involuntary_switches - b.involuntary_switches, voluntary_switches - b.voluntary_switches};
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

Host Host::here() {
  Host h;
  utsname u{};
  uname(&u);
  h.kernel = std::string(u.sysname) + " " + u.release;
  const std::string version = u.version;
  h.preemption = first_line("/sys/kernel/realtime") == "1" ? "PREEMPT_RT" : "no preemption";
  for (const char* kind : {"PREEMPT_RT", "PREEMPT_DYNAMIC", "PREEMPT"})
    if (h.preemption == "no preemption" && version.find(kind) != std::string::npos)
      h.preemption = kind;
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);)
    if (line.starts_with("model name")) {
      h.processor = line.substr(line.find(':') + 2);
      break;
    }
  h.processors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  return h;
}

}  // namespace takt::realtime
