// Figure 5 of 000 (Burgermeister, Arnold, Esterl): drift of the car axle over time, h = 10 ms.
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct Figure5Curve {
  std::string_view method;
  bool stabilised;
  std::vector<double> t, drift;  // |g| up to 3 s, after every step
  double over_3_s;               // largest drift up to 3 s
  // Largest drift and largest change of the energy (J) in the first hundredth of the long run and
  // in all of it, at samples 0.1 s apart; infinite if it blew up.
  double early, all, early_energy, all_energy;
  double t_end;  // s: end of the long run
  // 1 if the drift is bounded from the beginning, 100 if it grows in proportion to time.
  double growth() const { return all / early; }
};

inline constexpr double long_run = 1e4;  // s

// With the given linear-implicit Euler method; the long run lasts for `until`.
std::vector<Figure5Curve> figure_5(std::string_view integrator, double until);
Report report_figure_5();

}  // namespace takt::reproduce::paper_000
