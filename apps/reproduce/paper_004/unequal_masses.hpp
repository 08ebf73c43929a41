// 004 (Ascher, Chin, Petzold, Reich 1994), sections 2 and 3.2: where masses have different scales,
// project with G' or with M^-1 G'? The paper has no example; these two are ours.
//
// A light crank under a heavy slider (light-crank): the metric M turns the crank by up to
// sqrt(m/J)/2 times the violation. A heavy and two light masses in free flight (flying-chain): only the
// metric M keeps their momentum.
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_004 {

inline constexpr std::string_view metrics[] = {"mass", "identity"};

struct CrankRun {
  std::string_view metric;
  double inertia, step;  // kg m^2, s
  double drift, error;   // m and rad: largest |g|, largest error of the crank's angle
};
CrankRun crank(std::string_view metric, double inertia, double step);

struct FlightRun {
  std::string_view metric;
  double heavy;     // kg; the others have 1 kg
  double momentum;  // kg m/s, its largest change
};
FlightRun flight(std::string_view metric, double heavy);

Report report_unequal_masses();

}  // namespace takt::reproduce::paper_004
