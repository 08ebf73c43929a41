// How the equations of motion are stated. An absent answer is a null pointer; nothing throws.
#pragma once

#include <span>

#include "takt/form/acceleration_form.hpp"
#include "takt/form/form.hpp"
#include "takt/form/position_form.hpp"
#include "takt/form/residual_form.hpp"
#include "takt/form/velocity_form.hpp"

namespace takt {

class Formulation {
 public:
  virtual ~Formulation() = default;
  virtual AccelerationForm* acceleration_form() noexcept { return nullptr; }
  virtual VelocityForm* velocity_form() noexcept { return nullptr; }
  virtual PositionForm* position_form() noexcept { return nullptr; }
  virtual ResidualForm* residual_form() noexcept { return nullptr; }
  virtual void enter(const State& full, State& own) noexcept { own = full; }
  virtual void leave(const State& own, State& full) noexcept { full = own; }
  virtual std::span<double> memory() noexcept { return {}; }  // what survives a step
};

}  // namespace takt
