// A method whose parts were found in the catalogues and whose options were checked, and the rules
// that decide whether the parts fit together and fit the system. All errors are found here, before
// the first step.
#pragma once

#include <string>
#include <vector>

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
    return integrator_settings.knows("order") && counts_passes()
               ? integrator_settings.count("order")
               : integrator->order;
  }
  bool bounded() const {
    return !adaptive() && !iterates() && projection.bounded() && !implicit_invariant();
  }
};

// Throws Error for unknown options and values of the wrong kind.
Composition compose(const Method&);

// The reasons why the parts do not fit together or do not fit this system; empty if they do.
// `shape` may be null.
std::vector<std::string> refusal(const Composition&, const Shape* shape);

// Throws Error with the refusal as its text.
void require_valid(const Composition&, const Shape* shape);

// All combinations of the catalogues, with default options and all rows and presets.
std::vector<std::string> all_compositions(bool constrained);

}  // namespace takt
