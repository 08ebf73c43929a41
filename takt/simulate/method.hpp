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
  std::string coordinates;  // empty: the system's own
  Choice formulation, integrator;
  Choice stabilisation{"none", {}};
  std::vector<Choice> jacobian;
  double step = 1e-3;     // s
  bool realtime = false;  // refuse everything whose cost is not bounded
  bool operator==(const Method&) const = default;
};

// Names of paper 003 for coordinates, formulation and stabilisation together, in place of the
// formulation: `hybrid+trapezoidal`. Implicit Runge-Kutta stages need the index-1 form.
struct MethodAlias {
  std::string_view name, coordinates, formulation, stabilisation;
  std::string_view formulation_of_stages, stabilisation_of_stages;
};
std::span<const MethodAlias> method_aliases() noexcept;
const MethodAlias* find_alias(std::string_view name) noexcept;

// Throws Error with the place marked; names are looked up in the catalogues.
Method parse_method(std::string_view text);
std::string to_string(const Method&);

}  // namespace takt
