// The base class of adaptive and fixed-step BDF methods: corrector, history, the memory of both,
// and dense output.
#pragma once

#include <vector>

#include "takt/integrator/bdf_failure.hpp"
#include "takt/integrator/bdf_history.hpp"
#include "takt/integrator/corrector.hpp"
#include "takt/integrator/integrator.hpp"

namespace takt {

class MultiStep : public Integrator {
 public:
  bool interpolate(double t, State& out) const noexcept final;
  void forget() noexcept final { corrector_.matrix().reload(); }
  std::span<double> memory() noexcept final { return memory_; }
  std::string failure() const final;

 protected:
  MultiStep(const ResidualSystem&, const MatrixChoice&, double enough, double rtol, double atol);

  // At set-up: prepares the matrix for a first step h, and lays out the memory.
  void make_ready(const State& start, double h, bool keep_pivots);
  virtual void lay_out() = 0;  // calls divide_memory()
  // Memory: `header` values of the integrator itself, then the history, then the matrix.
  void divide_memory(std::size_t header, int highest_order);

  // Projects the new state. The history continues from the projected solution.
  Status stabilise(const State& from, State& next, double h, Stabiliser&) noexcept;

  ResidualSystem system_;
  Corrector corrector_;
  WeightedNorm norm_;
  BdfHistory past_;
  BdfFailure failure_;
  std::vector<double> memory_;
  mutable Vector kept_y_, kept_dy_;  // workspaces
};

}  // namespace takt
