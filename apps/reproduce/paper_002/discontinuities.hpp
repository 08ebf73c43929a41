// 002 (Arnold, Fuchs, Fuehrer), section 3.2: forces with kinks. What it brings to end steps at them, on
// a bouncing mass, whose motion is known exactly, and on a four-bar linkage between two stops.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

// The height of a mass of 1 kg that falls from 1 m on a spring without loss.
double bouncing_mass(double t);

struct EventRun {
  std::string model, integrator;  // "bouncing mass", "four-bar"; "dopri5", "bdf"
  bool located = false;
  double rtol = 0, error = 0;  // error of the coordinate at the end, m or rad
  std::int64_t steps = 0, refused = 0, calls = 0, events = 0;
  double cpu = 0;  // s
};

// The angle of the four-bar linkage at the end of the run, by three methods.
struct EventReference {
  // dopri5 with located stops; dopri5 that runs over them at the same tight tolerance; rk4 at 0.02 ms
  double located = 0, blind = 0, fixed = 0;
};

struct EventStudy {
  EventReference reference;
  std::vector<EventRun> runs;  // by model, integrator, located, and falling tolerance
};
EventStudy event_study();

Report report_discontinuities();

}  // namespace takt::reproduce::paper_002
