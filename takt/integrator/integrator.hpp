// The interface of integrators, which make one step in time. An integrator uses a formulation only
// through the form that it requires.
#pragma once

#include <span>
#include <string>

#include "takt/form/formulation.hpp"
#include "takt/stabilise/stabiliser.hpp"

namespace takt {

struct StepTarget {
  double h;      // length of the step; for adaptive methods the time left in the run
  double t_end;  // exact end time
};

struct StepReport {
  Status status = Status::ok;
  double t = 0, h = 0;  // end and length of the step taken
  int iterations = 0;
};

class Integrator;

// Says where a step should end, so that it does not run over a discontinuity of the forces.
class StepWatch {
 public:
  virtual ~StepWatch() = default;
  static constexpr int most_trials = 8;  // of one step, for which it is asked
  // A step from t0 is to end at t1. `path` interpolates between them: by a trial step, or by the steps
  // before. Returns t1, or a time shortly before the first discontinuity.
  virtual double end_of_step(double t0, double t1, const Integrator& path) noexcept = 0;
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  // Called once, at set-up, with the initial state of the run. Throws Error.
  virtual void prepare(const State& /*start*/, double /*h*/) {}
  // Does not change `from`. `next` is valid only if the report says ok.
  virtual StepReport step(const State& from, State& next, StepTarget, Stabiliser&) noexcept = 0;
  // The state at time `t` within the last step; false if the method has no dense output.
  virtual bool interpolate(double /*t*/, State&) const noexcept { return false; }
  // A description of the last failed step, for messages only; empty if there is none.
  virtual std::string failure() const { return {}; }
  // Of methods that choose their steps. watch: asks for the end of every step from now on; null: no
  // more. restart: the next step begins with the length h behind a discontinuity.
  virtual void watch(StepWatch*) noexcept {}
  virtual void restart(double /*h*/) noexcept {}
  virtual void forget() noexcept {}  // clears caches, after a jump or a restored state
  // Values to save and restore: all that the integrator keeps from one step to the next.
  virtual std::span<double> memory() noexcept { return {}; }
};

}  // namespace takt
