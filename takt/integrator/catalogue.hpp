// The integrators, by name. A line here is all a new one costs.
#pragma once

#include <memory>
#include <span>

#include "takt/base/choice.hpp"
#include "takt/form/form.hpp"
#include "takt/integrator/integrator.hpp"
#include "takt/jacobian/choice.hpp"

namespace takt {

struct IntegratorContext {
  double step = 0;      // of the method, s
  MatrixChoice matrix;  // of integrators that iterate on a residual
};

struct IntegratorEntry {
  std::string_view name, alias, source, summary;
  Forms asks;          // one of these
  int order;           // the highest, where there is a choice
  bool adaptive;       // chooses its steps, unless `passes` are given; not bounded
  bool uses_jacobian;  // K and C, from the jacobian part of the method
  bool has_stage6;     // keeps the point of its sixth stage for s_both2(stage6)
  std::span<const Option> options;
  std::string_view lone_rows;               // rows of the family, "a|b|c", or empty
  bool (*position_first)(const Settings&);  // null: positions and velocities together
  bool (*velocity_first)(const Settings&);
  std::unique_ptr<Integrator> (*make)(Evaluator&, Formulation&, const Settings&,
                                      const IntegratorContext&);
};

std::span<const IntegratorEntry> integrators() noexcept;
const IntegratorEntry* find_integrator(std::string_view name) noexcept;  // or alias

}  // namespace takt
