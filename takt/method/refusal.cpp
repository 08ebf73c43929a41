#include "takt/method/refusal.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/method/jacobian_refusal.hpp"
#include "takt/method/system_refusal.hpp"

namespace takt {
namespace {

using Lines = std::vector<std::string>;

std::string in_words(Forms f) {
  Lines words;
  for (Form one : all_forms)
    if (f.has(one) && !(one == Form::linearised && f.has(Form::acceleration)))
      words.emplace_back(plural(one));
  return join(words, " or ");
}

// Other formulations that fit the integrator, with constraints if this one has them.
std::string formulations_for(const Composition& c) {
  Lines names;
  for (const FormulationEntry& f : formulations()) {
    const Settings standard(Choice{std::string(f.name), {}}, f.options, "");
    if (f.constrained == c.formulation->constrained &&
        f.delivers(standard).meets(c.integrator->asks))
      names.emplace_back(f.name);
  }
  return "with " + std::string(c.integrator->name) + " use: " + join(names, " ");
}

std::string integrators_for(const Composition& c) {
  Lines names;
  for (const IntegratorEntry& i : integrators())
    if (c.formulation->delivers(c.formulation_settings).meets(i.asks)) names.emplace_back(i.name);
  return "with " + to_string(c.method.formulation) + " use: " + join(names, " ");
}

Lines form_refusal(const Composition& c) {
  const Forms delivers = c.formulation->delivers(c.formulation_settings);
  if (delivers.meets(c.integrator->asks)) return {};
  return {"formulation " + to_string(c.method.formulation) + " delivers " + in_words(delivers),
          "integrator  " + std::string(c.integrator->name) + " asks for " +
              in_words(c.integrator->asks),
          std::string(c.formulation->why_not_other_forms), formulations_for(c), integrators_for(c)};
}

Lines order_refusal(const Composition& c) {
  if (!c.formulation->needs_position || c.order != UpdateOrder::velocity_first) return {};
  return {"formulation " + std::string(c.formulation->name) + " needs q_{n+1} before v_{n+1}",
          "integrator  " + to_string(c.method.integrator) + " computes v_{n+1} first",
          "Index 2 closes G(q_{n+1}) v_{n+1} = 0, so positions must be updated first "
          "(Burgermeister, Arnold and Esterl, paper 000, say the same of veDYNA in section 4.3).",
          "with " + std::string(c.formulation->name) +
              " use: explicit_euler "
              "linear_implicit_euler(J1) linear_implicit_euler(J2) linear_implicit_euler(J3)",
          "with " + to_string(c.method.integrator) + " use: index1"};
}

Lines baumgarte_refusal(const Composition& c) {
  const std::string name(c.formulation->name);
  const int n = c.formulation->baumgarte;
  if (n == 0) return {};
  const std::string& text = c.formulation_settings.text("baumgarte");
  const Baumgarte b = baumgarte_of(text, n, {c.method.step, c.order});
  if (!b.valid)
    return {"option baumgarte of " + name + ": '" + text + "' cannot be read",
            n == 2 ? "write baumgarte=V;P with two numbers, 0 or more (000: 2 alpha;beta), or auto"
                   : "write baumgarte=P with one number, 0 or more (000: alpha), or auto"};
  if (b.is_auto && c.order == UpdateOrder::together)
    return {"baumgarte=auto is known only for methods that update positions or velocities first",
            "integrator " + std::string(c.integrator->name) + " updates both together",
            "The annihilating choice follows from the order of updates (Burgermeister, Arnold and "
            "Esterl, paper 000, section 3.2).",
            "give numbers: " + name + (n == 2 ? "(baumgarte=12;70)" : "(baumgarte=100)") +
                ", or use explicit_euler or linear_implicit_euler"};
  if (c.formulation_settings.knows("invariant") && c.formulation_settings.number("invariant") > 0 &&
      (b.velocity != 0 || b.position != 0))
    return {"baumgarte and invariant both stabilise the constraints",
            "Both correct the state towards the constraints, and each changes the convergence rate "
            "of the other (Ascher et al., paper 004, section 4: (4.3) is meant in place of (2.3)).",
            "keep one: index1(baumgarte=V;P) or index1(invariant=gamma)"};
  return {};
}

Lines invariant_refusal(const Composition& c) {
  if (!c.implicit_invariant()) return {};
  if (c.formulation_settings.number("invariant") == 0)
    return {"index1(implicit=true) needs the rate gamma it is to treat implicitly",
            "write index1(invariant=<gamma>,implicit=true), 004 (5.2)"};
  if (!c.projection.none())
    return {"index1(implicit=true) corrects the state at the end of the step itself, 004 (5.2)",
            "stabilisation " + std::string(c.stabilisation->name) + " would correct it again",
            "leave the stabilisation out, or use index1+" + std::string(c.integrator->name) + "+" +
                std::string(c.stabilisation->name)};
  return {};
}

Lines projected_refusal(const Composition& c) {
  const Settings& s = c.formulation_settings;
  if (!s.knows("project") || s.text("project") == "none") return {};
  const Baumgarte b = baumgarte_of(s.text("baumgarte"), 2, {c.method.step, c.order});
  const std::string_view other = s.number("invariant") > 0            ? "invariant"
                                 : b.velocity != 0 || b.position != 0 ? "baumgarte"
                                 : !c.projection.none()               ? c.stabilisation->name
                                                                      : "";
  if (other.empty()) return {};
  return {"index1(project=" + s.text("project") + ") and " + std::string(other) +
              " both hold the constraints",
          "Multipliers of their own hold them already, in every step (Ascher et al., paper 004, "
          "(3.3)).",
          "keep one: leave project or " + std::string(other) + " out"};
}

Lines regularisation_refusal(const Composition& c) {
  if (!c.projection.regularisation.used()) return {};
  const std::string name(c.stabilisation->name);
  const std::string instead = "use index2+linear_implicit_euler(J2)+" + name;
  if (!c.formulation->regularised)
    return {"stabilisation " + name + " takes the place of the saddle that index2 solves in a step",
            "formulation " + std::string(c.formulation->name) + " solves no such saddle",
            "Sequential regularisation finds the multipliers of constraints on velocity level "
            "(our reading of Ascher and Lin 1997).",
            instead};
  if (!c.integrator->asks.has(Form::velocity))
    return {"stabilisation " + name + " needs a step that computes v_{n+1} from one matrix",
            "integrator " + std::string(c.integrator->name) + " asks for " +
                in_words(c.integrator->asks),
            instead};
  if (c.formulation_settings.given("baumgarte"))
    return {"baumgarte of " + std::string(c.formulation->name) + " and alpha of " + name +
                " are the same coefficient",
            "give it once, as " + name + "(alpha=P)"};
  return {};
}

// Of projection(nearest=...), which takes few of the options of the projection.
Lines nearest_refusal(const Composition& c) {
  const Settings& s = c.stabilisation_settings;
  if (!s.knows("nearest")) return {};
  const std::string nearest = "nearest=" + s.text("nearest");
  if (s.text("nearest") == "none") {
    if (!s.given("tolerance")) return {};
    return {"tolerance=" + s.text("tolerance") + " is that of the nearest point, and " + nearest,
            "add nearest=mass, or leave tolerance out"};
  }
  for (const char* idle : {"metric", "at", "newton", "sequential", "curvature", "relax", "alpha"})
    if (s.given(idle))
      return {nearest +
                  " iterates to the nearest point in its own metric (Burgermeister, Arnold and "
                  "Esterl, paper 000, (7))",
              std::string(idle) + "=" + s.text(idle) + " would have no effect",
              "leave " + std::string(idle) + " out, or " + nearest};
  if (!c.projection.levels.q)
    return {nearest + " moves positions, which levels=" + s.text("levels") + " leaves alone",
            "use levels=q or levels=qv"};
  return {};
}

Lines weight_refusal(const Composition& c) {
  const Settings& f = c.formulation_settings;
  if (!f.knows("weight") || !f.given("weight") || c.projection.metric == Metric::tangent) return {};
  return {"weight=" + f.text("weight") + " is that of projections with the tangent of the step",
          c.projection.none()
              ? "there is no stabilisation"
              : "stabilisation " + to_string(c.method.stabilisation) + " has a weight of its own",
          "add tangent, or leave weight out"};
}

Lines projection_refusal(const Composition& c) {
  const Settings& s = c.stabilisation_settings;
  const std::string name(c.stabilisation->name);
  if (c.formulation->closes && !c.projection.none())
    return {"formulation " + std::string(c.formulation->name) +
                " holds the constraints on every level by itself",
            "stabilisation " + name + " would move coordinates that are right already",
            "leave the stabilisation out"};
  const bool positions = c.integrator->asks.meets(Form::position | Form::midpoint);
  const bool preset = !c.stabilisation->spelled_out;
  if (c.projection.metric == Metric::tangent && !positions)
    return {(preset ? "stabilisation " + name : "metric=tangent") +
                " needs a factorised Newton tangent",
            "integrator " + std::string(c.integrator->name) + " factorises none",
            "The projections of Dopico et al. (paper 001, (3) and (4)) reuse the tangent of an "
            "implicit step.",
            c.integrator->asks.has(Form::linearised) ? "use penalised"
            : preset                                 ? "use one_step or s_both2"
                                                     : "use metric=mass or metric=identity"};
  if (c.stabilisation->spelled_out && c.projection.levels.a && !positions)
    return {"levels=" + s.text("levels") + " corrects accelerations",
            "Accelerations are state only where a step solves for positions (Dopico et al., paper "
            "001, (4)).",
            "use levels=q, v or qv"};
  if (c.projection.levels.a && c.projection.metric != Metric::tangent)
    return {"levels=" + s.text("levels") + " corrects accelerations",
            "They are corrected with the tangent of the step (Dopico et al., paper 001, (4)).",
            "use metric=tangent, or levels=q, v or qv"};
  if (c.projection.curvature == Curvature::full && positions)
    return {"stabilisation " + name + " repairs velocities by moving positions too",
            "integrator " + std::string(c.integrator->name) +
                " has already satisfied the position constraints; these corrections would violate "
                "them again",
            "use tangent, or curvature=none"};
  if (c.projection.curvature != Curvature::none &&
      (c.projection.metric == Metric::tangent || c.projection.metric == Metric::penalised))
    return {"curvature goes with the metrics identity and mass", "use curvature=none"};
  if (c.projection.curvature != Curvature::none && c.projection.sequential)
    return {"curvature couples q and v, sequential=true corrects them one after the other",
            "use curvature=none, or sequential=false"};
  if (c.projection.curvature != Curvature::none &&
      !(c.projection.levels.q && c.projection.levels.v))
    return {
        "curvature couples the position to the velocity level (Ascher et al., paper 004, (4.6))",
        "use levels=qv, or curvature=none"};
  if (c.projection.curvature != Curvature::none && c.projection.at == Where::start)
    return {"curvature is taken at the unprojected state, at=start is not",
            "use at=end, or curvature=none"};
  if (!(c.projection.relax < 2))
    return {"relax=" + number(c.projection.relax) + " overshoots: the correction must stay below 2",
            "Any value in (0, 2) is stable and 1 is close to optimal (Ascher et al., paper 004, "
            "after (5.4)).",
            "use relax=1"};
  if (c.projection.second == Second::stage6 && !c.integrator->has_stage6)
    return {"s_both2(stage6) takes W from the sixth stage of dopri5",
            "integrator " + std::string(c.integrator->name) + " has no such stage",
            "use s_both2(G) or s_both2(frozen), or the integrator dopri5"};
  return {};
}

Lines newton_refusal(const Composition& c) {
  const Settings& s = c.integrator_settings;
  if (c.counts_passes() && s.given("until"))
    return {
        "passes=" + s.text("passes") + " and until=" + s.text("until") + " both say when to stop",
        "keep passes for a bounded step, or until for accuracy"};
  if (c.integrator->refuses != nullptr) return c.integrator->refuses(s);
  return {};
}

Lines bounded_refusal(const Composition& c) {
  if (!c.method.realtime || c.bounded()) return {};
  const bool integrator = c.adaptive() || c.iterates();
  const std::string part = integrator                ? std::string(c.integrator->name)
                           : !c.projection.bounded() ? std::string(c.stabilisation->name)
                                                     : "index1(implicit=true)";
  return {part + " has no bound on the cost of a step, and real time was asked for",
          c.adaptive() ? "It repeats steps until its error test passes."
                       : "It iterates until a tolerance is reached.",
          c.adaptive() && c.iterates() ? "use " + part + "(passes=2)"
          : c.adaptive()               ? "use rk4, heun or linear_implicit_euler"
          : c.iterates()               ? "use " + part + "(passes=2)"
                                       : "use one_step, s_both2 or projection(newton=N)"};
}

}  // namespace

std::vector<std::string> refusal(const Composition& c, const Shape* shape) {
  for (auto* rule : {form_refusal, order_refusal, baumgarte_refusal, invariant_refusal,
                     projected_refusal, newton_refusal, regularisation_refusal, nearest_refusal,
                     weight_refusal, projection_refusal, jacobian_refusal, bounded_refusal})
    if (Lines lines = rule(c); !lines.empty()) return lines;
  if (shape != nullptr) return system_refusal(c, *shape);
  return {};
}

void require_valid(const Composition& c, const Shape* shape) {
  const Lines lines = refusal(c, shape);
  if (lines.empty()) return;
  std::string text = "this method cannot run.";
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) text += "\n  " + lines[i];
  throw Error(text, "method " + to_string(c.method), lines.back());
}

}  // namespace takt
