#include "takt/method/composition.hpp"

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/integrator/sdirk2.hpp"
#include "takt/method/corrector_refusal.hpp"

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
  // With forces between both ends the step has one acceleration, which belongs to no state that
  // could be projected (001 section 4).
  if (c.integrator->asks.has(Form::midpoint)) c.projection.levels.a = false;
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

Lines projection_refusal(const Composition& c) {
  const Settings& s = c.stabilisation_settings;
  const std::string name(c.stabilisation->name);
  if (c.formulation->closes && !c.projection.none())
    return {"formulation " + std::string(c.formulation->name) +
                " holds the constraints on every level by itself",
            "stabilisation " + name + " would move coordinates that are right already",
            "leave the stabilisation out"};
  const bool positions = c.integrator->asks.meets(Form::position | Form::midpoint);
  if (c.projection.metric == Metric::tangent && !positions)
    return {(c.stabilisation->spelled_out ? "metric=tangent" : "stabilisation " + name) +
                " needs a factorised Newton tangent",
            "integrator " + std::string(c.integrator->name) + " factorises none",
            "The projections of Dopico et al. (paper 001, (3) and (4)) reuse the tangent of an "
            "implicit step.",
            c.integrator->asks.has(Form::linearised) ? "use penalised"
            : c.stabilisation->spelled_out           ? "use metric=mass or metric=identity"
                                                     : "use one_step or s_both2"};
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

// Creep and friction that depend on the load of a constraint.
Lines load_refusal(const Composition& c, const Shape& shape) {
  if (!shape.loaded() || c.integrator->asks.has(Form::residual)) return {};
  return {"forces of this model depend on the multipliers of its constraints",
          "formulation " + std::string(c.formulation->name) + " with integrator " +
              std::string(c.integrator->name) + " solves for multipliers while forces are held",
          "Creep and friction depend on the normal force at the same time; only a residual solves "
          "for both together (Arnold, Fuchs and Führer, paper 002, section 4.1).",
          "use ggl, index2 or index1 with bdf or backward_euler"};
}

// Modules are evaluated once in a step and solved one by one.                  000 section 4.3
Lines module_refusal(const Composition& c, const Shape& shape) {
  if (shape.module.empty()) return {};
  const std::string once =
      "Each module is evaluated once per step and knows only the coupling force of the others "
      "(Burgermeister, Arnold and Esterl, paper 000, section 4.3).";
  const std::string instead =
      "use index1(baumgarte=V;P)+linear_implicit_euler(vedyna), or a joint without `module: true`";
  const bool velocities = c.formulation->modular && c.order == UpdateOrder::velocity_first;
  if (!velocities)
    return {"the model is made of modules that are solved each on its own",
            "formulation " + std::string(c.formulation->name) + " with integrator " +
                to_string(c.method.integrator) + " solves for the whole",
            once, instead};
  if (!c.projection.none())
    return {"the model is made of modules that are solved each on its own",
            "stabilisation " + std::string(c.stabilisation->name) +
                " evaluates and corrects the whole after the step",
            once, instead};
  return {};
}

// A residual F(y, y', u) requires that y' is the rate of y; explicit formalisms solve with M.
//                                                                                 002 (9), (10)
Lines residual_refusal(const Composition& c, const Shape& shape) {
  if (!c.integrator->asks.has(Form::residual)) return {};
  const std::string name(c.integrator->name);
  if (!shape.plain_coordinates)
    return {"integrator " + name + " differentiates the coordinates themselves: q' = v must hold",
            "the model has attitudes as quaternions, whose rates are no velocities",
            shape.coordinates == "joint"
                ? "write natural: before the formulation, or give the free joints rotation: cardan"
                : "use dopri5, heun or linear_implicit_euler"};
  const Settings& s = c.formulation_settings;
  if (shape.mass_rank == linear::Rank::full || !s.knows("formalism")) return {};
  if (s.text("formalism") == "explicit")
    return {"formalism=explicit solves with the mass matrix alone, 002 (10)",
            "it is singular: the mechanism has massless parts in these coordinates",
            "use " + std::string(c.formulation->name) + "(formalism=residual)"};
  if (s.knows("metric") && s.text("metric") == "mass")
    return {"metric=mass weighs corrections with the mass matrix, 000 (9)",
            "it is singular: the mechanism has massless parts in these coordinates",
            "use metric=identity"};
  return {};
}

Lines system_refusal(const Composition& c, const Shape& shape) {
  if (!c.method.coordinates.empty() && shape.coordinates.empty()) {
    Method own = c.method;
    own.coordinates.clear();
    return {"coordinates '" + c.method.coordinates + "' are for mechanisms",
            "Problems written by hand have their own coordinates and take none.",
            "write " + to_string(own)};
  }
  if (!c.method.coordinates.empty() && c.method.coordinates != shape.coordinates)
    return {"there are no coordinates '" + c.method.coordinates + "'",
            "A mechanism is compiled to joint or to natural coordinates.",
            "write joint: or natural: before the formulation"};
  if (shape.mass_rank == linear::Rank::deficient && c.integrator->uses_jacobian &&
      !c.integrator->asks.has(Form::residual) && c.formulation_settings.knows("lambda") &&
      c.formulation_settings.text("lambda") == "mass")
    return {"formulation index1(lambda=mass) needs a regular mass matrix",
            "it is singular: the mechanism has massless parts in these coordinates",
            "use index2, or index1(lambda=matrix), or joint coordinates"};
  if (shape.ng > 0 && !c.formulation->constrained)
    return {"formulation " + std::string(c.formulation->name) + " knows no constraints",
            "the model has " + std::to_string(shape.ng) +
                (shape.ng == 1 ? " constraint row" : " constraint rows"),
            "use index1, index2 or ali3"};
  const std::string name = to_string(c.method.formulation);
  if (c.formulation->delivers(c.formulation_settings).has(Form::midpoint)) {
    if (shape.coordinates == "joint")
      return {"formulation " + name + " needs a constant mass matrix",
              "in joint coordinates the mass matrix turns with the mechanism",
              "use natural:" + name + "+midpoint"};
    if (!shape.constant_mass || !shape.plain_coordinates || !shape.conservative)
      return {
          "formulation " + name + " needs forces between two positions",
          "the model has none: its mass matrix is not constant, or it has no discrete gradients",
          "use ali3+trapezoidal+tangent"};
  }
  const Forms delivers = c.formulation->delivers(c.formulation_settings);
  if (((c.formulation->closes && !delivers.has(Form::residual)) || delivers.has(Form::midpoint)) &&
      shape.has_velocity_rows())
    return {"formulation " + name + " follows constraints on positions",
            "the model has rows that start at velocity level (rolling without slip)",
            "use index1, index2 or ali3"};
  if (shape.mass_rank == linear::Rank::deficient && c.formulation->relaxes &&
      !c.integrator->asks.has(Form::position))
    return {"formulation penalty solves with the mass matrix alone",
            "it is singular: the mechanism has massless parts in these coordinates",
            "use ali1, or joint coordinates"};
  if (Lines lines = load_refusal(c, shape); !lines.empty()) return lines;
  if (Lines lines = module_refusal(c, shape); !lines.empty()) return lines;
  return residual_refusal(c, shape);
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
  for (auto* rule :
       {form_refusal, order_refusal, baumgarte_refusal, invariant_refusal, projected_refusal,
        newton_refusal, projection_refusal, jacobian_refusal, bdf_refusal, bounded_refusal})
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

std::vector<std::string> all_compositions(bool constrained) {
  std::vector<std::string> texts;
  for (const FormulationEntry& f : formulations()) {
    if (constrained != f.constrained) continue;
    for (const IntegratorEntry& i : integrators()) {
      Lines rows = i.lone_rows.empty() ? Lines{""} : split(i.lone_rows, '|');
      if (i.iterates) rows.emplace_back("passes=2");
      for (const std::string& row : rows)
        for (const StabilisationEntry& s : stabilisations()) {
          if (!constrained && s.name != "none") continue;
          std::string text = std::string(f.name) + "+" + std::string(i.name);
          if (!row.empty()) text += "(" + row + ")";
          if (s.name != "none") text += "+" + std::string(s.name);
          texts.push_back(std::move(text));
        }
    }
  }
  return texts;
}

}  // namespace takt
