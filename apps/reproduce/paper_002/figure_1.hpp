// Figure 1 of 002 (Arnold, Fuchs, Fuehrer): an axle on a test rig, one wheel on a plate that moves
// up and down. Effect of the partitioned update (24) and the extended one (26), over the frequency
// of the plate.
#pragma once

#include "apps/reproduce/paper_002/start_steps.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

struct Figure1Row {
  double frequency;                        // Hz
  Counts standard, partitioned, extended;  // on demand, (24), (26)b
};

Campaign rig(double frequency, int starts);
std::vector<Figure1Row> figure_1(int starts);
Report report_figure_1();

}  // namespace takt::reproduce::paper_002
