// How the equations of motion are stated. An absent answer is a null pointer; nothing throws.
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
  virtual PositionForm* position_form() noexcept { return nullptr; }  // of midpoint steps too
  virtual ResidualForm* residual_form() noexcept { return nullptr; }
  virtual void prepare(const State& /*start*/) {}  // once, at set-up; throws Error
  // The step has ended in `s`: whatever follows from the independent coordinates is put right; `moved`
  // is by how much, in the tangent space.
  virtual Status close(State& /*s*/, Vector& /*moved*/) noexcept { return Status::ok; }
  virtual const Vector* penalties() const noexcept { return nullptr; }  // by row, beside M
  virtual std::span<double> memory() noexcept { return {}; }            // what survives a step
};

}  // namespace takt
