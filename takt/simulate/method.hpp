// A method as plain data, and its text form
//   [coordinates:]formulation+integrator[+stabilisation][+jacobian]
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "takt/base/choice.hpp"

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

// Throws Error with the place marked; names are looked up in the catalogues.
Method parse_method(std::string_view text);
std::string to_string(const Method&);

// What runs when the user names no method.
std::string default_method(bool constrained);

}  // namespace takt
