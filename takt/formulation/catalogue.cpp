#include "takt/formulation/catalogue.hpp"

#include "takt/base/text.hpp"
#include "takt/formulation/ali1.hpp"
#include "takt/formulation/ali3.hpp"
#include "takt/formulation/ggl.hpp"
#include "takt/formulation/index1.hpp"
#include "takt/formulation/index2.hpp"
#include "takt/formulation/ode.hpp"
#include "takt/formulation/penalty.hpp"
#include "takt/formulation/residual_equations.hpp"
#include "takt/formulation/sequential_regularisation.hpp"
#include "takt/formulation/state_space.hpp"

namespace takt {

// auto: the coefficients that reduce the constraint residuals to zero in two steps (index 1) or one
// (index 2). 000 section 3.2 gives 2/h;1/h^2 for integrators that update positions first; for
// velocities first these are unstable, and 1/h;1/h^2 is right (ERRATA 000.6).
Baumgarte baumgarte_of(const std::string& text, int coefficients, const FormulationContext& c) {
  Baumgarte b;
  if (text == "auto") {
    b.is_auto = true;
    const double h = c.h;
    b.position = coefficients == 2 ? 1 / (h * h) : 1 / h;
    b.velocity = c.order == UpdateOrder::velocity_first ? 1 / h : 2 / h;
    b.velocity_row = 1 / h;
    return b;
  }
  const auto parts = split(text, ';');
  b.valid = static_cast<int>(parts.size()) == coefficients;
  double x[2] = {0, 0};
  for (std::size_t i = 0; b.valid && i < parts.size(); ++i)
    b.valid = parse_number(parts[i], x[i]) && x[i] >= 0;
  if (coefficients == 2) {
    b.velocity = b.velocity_row = x[0];
    b.position = x[1];
  } else {
    b.position = x[0];
  }
  return b;
}

namespace {

using Kind = Option::Kind;

constexpr Option formalism_option{
    "formalism", Kind::word, "explicit", "explicit|residual",
    "of residuals (bdf, backward_euler): v' - M^-1 (f - G' lambda), 002 (10), or "
    "M v' - f + G' lambda, 002 (9)"};

constexpr Option ode_options[] = {formalism_option};

constexpr Option index1_options[] = {
    {"baumgarte", Kind::text, "0;0", "V;P (two numbers, 0 or more) or auto",
     "coefficients of the velocity and position residuals; 000 writes 2 alpha;beta, 004 a1;a0"},
    {"lambda", Kind::word, "mass", "mass|matrix",
     "linear-implicit steps: multipliers from the saddle with M at t_n, or with the matrix itself"},
    {"invariant", Kind::positive, "0", "gamma > 0",
     "gamma of the stabilised ODE, 004 (4.3), F by (4.6)"},
    {"implicit", Kind::flag, "false", "true|false",
     "treat the stabilising term by backward Euler, 004 (5.2)"},
    formalism_option,
    {"project", Kind::word, "none", "none|q|qv",
     "projected invariants, for residuals: multipliers hold g, 004 (3.3), or g and G v + gI, "
     "(4.8)"},
};

constexpr Option index2_options[] = {
    {"baumgarte", Kind::text, "0", "P (a number, 0 or more) or auto",
     "coefficient of the position residual (000 section 3.2: alpha)"},
    formalism_option,
};

constexpr Option ggl_options[] = {
    formalism_option,
    {"metric", Kind::word, "identity", "identity|mass",
     "what weighs the correction of the positions: nothing, 002 (7), or the masses, 000 (9)"},
};

constexpr Option automatic_alpha{"alpha", Kind::positive, "automatic", "",
                                 "penalty of every row; automatic: by row, from the step and "
                                 "G P^-1 G' at the start (ERRATA 001.8)"};

constexpr Option stiffness_option{
    "stiffness", Kind::word, "auto", "auto|elements|full",
    "in the tangent: K of the force elements, as in the papers, or the derivative of everything; "
    "auto: elements for conserving; for ali3 full where the mass matrix is constant and velocities "
    "are "
    "projected (ERRATA 001.7). Projections with the tangent dissipate, 001 section 3, where it is "
    "symmetric and definite: K and C of springs and dampers are, loaded constraints in full need "
    "not be"};

constexpr Option ali3_options[] = {
    automatic_alpha,
    {"update", Kind::word, "linear", "linear|paper",
     "of the multipliers in a pass: by alpha (Phi + G dq), which needs no further evaluation, or "
     "by "
     "alpha Phi(q_{i+1}), as 001 (2) has it (ERRATA 001.1)"},
    stiffness_option,
};

constexpr Option conserving_options[] = {
    automatic_alpha,
    {"beta", Kind::word, "row", "row|half",
     "where constraint gradients are taken: row by row so that 001 (11) holds, or at the middle"},
    {"weight", Kind::word, "end", "end|step",
     "of projections with the metric tangent: of the gradient at the new position, which is "
     "factorised once more, or the tangent of the last pass as it is (001 sec. 3)"},
    {"loads", Kind::word, "midpoint", "midpoint|ends",
     "forces without a potential (dampers, tyres, drives, friction): at the midpoint and its "
     "velocity "
     "(q_{n+1} - q_n)/h, or the mean of both ends, 001 (7): ((Q_nc)_n + (Q_nc)_{n+1})/2"},
    stiffness_option,
};

constexpr Option penalty_options[] = {
    {"form", Kind::word, "classical", "classical|conserving",
     "forces at the end of a step, or between both ends (for midpoint)"},
    {"alpha", Kind::positive, "automatic", "",
     "stiffness of every row; automatic: from the step, 1e6 where accelerations are asked for"},
};

constexpr Option ali1_options[] = {
    {"alpha", Kind::positive, "1e6", "", "penalty of every row; 1e3 to 1e6 suffice (ERRATA 003.7)"},
};

constexpr Option state_space_options[] = {
    {"passes", Kind::count, "automatic", "1, 2, ...",
     "Newton passes for the dependent positions; automatic: 2, or 3 for implicit stages of order "
     "4"},
    {"basis", Kind::word, "partition", "partition|tangent",
     "independent coordinates by pivoting, or an orthonormal basis with R G' = 0"},
};

Forms deliver_ode(const Settings&) {
  return Form::acceleration | Form::linearised | Form::velocity | Form::position | Form::residual;
}
Forms deliver_position(const Settings&) { return Form::position; }
Forms deliver_midpoint(const Settings&) { return Form::midpoint; }
Forms deliver_acceleration(const Settings&) { return Form::acceleration | Form::linearised; }
Forms deliver_state_space(const Settings&) {
  return Form::acceleration | Form::linearised | Form::position;
}
Forms deliver_penalty(const Settings& s) {
  return s.text("form") == "conserving" ? Forms(Form::midpoint)
                                        : Form::acceleration | Form::linearised | Form::position;
}
Forms deliver_index2(const Settings&) { return Form::velocity | Form::residual; }
Forms deliver_residual(const Settings&) { return Form::residual; }
Forms deliver_index1(const Settings& s) {
  if (s.text("project") != "none") return Form::residual;
  const Forms all = Form::acceleration | Form::linearised | Form::velocity;
  if (s.number("invariant") == 0) return all | Form::residual;
  return s.flag("implicit") ? all : Forms(Form::acceleration);
}

std::unique_ptr<Formulation> ode(Evaluator& eval, const Settings& s, const FormulationContext&) {
  return make_ode(eval, formalism_of(s.text("formalism")));
}

std::unique_ptr<Formulation> ggl(Evaluator& eval, const Settings& s, const FormulationContext&) {
  return make_ggl(eval, formalism_of(s.text("formalism")), s.text("metric") == "mass");
}

std::unique_ptr<Formulation> index1(Evaluator& eval, const Settings& s,
                                    const FormulationContext& c) {
  const Baumgarte b = baumgarte_of(s.text("baumgarte"), 2, c);
  Index1Options o;
  o.baumgarte_velocity = b.velocity;
  o.baumgarte_position = b.position;
  o.baumgarte_velocity_row = b.velocity_row;
  o.invariant = s.flag("implicit") ? 0 : s.number("invariant");
  o.lambda_of_matrix = s.text("lambda") == "matrix";
  o.formalism = formalism_of(s.text("formalism"));
  o.project_positions = s.text("project") != "none";
  o.project_velocities = s.text("project") == "qv";
  return make_index1(eval, o);
}

std::unique_ptr<Formulation> index2(Evaluator& eval, const Settings& s,
                                    const FormulationContext& c) {
  if (c.regularisation.used()) return make_sequential_regularisation(eval, c.regularisation, c.h);
  return make_index2(eval, baumgarte_of(s.text("baumgarte"), 1, c).position,
                     formalism_of(s.text("formalism")));
}

PenalisedOptions penalised(const Settings& s) {
  PenalisedOptions o;
  if (s.given("alpha")) o.alpha = s.number("alpha");
  return o;
}
// `automatic`: what stiffness=auto means here.
PenalisedOptions penalised(const Settings& s, bool automatic) {
  PenalisedOptions o = penalised(s);
  const std::string& stiffness = s.text("stiffness");
  o.full = stiffness == "full" || (stiffness == "auto" && automatic);
  return o;
}

std::unique_ptr<Formulation> ali3(Evaluator& eval, const Settings& s, const FormulationContext& c) {
  const bool automatic = c.projected && eval.shape().constant_mass;
  PenalisedOptions o = penalised(s, automatic);
  o.evaluated = s.text("update") == "paper";
  return make_ali3(eval, o);
}

std::unique_ptr<Formulation> conserving(Evaluator& eval, const Settings& s,
                                        const FormulationContext&) {
  return make_conserving(eval, penalised(s, false),
                         {.row_by_row = s.text("beta") == "row",
                          .step_weight = s.text("weight") == "step",
                          .ends = s.text("loads") == "ends"});
}

ValuesInForce conserving_in_force(const Settings& s, const FormulationContext&) {
  const bool ends = s.text("loads") == "ends";
  ValuesInForce values{{.option = "loads",
                        .word = ends ? "Q_c + ((Q_nc)_n + (Q_nc)_{n+1})/2, 001 (7)"
                                     : "Q_nc at (q_n + q_{n+1})/2 and (q_{n+1} - q_n)/h"}};
  if (s.text("stiffness") == "auto") values.push_back({.option = "stiffness", .word = "elements"});
  return values;
}

std::unique_ptr<Formulation> penalty(Evaluator& eval, const Settings& s,
                                     const FormulationContext&) {
  const double alpha = penalised(s).alpha;
  return s.text("form") == "conserving" ? make_conserving_penalty(eval, alpha)
                                        : make_penalty(eval, alpha);
}

std::unique_ptr<Formulation> ali1(Evaluator& eval, const Settings& s, const FormulationContext&) {
  return make_ali1(eval, s.number("alpha"));
}

// The last pass changes positions after velocities and forces were computed. With implicit stages,
// whose dependent positions start from the tangent at the start of the step, two passes leave an
// error of third order.
int passes_of(const Settings& s, const FormulationContext& c) {
  return s.given("passes") ? s.count("passes") : c.stage_order >= 4 ? 3 : 2;
}
ValuesInForce passes_in_force(const Settings& s, const FormulationContext& c) {
  if (s.given("passes")) return {};
  return {{.option = "passes", .numbers = {static_cast<double>(passes_of(s, c))}}};
}

std::unique_ptr<Formulation> state_space(Evaluator& eval, const Settings& s,
                                         const FormulationContext& c) {
  return make_state_space(
      eval, passes_of(s, c),
      s.text("basis") == "tangent" ? Independent::Basis::tangent : Independent::Basis::partition);
}

template <int coefficients>
ValuesInForce baumgarte_in_force(const Settings& s, const FormulationContext& c) {
  const std::string& text = s.text("baumgarte");
  const Baumgarte b = baumgarte_of(text, coefficients, c);
  if (!b.is_auto || c.order == UpdateOrder::together) return {};
  ValueInForce value{.option = "baumgarte", .numbers = {b.position}, .unit = "1/s"};
  if (coefficients == 2) value = {.option = "baumgarte", .numbers = {b.velocity, b.position}};
  value.of_step = true;
  return {value};
}

constexpr std::string_view why_positions =
    "A Runge-Kutta stage does not give v and a as functions of q, so constraints on position level "
    "cannot close the step (Dopico et al., paper 003, section 2).";

constexpr FormulationEntry entries[] = {
    {.name = "ode",
     .source = "000 (1)",
     .summary = "unconstrained motion, M v' = f",
     .options = ode_options,
     .why_not_other_forms =
         "Forces between both ends of a step are what a formulation with discrete gradients gives.",
     .delivers = deliver_ode,
     .make = ode},
    {.name = "index1",
     .source = "000 (5c), 3.2; 004 (1.5), (2.1), (3.3), (4.3)",
     .summary = "constraints at acceleration level, multipliers eliminated at every evaluation",
     .options = index1_options,
     .constrained = true,
     .baumgarte = 2,
     .why_not_other_forms =
         "Index 1 enforces the constraints on accelerations only, so an integrator that solves for "
         "positions has no equation for them (Dopico et al., paper 003, section 2). With "
         "invariant, q' differs from v; only integrators that use q' can follow (004 (4.3)). With "
         "project, there are further equations, which need a residual (004 (3.3)).",
     .delivers = deliver_index1,
     .make = index1,
     .modular = true,
     .in_force = baumgarte_in_force<2>},
    {.name = "index2",
     .source = "000 (6), 3.2",
     .summary = "constraints at velocity level, closed exactly at the new position",
     .options = index2_options,
     .constrained = true,
     .needs_position = true,
     .baumgarte = 1,
     .why_not_other_forms = "Index 2 fixes lambda by G(q_{n+1}) v_{n+1} = 0 at the end of the "
                            "step, so a Runge-Kutta stage has no acceleration to ask for "
                            "(Burgermeister, Arnold and Esterl, paper 000, section 3.1).",
     .delivers = deliver_index2,
     .make = index2,
     .regularised = true,
     .in_force = baumgarte_in_force<1>},
    {.name = "ggl",
     .source = "002 (7), (9), (10); 000 (9)",
     .summary =
         "positions and velocities on their constraints at once, by multipliers of their own",
     .options = ggl_options,
     .constrained = true,
     .why_not_other_forms =
         "All unknowns, multipliers among them, belong to one system of equations F(y, y', u) = 0; "
         "only a method that solves such a system as a whole can take it (Arnold, Fuchs and "
         "Führer, paper 002, section 2.1).",
     .delivers = deliver_residual,
     .make = ggl,
     .closes = true},
    {.name = "penalty",
     .source = "001 (5)",
     .summary = "constraints as stiff springs, no multipliers",
     .options = penalty_options,
     .constrained = true,
     .why_not_other_forms =
         "The penalty method has no equation for velocities alone; its conserving form is made for "
         "the midpoint rule (Dopico et al., paper 001, section 4).",
     .delivers = deliver_penalty,
     .make = penalty,
     .relaxes = true},
    {.name = "ali1",
     .source = "003 (1), (2)",
     .summary = "index-1 augmented Lagrangian, for Runge-Kutta methods",
     .options = ali1_options,
     .constrained = true,
     .why_not_other_forms =
         "Constraints on acceleration level do not determine positions, so an integrator that "
         "solves for positions has no equation for them (Dopico et al., paper 003, section 2).",
     .delivers = deliver_acceleration,
     .make = ali1},
    {.name = "ali3",
     .source = "001 (2); 003 sec. 2",
     .summary = "index-3 augmented Lagrangian, positions are the unknowns; redundant rows and "
                "singular configurations pass",
     .options = ali3_options,
     .constrained = true,
     .why_not_other_forms = why_positions,
     .delivers = deliver_position,
     .make = ali3},
    {.name = "conserving",
     .source = "001 (7)-(11)",
     .summary = "index-3 augmented Lagrangian that conserves energy, with discrete gradients",
     .options = conserving_options,
     .constrained = true,
     .why_not_other_forms =
         "Energy is conserved by forces and constraint gradients between both ends of a step, "
         "which only the midpoint rule asks for (Dopico et al., paper 001, section 4).",
     .delivers = deliver_midpoint,
     .make = conserving,
     .in_force = conserving_in_force},
    {.name = "state_space",
     .source = "003 sec. 2; 004 sec. 3.1",
     .summary = "independent coordinates, chosen anew at every step; the others follow from the "
                "constraints",
     .options = state_space_options,
     .constrained = true,
     .why_not_other_forms = "In independent coordinates there is no velocity constraint left to be "
                            "met at the end of a step.",
     .delivers = deliver_state_space,
     .make = state_space,
     .closes = true,
     .in_force = passes_in_force},
};

}  // namespace

std::span<const FormulationEntry> formulations() noexcept { return entries; }

const FormulationEntry* find_formulation(std::string_view name) noexcept {
  for (const FormulationEntry& e : entries)
    if (e.name == name) return &e;
  return nullptr;
}

}  // namespace takt
