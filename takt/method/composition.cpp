#include "takt/method/composition.hpp"

#include "takt/base/error.hpp"

namespace takt {

Composition compose(const Method& m) {
  Composition c;
  c.method = m;
  c.formulation = find_formulation(m.formulation.name);
  c.integrator = find_integrator(m.integrator.name);
  c.stabilisation = find_stabilisation(m.stabilisation.name);
  if (c.formulation == nullptr || c.integrator == nullptr || c.stabilisation == nullptr)
    throw Error("unknown part in method '" + to_string(m) + "'", "method",
                "takt list methods shows what there is");
  c.formulation_settings = Settings(m.formulation, c.formulation->options, "method");
  c.integrator_settings = Settings(m.integrator, c.integrator->options, "method");
  c.stabilisation_settings = Settings(m.stabilisation, c.stabilisation->options, "method");
  c.projection = c.stabilisation->make(c.stabilisation_settings, c.integrator->has_stage6);
  // With forces between both ends the step has one acceleration, which belongs to no state; the
  // next step only starts its iteration with it. It is projected if the user says so (001 section 4).
  if (c.integrator->asks.has(Form::midpoint) && !c.stabilisation->spelled_out)
    c.projection.levels.a = false;
  for (const Choice& j : m.jacobian)
    if (const JacobianEntry* e = find_jacobian(j.name)) {
      e->choose(Settings(j, e->options, "method"), c.matrix);
      if (!e->refresh) c.jacobian = e->value;
    }
  const auto says = [&](auto* question) {
    return question != nullptr && question(c.integrator_settings);
  };
  c.order = says(c.integrator->position_first)   ? UpdateOrder::position_first
            : says(c.integrator->velocity_first) ? UpdateOrder::velocity_first
                                                 : UpdateOrder::together;
  return c;
}

}  // namespace takt
