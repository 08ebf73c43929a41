#include "takt/formulation/catalogue.hpp"

#include "takt/base/text.hpp"
#include "takt/formulation/index1.hpp"
#include "takt/formulation/index2.hpp"
#include "takt/formulation/ode.hpp"

namespace takt {

// auto: the choice that annihilates the constraint residuals after two steps (index 1) or one
// (index 2). 000 section 3.2 gives 2/h;1/h^2 for positions first; with velocities first that is
// unstable and 1/h;1/h^2 annihilates (ERRATA 000.6).
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

constexpr Option index1_options[] = {
    {"baumgarte", Kind::text, "0;0", "V;P (two numbers, 0 or more) or auto",
     "coefficients of the velocity and position residuals; 000 writes 2 alpha;beta, 004 a1;a0"},
    {"lambda", Kind::word, "mass", "mass|matrix",
     "linear-implicit steps: multipliers from the saddle with M at t_n, or with the matrix itself"},
    {"invariant", Kind::positive, "0", "gamma > 0",
     "gamma of the stabilised ODE, 004 (4.3), F by (4.6)"},
    {"implicit", Kind::flag, "false", "true|false",
     "treat the stabilising term by backward Euler, 004 (5.2)"},
};

constexpr Option index2_options[] = {
    {"baumgarte", Kind::text, "0", "P (a number, 0 or more) or auto",
     "coefficient of the position residual (000 section 3.2: alpha)"},
};

Forms deliver_both(const Settings&) { return Form::acceleration | Form::velocity; }
Forms deliver_velocity(const Settings&) { return Form::velocity; }
Forms deliver_index1(const Settings& s) {
  const bool changes_rates = s.number("invariant") > 0 && !s.flag("implicit");
  return changes_rates ? Forms(Form::acceleration) : Form::acceleration | Form::velocity;
}

std::unique_ptr<Formulation> ode(Evaluator& eval, const Settings&, const FormulationContext&) {
  return make_ode(eval);
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
  return make_index1(eval, o);
}

std::unique_ptr<Formulation> index2(Evaluator& eval, const Settings& s,
                                    const FormulationContext& c) {
  return make_index2(eval, baumgarte_of(s.text("baumgarte"), 1, c).position);
}

constexpr FormulationEntry entries[] = {
    {"ode",
     "000 (1)",
     "unconstrained motion, M v' = f",
     {},
     false,
     false,
     0,
     "",
     deliver_both,
     ode},
    {"index1", "000 (5c), 3.2; 004 (1.5), (2.1), (4.3)",
     "constraints at acceleration level, multipliers eliminated at every evaluation",
     index1_options, true, false, 2,
     "The stabilised ODE 004 (4.3) changes the rate of the positions too, which only a method that "
     "asks for rates can follow.",
     deliver_index1, index1},
    {"index2", "000 (6), 3.2", "constraints at velocity level, closed exactly at the new position",
     index2_options, true, true, 1,
     "Index 2 fixes lambda by G(q_{n+1}) v_{n+1} = 0 at the end of the step, so a Runge-Kutta "
     "stage "
     "has no acceleration to ask for (paper 000, section 3.1).",
     deliver_velocity, index2},
};

}  // namespace

std::span<const FormulationEntry> formulations() noexcept { return entries; }

const FormulationEntry* find_formulation(std::string_view name) noexcept {
  for (const FormulationEntry& e : entries)
    if (e.name == name) return &e;
  return nullptr;
}

}  // namespace takt
