// The sizes of full vehicles in 002 (Arnold, Fuchs, Fuehrer), section 1, n_p = 200 ... 1000 and more:
// a train of N carriages of Table 1, 41 N coordinates and 98 N unknowns. How does the cost of a step
// grow with it?
//
// The cost is counted, not timed. A run counts how often it evaluates the residual, factorises and
// solves. The instructions of one of each are counted while it runs (apps/machine_code). The cost of
// a step is the sum of the products, over the steps of the run. Copying and norms are left out;
// callgrind, which counts them too, finds the same growth (tools/convoy.py).
#pragma once

#include <string_view>
#include <vector>

#include "apps/reproduce/paper_002/start_steps.hpp"
#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

Campaign convoy(int carriages);

struct ConvoyPieces {  // instructions of one of each; NaN: they could not be counted
  double residual, factorisation, solve;
  Index coordinates, unknowns;
  int groups;  // of columns
};
ConvoyPieces convoy_pieces(int carriages);

struct ConvoyRun {
  std::string_view jacobian;
  int carriages;
  ConvoyPieces of;
  // In a step, on the average.
  double calls, factorisations, solves;
  bool finished;
  double instructions() const;  // of a step
};
ConvoyRun convoy_run(std::string_view jacobian, int carriages, const ConvoyPieces&);

Report report_convoy();

}  // namespace takt::reproduce::paper_002
