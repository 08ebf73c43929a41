// Figures 4, 5 and 6 of 001 (Dopico et al., energy conserving methods and projection): two ways to
// stabilise the pendulum, projections and conservation of energy, and both together (section
// 5.2.2).
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/paper_001/pendulum.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_001 {

struct Stabilised {
  std::string_view name, method;
  Swing swing;
  Deviation off;
};

// In this order: projections; conserving; conserving and projections.
std::vector<Stabilised> figures_4_to_6(Rows = Rows::lin);

// Accepted values of an independent program for the three methods: reference/benchmarks.md 1.7.
struct Accepted {
  double energy, energy_within;  // J
  double tip, tip_within;        // m; 0: no value
  double lag;                    // s
};
inline constexpr double lag_within = 0.03;  // relative tolerance of the lag
inline constexpr Accepted accepted[] = {{-2.42e-2, 2e-4, 2.22e-2, 1e-4, 3.64e-3},
                                        {0, 1e-10, 1.158e-2, 2e-5, 1.98e-3},
                                        {-3.52e-3, 3e-5, 0, 0, 1.92e-3}};

Report report_figure_4();
Report report_figure_5();
Report report_figure_6();

}  // namespace takt::reproduce::paper_001
