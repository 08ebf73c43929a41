// must say: AccelerationForm
// A Runge-Kutta method asks for accelerations; a formulation that answers with velocities cannot be
// handed to it by mistake.
#include "takt/integrator/runge_kutta.hpp"

std::unique_ptr<takt::Integrator> wrong(takt::Evaluator& eval, takt::VelocityForm& form) {
  return takt::make_runge_kutta(eval, form, takt::heun_table);
}
