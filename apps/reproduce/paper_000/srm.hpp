// Sequential regularisation beside the other stabilisations: on the car axle of section 4.2 and the
// truck with its trailer of section 4.3. 000 (Burgermeister, Arnold, Esterl) names the method and what
// it brought, and prints no table.
#pragma once

#include <string>
#include <vector>

#include "apps/reproduce/paper_000/truck.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct SrmOnAxle {
  std::string name;
  double step = 0;
  double early = 0,
         late = 0;  // largest |g| over the first hundredth and over all steps; infinite after
                    // a blow-up
  double energy_early = 0, energy_late = 0;
  double factorisations = 0;  // in a step
};

std::vector<SrmOnAxle> srm_on_axle(double count = 1e6);
std::vector<Coupling> srm_on_truck(double until = course);  // Baumgarte, projected, srm

Report report_srm();

}  // namespace takt::reproduce::paper_000
