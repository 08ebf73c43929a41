// Runs `takt realtime` on the steered Iltis, in a process of its own.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "injector.hpp"
#include "process.hpp"

namespace takt::faults {

// TAKT_FAULTS_LONG=1 (make faults): campaigns of minutes instead of seconds.
inline bool long_campaign() {
  const char* text = std::getenv("TAKT_FAULTS_LONG");
  return text != nullptr && *text == '1';
}

inline const std::string model = std::string(TAKT_SOURCE_DIR) + "/examples/hil/steered-iltis.yaml";
inline const std::vector<std::string> model_inputs{"wheel"};

// On a shared machine overruns are compared, not forbidden: the grace period covers the whole run.
inline std::vector<std::string> command(const std::vector<std::string>& more, double until) {
  std::vector<std::string> c{TAKT_CLI,  "realtime", model,
                             "--json",  "--until",  std::to_string(until) + "s",
                             "--grace", "1000s"};
  c.insert(c.end(), more.begin(), more.end());
  return c;
}

// True when the program listens; false if it has ended or does not listen within half a minute.
inline bool listening(const Process& takt, int port) {
  for (int i = 0; i < 300 && takt.running(); ++i)
    if (wait_until_bound(port, 0.1)) return true;
  return false;
}

struct Outcome {
  int code = -1;
  nlohmann::json report;
  Done done;
  std::int64_t noise = 0;  // packets of the flood
};

// Runs a controller with a plan and a flood with the given rate in packets per second.
inline Outcome run(const Plan& plan, double flood_rate = 0,
                   const std::vector<std::string>& more = {}) {
  const int port = free_port();
  std::vector<std::string> options{"--io", "udp:" + std::to_string(port)};
  options.insert(options.end(), more.begin(), more.end());
  Process takt(command(options, plan.frames * plan.interval + 0.3));
  Outcome o;
  if (!listening(takt, port)) throw std::runtime_error("nobody listens: " + takt.errors());
  Injector controller(port, model_inputs);
  if (flood_rate > 0) {
    Flood flood(port, flood_rate);
    o.done = controller.run(plan);
    o.noise = flood.stop();
  } else {
    o.done = controller.run(plan);
  }
  o.code = takt.wait();
  o.report = takt.report();
  return o;
}

}  // namespace takt::faults
