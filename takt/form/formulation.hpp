// A formulation: how the equations of motion and the constraints are stated. For each form that it
// provides it returns a pointer, for the others null. Only prepare() may throw.
#pragma once

#include <span>

#include "takt/form/acceleration_form.hpp"
#include "takt/form/form.hpp"
#include "takt/form/linearised_form.hpp"
#include "takt/form/position_form.hpp"
#include "takt/form/residual_form.hpp"
#include "takt/form/velocity_form.hpp"

namespace takt {

class Formulation {
 public:
  virtual ~Formulation() = default;
  virtual AccelerationForm* acceleration_form() noexcept { return nullptr; }
  virtual LinearisedForm* linearised_form() noexcept { return nullptr; }
  virtual VelocityForm* velocity_form() noexcept { return nullptr; }
  virtual PositionForm* position_form() noexcept { return nullptr; }  // also for midpoint steps
  virtual ResidualForm* residual_form() noexcept { return nullptr; }
  virtual void prepare(const State& /*start*/) {}  // once, at set-up; throws Error
  // Called when a step has ended in `s`. Computes the dependent coordinates from the independent
  // ones; `moved` returns the change in the tangent space.
  virtual Status close(State& /*s*/, Vector& /*moved*/) noexcept { return Status::ok; }
  // One penalty for each constraint row, scaled to be added to M as G' alpha G.
  virtual const Vector* penalties() const noexcept { return nullptr; }
  // Values to save and restore: all that the formulation keeps from one step to the next.
  virtual std::span<double> memory() noexcept { return {}; }
};

}  // namespace takt
