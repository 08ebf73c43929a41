// One step in time. An integrator sees a formulation only through the form it asks for.
#pragma once

#include <span>
#include <string>

#include "takt/form/formulation.hpp"
#include "takt/stabilise/stabiliser.hpp"

namespace takt {

struct StepTarget {
  double h;      // length of the step; for adaptive methods the way that is left
  double t_end;  // where it ends, exactly
};

struct StepReport {
  Status status = Status::ok;
  double t = 0, h = 0;  // end and length of the step taken
  int iterations = 0;
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  // Once, at set-up, with the state the run starts from. Throws Error.
  virtual void prepare(const State& /*start*/, double /*h*/) {}
  // Leaves `from` alone; `next` is meaningful only when the report says ok.
  virtual StepReport step(const State& from, State& next, StepTarget, Stabiliser&) noexcept = 0;
  // The state at `t` within the last step; false when the method has no dense output.
  virtual bool interpolate(double /*t*/, State&) const noexcept { return false; }
  // What is known about the last step that failed, for messages only; empty when nothing is.
  virtual std::string failure() const { return {}; }
  virtual void forget() noexcept {}                           // after a jump or a restored state
  virtual std::span<double> memory() noexcept { return {}; }  // what survives a step
};

}  // namespace takt
