#include "takt/realtime/doctor.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <thread>

#include "takt/realtime/clock.hpp"
#include "takt/realtime/distribution.hpp"

namespace takt::realtime {
namespace {

constexpr double fine_wake_up = 0.1;  // latest wake-up that is still good, relative to the period
const std::string cpu_folder = "/sys/devices/system/cpu/";

Check scheduler(const Obtained& got, const Wanted& w) {
  Check c{"scheduler", fmt::format("{}, priority {}", got.scheduler, got.priority), Verdict::good,
          ""};
  for (const Missing& m : got.missing)
    if (m.what.starts_with("SCHED_FIFO")) {
      c.verdict = Verdict::bad;
      c.found = fmt::format("SCHED_FIFO {} is not permitted", w.priority);
      c.remedy = m.remedy;
    }
  return c;
}

Check locked_memory(const Obtained& got) {
  rlimit limit{};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  const std::string amount = limit.rlim_cur == RLIM_INFINITY
                                 ? "unlimited"
                                 : fmt::format("limit {} kB", limit.rlim_cur / 1024);
  Check c{"locked memory", amount + (got.memory_locked ? ", locked" : ", not locked"),
          got.memory_locked ? Verdict::good : Verdict::bad, ""};
  for (const Missing& m : got.missing)
    if (m.what.starts_with("locked memory")) c.remedy = m.remedy;
  return c;
}

Check preemption(const Host& host) {
  const bool full = host.preemption == "PREEMPT_RT";
  return {"preemption", host.preemption, full ? Verdict::good : Verdict::bad,
          full ? ""
               : "a kernel with PREEMPT_RT (Debian: linux-image-rt-amd64) bounds what the kernel "
                 "itself may take; with PREEMPT_DYNAMIC, preempt=full on the kernel command line"};
}

Check governor() {
  const std::string g = first_line(cpu_folder + "cpu0/cpufreq/scaling_governor");
  if (g.empty())
    return {"governor", "not shown (a virtual machine, or no frequency scaling)", Verdict::unknown,
            ""};
  return {"governor", g, g == "performance" ? Verdict::good : Verdict::bad,
          g == "performance" ? "" : "sudo cpupower frequency-set -g performance"};
}

Check timers() {
  timespec t{};
  clock_getres(CLOCK_MONOTONIC, &t);
  const bool fine = t.tv_sec == 0 && t.tv_nsec <= 1000;
  const std::string source =
      first_line("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  return {"timers",
          fmt::format("resolution {} ns{}", t.tv_sec * 1'000'000'000L + t.tv_nsec,
                      source.empty() ? "" : ", clock " + source),
          fine ? Verdict::good : Verdict::bad,
          fine ? "" : "a kernel with CONFIG_HIGH_RES_TIMERS, without highres=off"};
}

Check throttling() {
  const std::string runtime = first_line("/proc/sys/kernel/sched_rt_runtime_us");
  const std::string period = first_line("/proc/sys/kernel/sched_rt_period_us");
  if (runtime.empty() || period.empty()) return {"throttling", "not shown", Verdict::unknown, ""};
  const bool none = runtime == "-1";
  return {
      "throttling",
      none ? "none" : fmt::format("{} of {} µs for real-time threads", runtime, period),
      Verdict::good,
      none ? "a loop that never sleeps would hang the machine: keep a period above its step" : ""};
}

Check isolation(const Wanted& w) {
  const std::string isolated = first_line(cpu_folder + "isolated");
  if (!isolated.empty()) return {"isolated CPUs", isolated, Verdict::good, ""};
  return {"isolated CPUs", "none", Verdict::unknown,
          fmt::format("isolcpus={0} nohz_full={0} rcu_nocbs={0} on the kernel command line, and "
                      "--cpu {0}",
                      std::max(w.cpu, 1))};
}

Check siblings() {
  const std::string active = first_line(cpu_folder + "smt/active");
  if (active.empty()) return {"hyper-threads", "not shown", Verdict::unknown, ""};
  return {"hyper-threads", active == "1" ? "on" : "off",
          active == "1" ? Verdict::bad : Verdict::good,
          active == "1" ? "echo off | sudo tee /sys/devices/system/cpu/smt/control" : ""};
}

Check latency(const Histogram& h, double period) {
  const double limit = fine_wake_up * period * 1e9;
  const bool fine = h.max() <= limit;
  return {"wake-ups",
          fmt::format("99 % within {}, latest {}", io::seconds_in_words(h.quantile(0.99) * 1e-9),
                      io::seconds_in_words(h.max() * 1e-9)),
          fine ? Verdict::good : Verdict::bad,
          fine
              ? ""
              : fmt::format("above {}: isolate a processor (isolcpus, --cpu), end other work, look "
                            "at interrupts (/proc/interrupts)",
                            io::seconds_in_words(limit * 1e-9))};
}

void measure(const Wanted& w, double seconds, Diagnosis& d, Obtained& got) {
  std::thread([&] {
    become_realtime(w, got);
    Clock& clock = monotonic_clock();
    const auto period = static_cast<std::int64_t>(d.period * 1e9);
    const auto count = static_cast<std::int64_t>(seconds / d.period);
    const std::int64_t t0 = clock.now() + period;
    for (std::int64_t k = 0; k < count; ++k) {
      clock.sleep_until(t0 + k * period);
      d.wake_up.add(clock.now() - (t0 + k * period));
    }
  }).join();
}

std::string mark(Verdict v, const io::Style& style) {
  return v == Verdict::good  ? style.good("ok")
         : v == Verdict::bad ? style.bad("no")
                             : style.faint("?");
}

}  // namespace

bool Diagnosis::good() const {
  return std::none_of(checks.begin(), checks.end(),
                      [](const Check& c) { return c.verdict == Verdict::bad; });
}

Diagnosis examine(const Wanted& w, double seconds) {
  Diagnosis d;
  d.host = Host::here();
  Obtained got;
  lock_memory(w, got);
  measure(w, seconds, d, got);
  d.checks = {scheduler(got, w), locked_memory(got), preemption(d.host),
              governor(),        timers(),           throttling(),
              isolation(w),      siblings(),         latency(d.wake_up, d.period)};
  return d;
}

std::string diagnosis_text(const Diagnosis& d, const io::Style& style) {
  constexpr std::size_t name_width = 15, mark_width = 4, columns = 78;
  std::string out = style.strong("Deadlines on this machine") + "\n\n  " + d.host.kernel + ", " +
                    d.host.processor + fmt::format(", {} processors\n\n", d.host.processors);
  for (const Check& c : d.checks) {
    out += "  " + io::padded(mark(c.verdict, style), mark_width) + io::padded(c.name, name_width) +
           c.found + "\n";
    if (!c.remedy.empty()) {
      const std::size_t indent = 2 + mark_width + name_width;
      out += std::string(indent, ' ') +
             style.faint(io::wrapped(c.remedy, columns - indent, indent)) + "\n";
    }
  }
  out += "\n" + distribution_text({{"wake-up", &d.wake_up}}, style);
  return out;
}

nlohmann::ordered_json to_json(const Diagnosis& d) {
  nlohmann::ordered_json j;
  j["kernel"] = d.host.kernel;
  j["preemption"] = d.host.preemption;
  j["processor"] = d.host.processor;
  j["processors"] = d.host.processors;
  j["good"] = d.good();
  j["checks"] = nlohmann::ordered_json::array();
  for (const Check& c : d.checks)
    j["checks"].push_back(
        {{"name", c.name},
         {"found", c.found},
         {"ok", c.verdict == Verdict::unknown ? nlohmann::ordered_json(nullptr)
                                              : nlohmann::ordered_json(c.verdict == Verdict::good)},
         {"remedy", c.remedy}});
  j["wake_up_us"] = distribution_json(d.wake_up);
  return j;
}

}  // namespace takt::realtime
