// The catalogue of integrators by name. A new integrator needs one entry in catalogue.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "takt/base/choice.hpp"
#include "takt/base/value_in_force.hpp"
#include "takt/form/form.hpp"
#include "takt/integrator/integrator.hpp"
#include "takt/jacobian/choice.hpp"

namespace takt {

struct IntegratorContext {
  double step = 0;      // step of the method, s
  MatrixChoice matrix;  // for integrators that use the residual form
};

struct IntegratorEntry {
  std::string_view name;
  std::string_view alias = {};
  std::string_view source, summary;
  Forms asks;             // requires one of these forms
  int order = 1;          // the highest, if there is a choice
  bool adaptive = false;  // chooses its step unless `passes` is given; not bounded
  bool iterates = false;  // until a tolerance, or as often as the option `passes` says: bounded
  bool uses_jacobian = false;  // uses K and C, as the Jacobian part of the method says
  bool new_matrix = false;     // of residual forms: computes its matrix anew in every step
  bool has_stage6 = false;     // keeps the state of its sixth stage for s_both2(stage6)
  std::span<const Option> options = {};
  std::string_view lone_rows = {};  // names of the rows of a family, "a|b|c", or empty
  // The order of updates; null: positions and velocities together.
  bool (*position_first)(const Settings&) = nullptr;
  bool (*velocity_first)(const Settings&) = nullptr;
  // Lines that refuse values of the options: what is wrong, then what to use. Null: all are valid.
  std::vector<std::string> (*refuses)(const Settings&) = nullptr;
  int (*order_of)(const Settings&) = nullptr;  // where options decide it; null: `order`
  // What options mean whose text does not say it; null: all texts do.
  ValuesInForce (*in_force)(const Settings&, const IntegratorContext&) = nullptr;
  // A member of the same family that costs less, for periods that are late; empty: none.
  std::string_view cheaper = {};
  std::unique_ptr<Integrator> (*make)(Evaluator&, Formulation&, const Settings&,
                                      const IntegratorContext&);
};

std::span<const IntegratorEntry> integrators() noexcept;
const IntegratorEntry* find_integrator(std::string_view name) noexcept;  // or alias

}  // namespace takt
