// Interface to another code for F(t, y, y') = 0, which solves our residual.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "takt/form/residual_form.hpp"

namespace takt::bench {

enum class IterationMatrix : std::uint8_t {
  differences,
  written
};  // the iteration matrix: by differences of the other code, or our analytic one

struct ResidualTask {
  ResidualForm& form;
  Index inputs = 0;  // size of u
  Vector y, dy;      // at t = 0
  double until = 1, rtol = 1e-4, atol = 1e-4, h0 = 0;
  IterationMatrix matrix = IterationMatrix::differences;
};

struct Solved {
  bool ok = false;
  std::string solver;  // the linear solver
  std::int64_t steps = 0, residuals = 0, jacobians = 0, failures = 0;
  double cpu = 1e300;  // s
  Vector y;            // at the end
};

struct ResidualPeer {
  std::string name;
  std::function<Solved(const ResidualTask&)> solve;  // the fastest of its direct solvers
};
ResidualPeer*& residual_peer();  // null if none is installed
struct RegisterResidualPeer {
  explicit RegisterResidualPeer(ResidualPeer peer) {
    static ResidualPeer kept;
    kept = std::move(peer);
    residual_peer() = &kept;
  }
};

}  // namespace takt::bench
