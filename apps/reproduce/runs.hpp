// Runs the models of the papers and measures drift, errors and processor time.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "takt/analyse/order.hpp"
#include "takt/simulate/run.hpp"

namespace takt::reproduce {

struct Case {
  std::string model, method;  // the method of a mechanism may also name its coordinates
  double step = 1e-3, until = 1;
  std::map<std::string, double> set = {};  // parameters of hand-written problems
  // path=value: parameters of mechanisms, and initial states.
  std::vector<std::string> with = {};
};

// The samples of a run.
struct Trace {
  std::vector<double> t, position, velocity, acceleration;  // times and drifts
  std::vector<double> energy;                               // total, in J
  std::vector<Vector> q, v, lambda;
  std::vector<std::vector<double>> outputs;
};

struct Looking {
  double every = 0;    // s between samples; 0: every step, or none without trace and drift
  bool drift = true;   // drift and energy after every step, not only at samples
  bool bound = false;  // computes the drift bound of 000 section 3.4
  Trace* trace = nullptr;
};

// Throws Error if there is no such model or the method does not fit it. A step that fails is
// reported in the summary.
Summary simulate(const Case&, const Looking& = {});

// Processor time of the steps alone, in a run without monitor and samples: what papers call CPU
// time.
double processor_time(const Case&);

inline bool blew_up(const Summary& s) { return s.status != Status::ok; }
inline std::int64_t tries(const Summary& s) { return s.steps + s.counters.rejected; }

// The largest component of the difference of q at the same samples; infinite if one run is shorter.
double largest_difference(const Trace&, const Trace&);

using analyse::order;

// n points from a to b, evenly spaced in the logarithm.
std::vector<double> logarithmic(double a, double b, int n);

double maximum(std::span<const double>);
double median(std::vector<double>);

}  // namespace takt::reproduce
