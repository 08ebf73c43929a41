// Figure 3 of 000: drift-off on the circular track.
#pragma once

#include <vector>

#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_000 {

struct Figure3 {  // |q| - 1 over time
  std::vector<double> t, index1, index2, projected;
};

Figure3 figure_3();
Report report_figure_3();

}  // namespace takt::experiment::paper_000
