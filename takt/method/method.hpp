// A method as plain data, and its text form
//   [coordinates:]formulation+integrator[+stabilisation][+jacobian]
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "takt/base/choice.hpp"
#include "takt/eom/equations_of_motion.hpp"

namespace takt {

struct Method {
  std::string coordinates;  // empty: those of the system
  Choice formulation, integrator;
  Choice stabilisation{"none", {}};
  std::vector<Choice> jacobian;
  double step = 1e-3;     // s
  bool realtime = false;  // refuse parts whose cost is not bounded
  bool operator==(const Method&) const = default;
};

// Names of paper 003 (Dopico et al.) that stand for coordinates, formulation and stabilisation
// together. They are written in place of the formulation: `hybrid+trapezoidal`. Implicit
// Runge-Kutta stages need the index-1 formulation.
struct MethodAlias {
  std::string_view name, coordinates, formulation, stabilisation;
  std::string_view formulation_of_stages, stabilisation_of_stages;
};
std::span<const MethodAlias> method_aliases() noexcept;
const MethodAlias* find_alias(std::string_view name) noexcept;

// Throws Error that marks the place in the text; names are looked up in the catalogues.
Method parse_method(std::string_view text);
std::string to_string(const Method&);

}  // namespace takt
