#include "takt/method/corrector_refusal.hpp"

#include "takt/base/text.hpp"

namespace takt {
namespace {

using Lines = std::vector<std::string>;

constexpr double least_rtol = 2e-14;  // 100 units in the last place

Lines residual_integrators() {
  Lines names;
  for (const IntegratorEntry& i : integrators())
    if (i.asks.has(Form::residual)) names.emplace_back(i.name);
  return names;
}

}  // namespace

Lines jacobian_refusal(const Composition& c) {
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

Lines bdf_refusal(const Composition& c) {
  if (c.integrator->name != "bdf") return {};
  const Settings& s = c.integrator_settings;
  if (c.counts_passes()) {
    for (const char* name : {"rtol", "atol", "h0", "max_order", "newton"})
      if (s.given(name))
        return {"bdf(passes=" + s.text("passes") + ") makes steps of one length without error test",
                std::string(name) + "=" + s.text(name) + " has no meaning there",
                "leave " + std::string(name) + " out, or passes"};
    if (s.count("order") < 1 || s.count("order") > 2)
      return {"bdf(order=" + s.text("order") + ") in its bounded mode",
              "Orders above 2 are unstable on oscillations without a control of step and order.",
              "use order=1 or order=2"};
    if (s.count("refresh") < 1) return {"refresh counts steps", "use refresh=1 or more"};
    return {};
  }
  for (const char* name : {"order", "refresh"})
    if (s.given(name))
      return {"option " + std::string(name) + " belongs to the bounded mode of bdf",
              "write bdf(passes=2," + std::string(name) + "=" + s.text(name) +
                  "), or leave it out" +
                  (std::string_view(name) == "order" ? ": max_order bounds the adaptive one" : "")};
  if (s.count("max_order") < 1 || s.count("max_order") > 5)
    return {"bdf(max_order=" + s.text("max_order") + ")", "use max_order from 1 to 5"};
  if (s.number("rtol") < least_rtol)
    return {"bdf(rtol=" + s.text("rtol") + ") asks for more digits than a number has",
            "use rtol=1e-12 or more"};
  return {};
}

}  // namespace takt
