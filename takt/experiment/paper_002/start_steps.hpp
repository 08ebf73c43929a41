// Runs of BDF from several first steps.
//
// How often a corrector wants another matrix depends on every rounding (ERRATA 002.7): a single run
// says little. Compared are medians over first steps that differ by percents, beside their ranges.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/simulate/run.hpp"

namespace takt::experiment::paper_002 {

struct Spread {
  double least = 0, median = 0, most = 0;
};
Spread spread_of(const std::vector<double>&);
std::string whole(double);                                    // of counts: "85"
std::string text(const Spread&);                              // "85 (72..96)"
std::string share(double part);                               // 0.4211 as "42.1 %"
std::string share_of(const Spread& part, const Spread& all);  // of the medians

// What all runs of a table have in common. They share one system, so that its forces cost the same.
struct Campaign {
  std::string model, formulation;
  double rtol = 1e-4, atol = 1e-4, first_step = 1e-3, until = 1;  // steps and times in s
  int starts = 15;
  std::map<std::string, double> set = {};
  bool look = true;  // at |g|, after every step
};

inline constexpr double expensive_force = 80;  // us for every evaluation: the parameter `burn`
inline constexpr double a_saving = 0.05;       // of the calls: less is scatter
inline constexpr double next_start = 0.01;  // the k-th first step is (1 + 0.01 k) times the first

std::string method(const Campaign&, std::string_view jacobian, double first_step);

// Groups of columns come from Omega, the pattern of the differences so far, in the paper (section
// 3.1), or from Sigma, what the topology says. Tables show the former as "grouped Ω".
inline constexpr std::string_view grouped_by_estimate = "grouped(pattern=estimated)";
std::string label(std::string_view jacobian);

// Of one row of a table.
struct Counts {
  Spread calls, corrector, jacobians, updates;  // #fc, #fcw, #Je, #updates
  Spread steps, refused, cpu;                   // s of processor time
  std::int64_t groups = 0;                      // of the last grouped matrix, at most
  double drift = 0;                             // largest |g| of all runs
  int failed = 0;                               // runs that did not reach the end
};

// One entry for each text of Jacobian words. First steps are the outer loop, so that whatever slows
// the machine for a while slows all rows.
std::vector<Counts> count(const Campaign&, std::span<const std::string> jacobians);

// A system, and a run of it.
std::shared_ptr<const EquationsOfMotion> system_of(const Campaign&);
Simulation start(const Campaign&, std::shared_ptr<const EquationsOfMotion>,
                 std::string_view jacobian, double first_step);

inline double calls(const Counters& c) {
  return static_cast<double>(c.residuals + c.residuals_for_jacobian);
}

}  // namespace takt::experiment::paper_002
