// The formulations, by name. A line here is all a new one costs.
#pragma once

#include <memory>
#include <span>

#include "takt/base/choice.hpp"
#include "takt/form/formulation.hpp"

namespace takt {

// In which order an integrator updates positions and velocities: `baumgarte=auto` depends on it.
enum class UpdateOrder : std::uint8_t { together, position_first, velocity_first };

struct FormulationContext {
  double h = 0;
  UpdateOrder order = UpdateOrder::together;
  bool projected = false;  // a stabilisation corrects velocities
};

struct FormulationEntry {
  std::string_view name, source, summary;
  std::span<const Option> options;
  bool constrained;     // answers for systems with constraint rows
  bool needs_position;  // q_{n+1} must be known before v_{n+1}
  int baumgarte;        // how many coefficients its option `baumgarte` has; 0: no such option
  std::string_view why_not_other_forms;
  Forms (*delivers)(const Settings&);
  std::unique_ptr<Formulation> (*make)(Evaluator&, const Settings&, const FormulationContext&);
  bool closes = false;   // holds the constraints on every level by itself
  bool relaxes = false;  // solves a neighbouring problem, nearer as its penalty grows
};

std::span<const FormulationEntry> formulations() noexcept;
const FormulationEntry* find_formulation(std::string_view name) noexcept;

// The coefficients of the velocity and the position residual, `V;P`, `P` or `auto` resolved.
struct Baumgarte {
  double velocity = 0, position = 0;
  double velocity_row = 0;  // of rows that start at velocity level
  bool is_auto = false, valid = true;
};
Baumgarte baumgarte_of(const std::string& text, int coefficients, const FormulationContext&);

}  // namespace takt
