// The manoeuvre of papers 001 and 003: the Iltis up a ramp and down four stairs, 8 s from 5 m/s.
//
// The papers print neither the road nor the car; both are those of the shipped model, so figures are
// compared in kind and never curve by curve.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "takt/experiment/runs.hpp"

namespace takt::experiment::stairs {

inline constexpr double until = 8, first_stair = 3.9;  // s; the front wheels arrive there
inline constexpr double grid = 0.01;                   // s, where rides are compared

struct Ride {
  Summary summary;
  std::vector<double> t, x, z;  // of the chassis, on the grid
  double cpu = 0;               // s, processor time of the steps; of timed rides
  double realtime_factor() const { return summary.simulated / cpu; }
  bool finished() const { return !blew_up(summary); }
};

Ride ride(std::string_view method, double step);

// The same, and its processor time: of short ones the least of three.
Ride timed_ride(std::string_view method, double step);

// hybrid+trapezoidal at 0.25 ms, driven once.
inline constexpr double reference_step = 0.25e-3;
const Ride& reference();

// Root of the mean square distance of the chassis' (x, z) over the samples up to `to`; infinite for
// a ride that ended before.
double rms_distance(const Ride&, const Ride&, double to = until);

// A ride is stable when it arrives: it finishes, not far from where the reference does, and the
// chassis stands as high as the reference's.
struct Verdict {
  bool stable;
  double x_off, z_off;  // m, at the end
};
inline constexpr double x_within = 0.5, z_within = 5e-3;  // m
Verdict judge(const Ride&);
std::string outcome(const Ride&);  // "arrives", "stops at 4.25 s", "z off by 56 mm"

// The largest multiple of 0.5 ms up to 50 ms that is stable, by bisection from 1 ms. Stability has
// no sharp bound: the car bounces on its stops, and steps below the answer may fail as well.
struct LargestStep {
  double step = 0;  // s; 0: not even 0.5 ms
  Ride ride;
};
LargestStep largest_stable_step(std::string_view method);

// So this is told too: the largest whole number of milliseconds up to which every one is stable, at
// most 50; 0: not even 1 ms.
double safe_step(std::string_view method);

}  // namespace takt::experiment::stairs
