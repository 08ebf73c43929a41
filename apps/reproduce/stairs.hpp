// The manoeuvre of papers 001 and 003: the Iltis drives up a ramp and down four stairs, 8 s,
// starting at 5 m/s.
//
// The papers give neither the road nor the car. Both are those of the shipped model, so the figures
// are compared in their tendency and never curve by curve.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::stairs {

// s; the front wheels arrive at the stairs at first_stair.
inline constexpr double until = 8, first_stair = 3.9;
// s: sample times at which rides are compared.
inline constexpr double grid = 0.01;

struct Ride {
  Summary summary;
  std::vector<double> t, x, z, roll;  // of the chassis, on the grid
  double cpu = 0;                     // s, processor time of the steps; only for timed rides
  double realtime_factor() const { return summary.simulated / cpu; }
  bool finished() const { return !blew_up(summary); }
};

inline constexpr double usual_speed = 5;  // m/s
Ride ride(std::string_view method, double step, double speed = usual_speed);

// The same, with its processor time: for short rides the shortest of three.
Ride timed_ride(std::string_view method, double step);

// It is run only once.
inline constexpr std::string_view reference_method = "hybrid+trapezoidal";
inline constexpr double reference_step = 0.25e-3;
const Ride& reference();

// Root mean square distance of the chassis' (x, z) over the samples up to `to`; infinite if a ride
// ended before.
double rms_distance(const Ride&, const Ride&, double to = until);

// A ride is stable if it finishes, ends close to the reference, and the chassis has the same height
// as there.
struct Verdict {
  bool stable;
  double x_off, z_off;  // m, at the end
};
inline constexpr double x_within = 0.5, z_within = 5e-3;  // m
Verdict judge(const Ride&);
std::string outcome(const Ride&);  // "arrives", "stops at 4.25 s", "z off by 56 mm"

// What became of a ride that is not stable: whether a step failed, how far it rolled, and the energy
// that the method itself added, from the balance of the run (simulate/energy_account.hpp).
struct Diagnosis {
  Status status;
  double t_end;          // s
  double roll;           // rad: the largest
  double added, within;  // J by the method, and how accurately this is known
  double most_kinetic;   // J
  bool rolled() const { return roll > fallen; }
  bool gained() const { return added > within && added > 0.01 * most_kinetic; }
  static constexpr double fallen = 0.35;  // rad: 20 degrees, where the wheels of one side lift
};
Diagnosis diagnose(std::string_view method, double step);
// "the step at 4.79 s fails (not_finite); before it the method adds 1.1 kJ; it does not roll ..."
std::string in_words(const Diagnosis&);

// s by which the ride lags behind the reference after the first stair: the shift in time that fits
// its height best.
double lag(const Ride&);

// The largest stable multiple of 0.5 ms up to 50 ms, by bisection from 1 ms. The limit is not
// sharp: the car bounces on its bump stops, and steps below the result may fail as well.
struct LargestStep {
  double step = 0;  // s; 0: not even 0.5 ms
  Ride ride;
};
LargestStep largest_stable_step(std::string_view method);

// Therefore this one is reported too: the largest whole number of milliseconds up to which all
// steps are stable, at most 50; 0: not even 1 ms.
double safe_step(std::string_view method);
// The same if it does not count how far the car has come: it finishes and stands on the road.
double surviving_step(std::string_view method);

}  // namespace takt::reproduce::stairs
