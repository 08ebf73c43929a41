// A method whose parts were found in the catalogues and whose options were checked. Whether the
// parts fit together and fit a system is said by refusal.hpp.
#pragma once

#include "takt/formulation/catalogue.hpp"
#include "takt/integrator/catalogue.hpp"
#include "takt/jacobian/catalogue.hpp"
#include "takt/method/method.hpp"
#include "takt/stabilise/catalogue.hpp"

namespace takt {

struct Composition {
  Method method;
  const FormulationEntry* formulation = nullptr;
  const IntegratorEntry* integrator = nullptr;
  const StabilisationEntry* stabilisation = nullptr;
  Settings formulation_settings, integrator_settings, stabilisation_settings;
  Projection projection;
  JacobianSource jacobian = JacobianSource::analytic;  // source of K and C
  MatrixChoice matrix;                                 // iteration matrix of residual forms
  UpdateOrder order = UpdateOrder::together;

  // It has steps of one length and linear systems with K and C, from which soft forces may be left out.
  bool partitioned() const {
    return integrator->uses_jacobian && !adaptive() && !integrator->asks.has(Form::residual);
  }
  bool implicit_invariant() const {
    return formulation_settings.knows("implicit") && formulation_settings.flag("implicit");
  }
  bool counts_passes() const { return integrator->iterates && integrator_settings.given("passes"); }
  // The method chooses its own step.
  bool adaptive() const { return integrator->adaptive && !counts_passes(); }
  // Newton passes continue until the increment is small.
  bool iterates() const { return integrator->iterates && !counts_passes(); }
  // The order of convergence.
  int convergence() const {
    return integrator->order_of == nullptr ? integrator->order
                                           : integrator->order_of(integrator_settings);
  }
  FormulationContext context() const {
    return {method.step, order, projection.levels.v, projection.regularisation,
            integrator->asks.has(Form::linearised) ? convergence() : 0};
  }
  bool bounded() const {
    return !adaptive() && !iterates() && projection.bounded() && !implicit_invariant();
  }
};

// Throws Error for unknown options and values of the wrong kind.
Composition compose(const Method&);

}  // namespace takt
