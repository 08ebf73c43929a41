// Figure 3 of 000 (Burgermeister, Arnold, Esterl): drift-off on the circular track.
#pragma once

#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_000 {

struct Figure3 {  // |q| - 1 over time
  std::vector<double> t, index1, index2, projected;
};

Figure3 figure_3();
Report report_figure_3();

}  // namespace takt::reproduce::paper_000
