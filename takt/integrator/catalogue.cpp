#include "takt/integrator/catalogue.hpp"

#include "takt/integrator/bdf.hpp"
#include "takt/integrator/dopri5.hpp"
#include "takt/integrator/fixed_bdf.hpp"
#include "takt/integrator/linear_implicit_euler.hpp"
#include "takt/integrator/runge_kutta.hpp"
#include "takt/integrator/sdirk2.hpp"
#include "takt/integrator/structural.hpp"

namespace takt {
namespace {

using Kind = Option::Kind;
using Made = std::unique_ptr<Integrator>;
using Context = IntegratorContext;

constexpr std::string_view rows = "exact|J1|J2|J3|vedyna";

constexpr Option euler_options[] = {
    {"row", Kind::word, "J2", rows, "which blocks of the Jacobian are kept (000 section 2)", true},
    {"lambda_gradient", Kind::flag, "true", "true|false",
     "the Jacobian contains d(G' lambda)/dq with the last lambda (ERRATA 000.2)"},
    {"autonomous", Kind::flag, "false", "true|false",
     "leaves out h f_t, how forces change with time, as 000 prints it: then forces that follow a "
     "signal lag behind it (ERRATA 000.3)"},
};

constexpr Option dopri5_options[] = {
    {"rtol", Kind::positive, "1e-6", "", "relative tolerance"},
    {"atol", Kind::positive, "0.1 rtol", "", "absolute tolerance"},
    {"h0", Kind::positive, "--step", "", "first step in s"},
};

constexpr Option passes_option{"passes", Kind::count, "as many as it takes", "1, 2, ...",
                               "exactly so many Newton passes: bounded"};
constexpr Option until_option{
    "until", Kind::positive, "1e-2 h^2", "",
    "2-norm of the last increment of q, SI; at most 30 passes, then it is "
    "accepted and counted"};

constexpr Option newton_options[] = {passes_option, until_option};
constexpr Option newmark_options[] = {
    {"xi", Kind::number, "0.05", "0 or more", "dissipation: gamma = 1/2 + xi, beta = (1 + xi)^2/4"},
    {"beta", Kind::positive, "", "", "instead of xi, with gamma"},
    {"gamma", Kind::positive, "", "1/2 or more", "instead of xi, with beta"},
    passes_option,
    until_option,
};
constexpr Option hht_options[] = {
    {"alpha", Kind::number, "0.05", "0 to 1/3", "dissipation, alpha_f"},
    passes_option,
    until_option,
};
constexpr Option generalized_alpha_options[] = {
    {"rho", Kind::number, "0.8", "0 to 1",
     "what is left of infinitely fast oscillations after a step"},
    passes_option,
    until_option,
};
constexpr Option sdirk2_options[] = {
    {"gamma", Kind::text, "A", "A|small|<number>",
     "A = (3 + sqrt 3)/6, A-stable; small = (3 - sqrt 3)/6; any other has order 2"},
    {"tangent_factor", Kind::word, "1", "1|2",
     "of the rate of the constraint matrix: 003 (21), or exact (ERRATA 003.3)"},
    passes_option,
    until_option,
};

constexpr Option bdf_options[] = {
    {"rtol", Kind::positive, "1e-6", "", "relative tolerance"},
    {"atol", Kind::positive, "0.1 rtol", "", "absolute tolerance"},
    {"h0", Kind::positive, "--step", "", "first step in s"},
    {"max_order", Kind::count, "5", "1 to 5", "the highest order"},
    {"newton", Kind::positive, "automatic", "",
     "what the corrector may leave, in tolerances; automatic: DASSL's 0.33, 0.03 where rtol is "
     "below "
     "1e-5"},
    {"passes", Kind::count, "as many as it takes", "1, 2, ...",
     "exactly so many corrector passes a step of length --step: bounded, no error control"},
    {"order", Kind::count, "1", "1|2", "of the bounded mode; its first step has order 1"},
    {"refresh", Kind::count, "1", "1, 2, ...",
     "of the bounded mode: a new Jacobian every so many steps"},
};

bool yes(const Settings&) { return true; }
bool row_velocity_first(const Settings& s) {
  return linear_implicit_row(s.text("row")).velocity_first;
}
bool row_position_first(const Settings& s) { return !row_velocity_first(s); }

Made explicit_euler(Evaluator& eval, Formulation& f, const Settings&, const Context&) {
  if (VelocityForm* form = f.velocity_form())
    return make_linear_implicit_euler(eval, *form, explicit_row);
  return make_runge_kutta(eval, *f.acceleration_form(), euler_table);
}

Made linear_implicit_euler(Evaluator& eval, Formulation& f, const Settings& s, const Context&) {
  return make_linear_implicit_euler(eval, *f.velocity_form(), linear_implicit_row(s.text("row")),
                                    {s.flag("lambda_gradient"), s.flag("autonomous")});
}

template <const ButcherTable& table>
Made runge_kutta(Evaluator& eval, Formulation& f, const Settings&, const Context&) {
  return make_runge_kutta(eval, *f.acceleration_form(), table);
}

Made dopri5(Evaluator& eval, Formulation& f, const Settings& s, const Context& c) {
  Dopri5Options o;
  o.rtol = s.number("rtol");
  o.atol = s.given("atol") ? s.number("atol") : 0.1 * o.rtol;
  o.h0 = s.given("h0") ? s.number("h0") : c.step;
  return make_dopri5(eval, *f.acceleration_form(), o);
}

NewtonOptions newton(const Settings& s) {
  NewtonOptions o;
  if (s.given("passes")) o.passes = s.count("passes");
  if (s.given("until")) o.until = s.number("until");
  return o;
}

Made structural(Evaluator& eval, Formulation& f, const StructuralRow& row, const Settings& s) {
  return make_structural(eval, *f.position_form(), row, newton(s));
}
Made trapezoidal(Evaluator& eval, Formulation& f, const Settings& s, const Context&) {
  return structural(eval, f, trapezoidal_row, s);
}
Made midpoint(Evaluator& eval, Formulation& f, const Settings& s, const Context&) {
  return structural(eval, f, midpoint_row, s);
}
Made newmark(Evaluator& eval, Formulation& f, const Settings& s, const Context&) {
  return structural(eval, f,
                    s.given("beta") ? StructuralRow{s.number("beta"), s.number("gamma")}
                                    : newmark_row(s.number("xi")),
                    s);
}
Made hht(Evaluator& eval, Formulation& f, const Settings& s, const Context&) {
  return structural(eval, f, hht_row(s.number("alpha")), s);
}
Made generalized_alpha(Evaluator& eval, Formulation& f, const Settings& s, const Context&) {
  return structural(eval, f, generalized_alpha_row(s.number("rho")), s);
}

Made sdirk2(Evaluator& eval, Formulation& f, const Settings& s, const Context&) {
  return make_sdirk2(eval, *f.linearised_form(), sdirk2_gamma(s.text("gamma")),
                     s.number("tangent_factor"), newton(s));
}

ResidualSystem residual_of(Evaluator& eval, Formulation& f) {
  return {*f.residual_form(), eval.counters(), eval.shape().nu, &eval};
}

Made backward_euler(Evaluator& eval, Formulation& f, const Settings& s, const Context& c) {
  return make_fixed_bdf(residual_of(eval, f), c.matrix, {1, newton(s), 1});
}

Made bdf(Evaluator& eval, Formulation& f, const Settings& s, const Context& c) {
  if (s.given("passes"))
    return make_fixed_bdf(residual_of(eval, f), c.matrix,
                          {s.count("order"), {s.count("passes"), 0}, s.count("refresh")});
  BdfOptions o;
  o.rtol = s.number("rtol");
  o.atol = s.given("atol") ? s.number("atol") : 0.1 * o.rtol;
  o.h0 = s.given("h0") ? s.number("h0") : c.step;
  o.max_order = s.count("max_order");
  if (s.given("newton")) o.newton = s.number("newton");
  return make_bdf(residual_of(eval, f), c.matrix, o);
}

// name, alias, source, summary, asks, order, adaptive, Jacobian, stage 6, options, rows, ...
constexpr IntegratorEntry entries[] = {
    {"explicit_euler",
     "",
     "000 sec. 3.1",
     "Euler's method, positions first",
     Form::acceleration | Form::velocity,
     1,
     false,
     false,
     false,
     {},
     "",
     yes,
     nullptr,
     explicit_euler},
    {"linear_implicit_euler", "", "000 sec. 2, (3), (6), (14)",
     "one linear system a step, no iteration", Form::velocity, 1, false, true, false, euler_options,
     rows, row_position_first, row_velocity_first, linear_implicit_euler},
    {"heun",
     "rk2",
     "004 sec. 6",
     "Heun's second-order method (explicit trapezoid)",
     Form::acceleration,
     2,
     false,
     false,
     false,
     {},
     "",
     nullptr,
     nullptr,
     runge_kutta<heun_table>},
    {"midpoint_rk2",
     "",
     "Runge 1895",
     "the explicit midpoint method",
     Form::acceleration,
     2,
     false,
     false,
     false,
     {},
     "",
     nullptr,
     nullptr,
     runge_kutta<midpoint_rk2_table>},
    {"ralston",
     "",
     "Ralston 1962",
     "second order with the smallest error bound",
     Form::acceleration,
     2,
     false,
     false,
     false,
     {},
     "",
     nullptr,
     nullptr,
     runge_kutta<ralston_table>},
    {"rk4",
     "",
     "Kutta 1901",
     "the classical fourth-order method",
     Form::acceleration,
     4,
     false,
     false,
     false,
     {},
     "",
     nullptr,
     nullptr,
     runge_kutta<rk4_table>},
    {"dopri5", "", "004 sec. 6; Dormand, Prince 1980",
     "fifth order with error control and dense output", Form::acceleration, 5, true, false, true,
     dopri5_options, "", nullptr, nullptr, dopri5},
    {"trapezoidal", "", "001 sec. 3; 003 sec. 2", "the trapezoidal rule, positions as unknowns",
     Form::position, 2, false, true, false, newton_options, "", nullptr, nullptr, trapezoidal},
    {"newmark", "", "Newmark 1959; 003 [2]", "Newmark's family; xi > 0 damps, at first order",
     Form::position, 1, false, true, false, newmark_options, "", nullptr, nullptr, newmark},
    {"hht", "", "Hilber, Hughes, Taylor 1977; 003 [2]", "damps fast oscillations, second order",
     Form::position, 2, false, true, false, hht_options, "", nullptr, nullptr, hht},
    {"generalized_alpha", "", "Chung, Hulbert 1993; 003 [2]",
     "damps fast oscillations as far as rho says, second order", Form::position, 2, false, true,
     false, generalized_alpha_options, "", nullptr, nullptr, generalized_alpha},
    {"midpoint", "", "001 (7)-(9)", "between both ends of the step, for conserving", Form::midpoint,
     2, false, true, false, newton_options, "", nullptr, nullptr, midpoint},
    {"sdirk2", "", "003 sec. 3 to 6",
     "two implicit stages with one factorisation, third order and A-stable", Form::linearised, 3,
     false, true, false, sdirk2_options, "", nullptr, nullptr, sdirk2},
    {"backward_euler", "", "002 (11)", "the implicit Euler method, all unknowns at once",
     Form::residual, 1, false, true, false, newton_options, "", nullptr, nullptr, backward_euler},
    {"bdf", "", "002 (12), sec. 2; DASSL",
     "backward differentiation, order 1 to 5 and step by an error test; bounded with passes",
     Form::residual, 5, true, true, false, bdf_options, "", nullptr, nullptr, bdf},
};

}  // namespace

std::span<const IntegratorEntry> integrators() noexcept { return entries; }

const IntegratorEntry* find_integrator(std::string_view name) noexcept {
  for (const IntegratorEntry& e : entries)
    if (e.name == name || (!e.alias.empty() && e.alias == name)) return &e;
  return nullptr;
}

}  // namespace takt
