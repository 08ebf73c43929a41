#include "takt/method/fitting_method.hpp"

#include <vector>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/method/composition.hpp"
#include "takt/method/refusal.hpp"

namespace takt {
namespace {

// The wanted choice alone, or all these names.
std::vector<Choice> choices(const Choice& wanted, const std::vector<std::string>& names) {
  if (!wanted.name.empty() && wanted.name != "none") return {wanted};
  std::vector<Choice> all;
  for (const std::string& name : names) all.push_back({name, {}});
  return all;
}

bool fits(const Method& m, const Shape* shape) {
  try {
    return refusal(compose(m), shape).empty();
  } catch (const Error&) {  // options that the part does not have
    return false;
  }
}

}  // namespace

std::string fitting_method(Method wanted, bool constrained, const Shape* shape) {
  const std::vector<Choice> corrections = choices(
      wanted.stabilisation, constrained ? std::vector<std::string>{"s_both2", "tangent", "none"}
                                        : std::vector<std::string>{"none"});
  std::vector<std::string> names = names_of(integrators());
  names.insert(names.begin(), "heun");  // the usual one
  const std::vector<Choice> integrators_to_try = choices(wanted.integrator, names);
  for (const FormulationEntry& f : formulations()) {
    if (f.constrained != constrained) continue;
    wanted.formulation = {std::string(f.name), {}};
    for (const Choice& integrator : integrators_to_try)
      for (const Choice& correction : corrections) {
        wanted.integrator = integrator;
        wanted.stabilisation = correction;
        if (fits(wanted, shape)) return to_string(wanted);
      }
  }
  return {};
}

}  // namespace takt
