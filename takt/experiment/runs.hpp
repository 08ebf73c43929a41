// Runs of the shipped problems, and what is measured on them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "takt/simulate/run.hpp"

namespace takt::experiment {

struct Case {
  std::string model, method;  // of a mechanism the method also names the coordinates
  double step = 1e-3, until = 1;
  std::map<std::string, double> set = {};  // numbers: of hand-written problems
  std::vector<std::string> with = {};      // path=value: of mechanisms, and of initial states
};

// What was sampled along a run.
struct Trace {
  std::vector<double> t, position, velocity, acceleration;  // times and drifts
  std::vector<double> energy;                               // total, in J
  std::vector<Vector> q, v, lambda;
  std::vector<std::vector<double>> outputs;
};

struct Looking {
  double every = 0;    // s between samples; 0: every step, or none without trace and drift
  bool drift = true;   // drift and energy at every step, not only at samples
  bool bound = false;  // of 000 section 3.4
  Trace* trace = nullptr;
};

// Throws Error when there is no such model or the method does not fit it; a solver that fails says so in the summary.
Summary simulate(const Case&, const Looking& = {});

// Processor time of the steps alone, nothing looked at: what papers call CPU time. Unlike
// Summary::cpu_s, which goes by the clock on the wall, it bears company on the machine.
double processor_time(const Case&);

inline bool blew_up(const Summary& s) { return s.status != Status::ok; }
inline std::int64_t tries(const Summary& s) { return s.steps + s.counters.rejected; }

// The largest component of the difference of q at the same samples; infinite when one run is short.
double largest_difference(const Trace&, const Trace&);

// The slope of log y over log x, by least squares.
double order(std::span<const double> x, std::span<const double> y);

// n points from a to b, evenly spaced in the logarithm.
std::vector<double> logarithmic(double a, double b, int n);

double maximum(std::span<const double>);
double median(std::vector<double>);

}  // namespace takt::experiment
