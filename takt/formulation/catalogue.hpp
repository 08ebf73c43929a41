// The catalogue of formulations by name. A new formulation needs one entry in catalogue.cpp.
#pragma once

#include <memory>
#include <span>

#include "takt/base/choice.hpp"
#include "takt/base/value_in_force.hpp"
#include "takt/form/formulation.hpp"
#include "takt/form/regularisation.hpp"

namespace takt {

// The order in which an integrator updates positions and velocities; `baumgarte=auto` depends on
// it.
enum class UpdateOrder : std::uint8_t { together, position_first, velocity_first };

struct FormulationContext {
  double h = 0;
  UpdateOrder order = UpdateOrder::together;
  bool projected = false;  // a stabilisation corrects velocities
  Regularisation regularisation{};
  int stage_order = 0;  // the order of an implicit Runge-Kutta method; 0: another integrator
};

struct FormulationEntry {
  std::string_view name, source, summary;
  std::span<const Option> options;
  bool constrained = false;     // can be used for systems with constraints
  bool needs_position = false;  // q_{n+1} must be known before v_{n+1}
  int baumgarte = 0;  // number of coefficients of its option `baumgarte`; 0: no such option
  std::string_view why_not_other_forms;
  Forms (*delivers)(const Settings&);
  std::unique_ptr<Formulation> (*make)(Evaluator&, const Settings&, const FormulationContext&);
  bool closes = false;       // fulfils the constraints at every level without stabilisation
  bool modular = false;      // solves for the modules of a model one by one (000 section 4.3)
  bool regularised = false;  // its multipliers can be found by sequential regularisation
  bool relaxes = false;      // solves an approximation, exact in the limit of a large penalty
  // What options mean whose text does not say it; null: all texts do.
  ValuesInForce (*in_force)(const Settings&, const FormulationContext&) = nullptr;
};

std::span<const FormulationEntry> formulations() noexcept;
const FormulationEntry* find_formulation(std::string_view name) noexcept;

// The coefficients of the velocity and position residuals, from the text `V;P`, `P` or `auto`.
struct Baumgarte {
  double velocity = 0, position = 0;
  double velocity_row = 0;  // for rows at velocity level
  bool is_auto = false, valid = true;
};
Baumgarte baumgarte_of(const std::string& text, int coefficients, const FormulationContext&);

}  // namespace takt
