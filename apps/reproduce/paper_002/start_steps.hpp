// Runs BDF from several first steps and counts its work, for the tables of 002 (Arnold, Fuchs,
// Fuehrer).
//
// How often the corrector asks for a new matrix depends on rounding errors (ERRATA 002.7): a single
// run says little. Therefore medians over first steps that differ by a few percent are compared,
// and their ranges are shown.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/simulate/run.hpp"

namespace takt::reproduce::paper_002 {

struct Spread {
  double least = 0, median = 0, most = 0;
};
Spread spread_of(const std::vector<double>&);
std::string whole(double);                                    // for counts: "85"
std::string text(const Spread&);                              // "85 (72..96)"
std::string share(double part);                               // 0.4211 as "42.1 %"
std::string share_of(const Spread& part, const Spread& all);  // of the medians

// Settings that all runs of a table share. They also share one system, so that its forces cost the
// same.
struct Campaign {
  std::string model, formulation;
  double rtol = 1e-4, atol = 1e-4, first_step = 1e-3, until = 1;  // steps and times in s
  int starts = 15;
  std::map<std::string, double> set = {};
  bool look = true;  // evaluates |g| after every step
};

inline constexpr double expensive_force = 80;  // us per evaluation: the parameter `burn`
// Share of the calls: a smaller difference is scatter.
inline constexpr double a_saving = 0.05;
inline constexpr double next_start = 0.01;  // the k-th first step is (1 + 0.01 k) times the first

std::string method(const Campaign&, std::string_view jacobian, double first_step);

// In the paper, groups of columns come from Omega, the pattern of the differences so far (section
// 3.1). They can also come from Sigma, the pattern that the topology gives. Tables show the former
// as "grouped Ω".
inline constexpr std::string_view grouped_by_estimate = "grouped(pattern=estimated)";
std::string label(std::string_view jacobian);

// The results of one row of a table.
struct Counts {
  Spread calls, corrector, jacobians, updates;  // #fc, #fcw, #Je, #updates
  Spread steps, refused, cpu;                   // s of processor time
  std::int64_t groups = 0;                      // in the last grouped matrix, at most
  double drift = 0;                             // largest |g| of all runs
  int failed = 0;                               // runs that did not reach the end
};

// One entry for each text in `jacobians`. The outer loop runs over the first steps, so that a
// machine that is slow for a while affects all rows.
std::vector<Counts> count(const Campaign&, std::span<const std::string> jacobians);

// A system, and a run of it.
std::shared_ptr<const EquationsOfMotion> system_of(const Campaign&);
Engine start(const Campaign&, std::shared_ptr<const EquationsOfMotion>, std::string_view jacobian,
             double first_step);

inline double calls(const Counters& c) {
  return static_cast<double>(c.residuals + c.residuals_for_jacobian);
}

}  // namespace takt::reproduce::paper_002
