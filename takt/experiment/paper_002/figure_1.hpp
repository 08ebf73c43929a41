// Figure 1 of 002: an axle on a test rig, one wheel on a stamp that moves up and down. What the
// partitioned update (24) and the extended one (26) make of it, over the stamp's frequency.
#pragma once

#include "takt/experiment/paper_002/start_steps.hpp"
#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_002 {

struct Figure1Row {
  double frequency;                        // Hz
  Counts standard, partitioned, extended;  // on demand, (24), (26)b
};

Campaign rig(double frequency, int starts);
std::vector<Figure1Row> figure_1(int starts);
Report report_figure_1();

}  // namespace takt::experiment::paper_002
