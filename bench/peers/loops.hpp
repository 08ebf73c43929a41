// Interface to other engines for mechanisms with closed loops: whole runs, each engine with its own
// integrator. C++17, as peer.hpp.
#pragma once

#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace takt::bench {

inline double cpu_now() {  // s of this thread, because the machine may be shared
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// A row of N windows: posts 0 to N on pins at (i, 0), beams 0 to N-1 from the top of post i to the
// top of post i+1, all of 1 m and 1 kg; gravity 9.81 m/s^2 downwards; at the start the posts are
// upright and their tops move with +1 m/s.
struct FourBars {
  int windows = 40;
  double step = 1e-3, until = 10;  // s
};

struct Held {  // results of one run
  bool ok = true;
  double t_end = 0;                       // s, the last good time
  double cpu = 0;                         // s inside steps
  double violation = 0;                   // m, the largest component of a violated loop constraint
  double max_change = 0, end_change = 0;  // J of the total energy, absolute
  double energy = 0;                      // J at the start

  // To be called at the start and after every step of a run that is observed.
  void look(double total_energy, double gap) {
    if (!started_) energy = total_energy, started_ = true;
    end_change = std::abs(total_energy - energy);
    max_change = std::max(max_change, end_change);
    violation = std::max(violation, gap);
  }

 private:
  bool started_ = false;
};

struct Squeezed {  // Andrews' mechanism at 0.03 s
  bool ok = false;
  double cpu = 0;
  std::array<double, 7> q{};  // beta Theta gamma Phi delta Omega epsilon
};

struct LoopPeer {
  std::string name;  // the engine and its integrator
  Held (*four_bars)(const FourBars&, bool look) = nullptr;
  int largest = 1000;                               // largest number of windows for this engine
  double longest = 1e9;                             // s: longest run for this engine
  Squeezed (*squeezer)(double accuracy) = nullptr;  // by an adaptive integrator
};
struct RegisterLoops {
  explicit RegisterLoops(const LoopPeer&);
};

}  // namespace takt::bench
