#include "takt/method/jacobian_refusal.hpp"

#include "takt/base/text.hpp"

namespace takt {
namespace {

using Lines = std::vector<std::string>;

Lines residual_integrators() {
  Lines names;
  for (const IntegratorEntry& i : integrators())
    if (i.asks.has(Form::residual)) names.emplace_back(i.name);
  return names;
}

}  // namespace

std::vector<std::string> jacobian_refusal(const Composition& c) {
  const std::string integrator(c.integrator->name);
  for (const Choice& j : c.method.jacobian) {
    if (c.integrator->asks.has(Form::residual)) break;
    const JacobianEntry& e = *find_jacobian(j.name);
    if (e.residual)
      return {
          "jacobian " + j.name + " concerns the iteration matrix of a residual F(y, y', u)",
          "integrator " + integrator + " has no such matrix: it asks for " +
              std::string(c.integrator->uses_jacobian ? "K and C" : "no derivatives"),
          "Column groups and partitioned updates are for correctors that keep a matrix over many "
          "steps (Arnold, Fuchs and Führer, paper 002, section 3).",
          (c.integrator->uses_jacobian ? "use analytic or dense, or " : "leave it out, or use ") +
              join(residual_integrators(), " or ")};
    if (!e.refresh && e.value != JacobianSource::analytic && !c.integrator->uses_jacobian)
      return {"jacobian " + j.name + " is for integrators that use K and C",
              "integrator " + integrator + " uses none",
              "leave the jacobian out, or use linear_implicit_euler"};
  }
  if (c.integrator->new_matrix &&
      (c.matrix.refresh != MatrixRefresh::on_demand || c.matrix.estimated_pattern))
    return {"jacobian " +
                std::string(c.matrix.estimated_pattern ? "grouped(pattern=estimated)"
                            : c.matrix.extended()      ? "extended"
                                                       : "partitioned") +
                " is for correctors that keep a matrix over many steps",
            "integrator " + integrator + " computes its matrix anew in every step",
            "Partitioned updates and estimated patterns save evaluations of a matrix that is kept "
            "(Arnold, Fuchs and Führer, paper 002, section 3).",
            "leave it out, or use bdf or backward_euler"};
  const Settings& f = c.formulation_settings;
  if (c.matrix.extended() && f.knows("formalism") && f.text("formalism") == "residual")
    return {"jacobian extended follows the excitation through dF/dy alone",
            "with formalism=residual the mass matrix follows it too, and its derivatives would be "
            "needed",
            "The update (26) is tailored to explicit formalisms (Arnold, Fuchs and Führer, paper "
            "002, section 3.3).",
            "use formalism=explicit, or partitioned"};
  return {};
}

}  // namespace takt
