#include "takt/method/system_refusal.hpp"

#include "takt/method/fitting_method.hpp"

namespace takt {
namespace {

using Lines = std::vector<std::string>;

std::string with_constraints(const Composition& c, const Shape& shape) {
  const std::string method = fitting_method(c.method, true, &shape);
  return method.empty() ? "index1, index2 or ali3" : method;
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

// Controllers inside of the model, whose values jump at their sampling instants.
Lines sampled_refusal(const Composition& c, const Shape& shape) {
  const bool sampled = shape.kept > shape.integrals;
  if (!sampled || !c.adaptive() || !c.integrator->asks.has(Form::residual)) return {};
  return {"signals of this model are sampled: they jump once a period",
          "integrator " + std::string(c.integrator->name) +
              " is a multi-step method with variable steps, and signals must not jump within its "
              "history",
          "use a one-step method, for example rk4 or dopri5"};
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

}  // namespace

std::vector<std::string> system_refusal(const Composition& c, const Shape& shape) {
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
  if (const Lines sampled = sampled_refusal(c, shape); !sampled.empty()) return sampled;
  if (shape.ng > 0 && !c.formulation->constrained)
    return {"formulation " + std::string(c.formulation->name) + " knows no constraints",
            "the model has " + std::to_string(shape.ng) +
                (shape.ng == 1 ? " constraint row" : " constraint rows"),
            "use " + with_constraints(c, shape)};
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

}  // namespace takt
