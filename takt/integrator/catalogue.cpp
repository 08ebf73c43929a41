#include "takt/integrator/catalogue.hpp"

#include "takt/integrator/bdf.hpp"
#include "takt/integrator/bdf_refusal.hpp"
#include "takt/integrator/dirk.hpp"
#include "takt/integrator/dopri5.hpp"
#include "takt/integrator/fixed_bdf.hpp"
#include "takt/integrator/linear_implicit_euler.hpp"
#include "takt/integrator/option_refusals.hpp"
#include "takt/integrator/radau.hpp"
#include "takt/integrator/runge_kutta.hpp"
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

constexpr Option events_option{
    "events", Kind::flag, "true", "true|false",
    "ends a step at stops, contacts and kinks of signals, and starts anew behind them"};

constexpr Option dopri5_options[] = {
    {"rtol", Kind::positive, "1e-6", "", "relative tolerance"},
    {"atol", Kind::positive, "0.1 rtol", "", "absolute tolerance"},
    {"h0", Kind::positive, "--step", "", "first step in s"},
    events_option,
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
     "spectral radius at infinite frequency: the factor that remains of very fast oscillations "
     "after a step"},
    passes_option,
    until_option,
};
constexpr Option tangent_factor_option{
    "tangent_factor", Kind::word, "1", "1|2",
    "of the rate of the constraint matrix: 003 (21), or exact (ERRATA 003.3)"};
constexpr Option sdirk2_options[] = {
    {"gamma", Kind::text, "A", "A|small|<number>",
     "A = (3 + sqrt 3)/6, A-stable; small = (3 - sqrt 3)/6; any other has order 2"},
    tangent_factor_option,
    passes_option,
    until_option,
};
constexpr Option dirk_options[] = {
    {"row", Kind::word, "alexander3", dirk_row_names,
     "its order is the digit; two and three stages of Alexander 1977, five of Hairer and Wanner "
     "(II, Table IV.6.5), all L-stable and stiffly accurate: the last stage is the end of the "
     "step; three of Crouzeix 1975, A-stable",
     true},
    tangent_factor_option,
    passes_option,
    until_option,
};

constexpr Option radau_options[] = {
    {"stages", Kind::count, "2", "2", "the order is 2 stages - 1"},
    passes_option,
    until_option,
};

constexpr Option bdf_options[] = {
    {"rtol", Kind::positive, "1e-6", "", "relative tolerance"},
    {"atol", Kind::positive, "0.1 rtol", "", "absolute tolerance"},
    {"h0", Kind::positive, "--step", "", "first step in s"},
    {"max_order", Kind::count, "5", "1 to 5", "the highest order"},
    events_option,
    {"newton", Kind::positive, "automatic", "",
     "largest error of the corrector, in units of the tolerance; automatic: DASSL's 0.33, 0.03 "
     "where rtol is below 1e-5"},
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

double absolute_tolerance(const Settings& s) {
  return s.given("atol") ? s.number("atol") : 0.1 * s.number("rtol");
}
double first_step(const Settings& s, const Context& c) {
  return s.given("h0") ? s.number("h0") : c.step;
}
ValuesInForce tolerances_in_force(const Settings& s, const Context& c) {
  ValuesInForce values;
  if (!s.given("atol")) values.push_back({.option = "atol", .numbers = {absolute_tolerance(s)}});
  if (!s.given("h0"))
    values.push_back({.option = "h0", .numbers = {first_step(s, c)}, .unit = "s"});
  return values;
}

Made dopri5(Evaluator& eval, Formulation& f, const Settings& s, const Context& c) {
  Dopri5Options o;
  o.rtol = s.number("rtol");
  o.atol = absolute_tolerance(s);
  o.h0 = first_step(s, c);
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
  return make_dirk(eval, *f.linearised_form(), sdirk2_row(sdirk2_gamma(s.text("gamma"))),
                   s.number("tangent_factor"), newton(s));
}
Made dirk(Evaluator& eval, Formulation& f, const Settings& s, const Context&) {
  return make_dirk(eval, *f.linearised_form(), dirk_row(s.text("row")), s.number("tangent_factor"),
                   newton(s));
}
int sdirk2_order(const Settings& s) { return sdirk2_row(sdirk2_gamma(s.text("gamma"))).order; }
int dirk_order(const Settings& s) { return dirk_row(s.text("row")).order; }
int bdf_order(const Settings& s) { return s.given("passes") ? s.count("order") : 5; }

ResidualSystem residual_of(Evaluator& eval, Formulation& f) {
  return {*f.residual_form(), eval.counters(), eval.shape().nu, &eval};
}

Made backward_euler(Evaluator& eval, Formulation& f, const Settings& s, const Context& c) {
  return make_fixed_bdf(residual_of(eval, f), c.matrix, {1, newton(s), 1});
}

Made radau(Evaluator& eval, Formulation& f, const Settings& s, const Context& c) {
  return make_radau(residual_of(eval, f), c.matrix, newton(s));
}

Made bdf(Evaluator& eval, Formulation& f, const Settings& s, const Context& c) {
  if (s.given("passes"))
    return make_fixed_bdf(residual_of(eval, f), c.matrix,
                          {s.count("order"), {s.count("passes"), 0}, s.count("refresh")});
  BdfOptions o;
  o.rtol = s.number("rtol");
  o.atol = absolute_tolerance(s);
  o.h0 = first_step(s, c);
  o.max_order = s.count("max_order");
  if (s.given("newton")) o.newton = s.number("newton");
  return make_bdf(residual_of(eval, f), c.matrix, o);
}

constexpr IntegratorEntry entries[] = {
    {.name = "explicit_euler",
     .source = "000 sec. 3.1",
     .summary = "Euler's method, positions first",
     .asks = Form::acceleration | Form::velocity,
     .position_first = yes,
     .make = explicit_euler},
    {.name = "linear_implicit_euler",
     .source = "000 sec. 2, (3), (6), (14)",
     .summary = "one linear system a step, no iteration",
     .asks = Form::velocity,
     .uses_jacobian = true,
     .options = euler_options,
     .lone_rows = rows,
     .position_first = row_position_first,
     .velocity_first = row_velocity_first,
     .cheaper = "linear_implicit_euler(J3)",
     .make = linear_implicit_euler},
    {.name = "heun",
     .alias = "rk2",
     .source = "004 sec. 6",
     .summary = "Heun's second-order method (explicit trapezoid)",
     .asks = Form::acceleration,
     .order = 2,
     .make = runge_kutta<heun_table>},
    {.name = "midpoint_rk2",
     .source = "Runge 1895",
     .summary = "the explicit midpoint method",
     .asks = Form::acceleration,
     .order = 2,
     .make = runge_kutta<midpoint_rk2_table>},
    {.name = "ralston",
     .source = "Ralston 1962",
     .summary = "second order with the smallest error bound",
     .asks = Form::acceleration,
     .order = 2,
     .make = runge_kutta<ralston_table>},
    {.name = "rk4",
     .source = "Kutta 1901",
     .summary = "the classical fourth-order method",
     .asks = Form::acceleration,
     .order = 4,
     .cheaper = "heun",
     .make = runge_kutta<rk4_table>},
    {.name = "dopri5",
     .source = "004 sec. 6; Dormand, Prince 1980",
     .summary = "fifth order with error control and dense output",
     .asks = Form::acceleration,
     .order = 5,
     .adaptive = true,
     .has_stage6 = true,
     .options = dopri5_options,
     .in_force = tolerances_in_force,
     .make = dopri5},
    {.name = "trapezoidal",
     .source = "001 sec. 3; 003 sec. 2",
     .summary = "the trapezoidal rule, positions as unknowns",
     .asks = Form::position,
     .order = 2,
     .iterates = true,
     .uses_jacobian = true,
     .options = newton_options,
     .make = trapezoidal},
    {.name = "newmark",
     .source = "Newmark 1959; 003 [2]",
     .summary = "Newmark's family; xi > 0 damps, at first order",
     .asks = Form::position,
     .order = 1,
     .iterates = true,
     .uses_jacobian = true,
     .options = newmark_options,
     .refuses = refuse_newmark,
     .make = newmark},
    {.name = "hht",
     .source = "Hilber, Hughes, Taylor 1977; 003 [2]",
     .summary = "damps fast oscillations, second order",
     .asks = Form::position,
     .order = 2,
     .iterates = true,
     .uses_jacobian = true,
     .options = hht_options,
     .refuses = refuse_hht,
     .make = hht},
    {.name = "generalized_alpha",
     .source = "Chung, Hulbert 1993; 003 [2]",
     .summary = "damps fast oscillations as far as rho says, second order",
     .asks = Form::position,
     .order = 2,
     .iterates = true,
     .uses_jacobian = true,
     .options = generalized_alpha_options,
     .refuses = refuse_generalized_alpha,
     .make = generalized_alpha},
    {.name = "midpoint",
     .source = "001 (7)-(9)",
     .summary = "between both ends of the step, for conserving",
     .asks = Form::midpoint,
     .order = 2,
     .iterates = true,
     .uses_jacobian = true,
     .options = newton_options,
     .make = midpoint},
    {.name = "sdirk2",
     .source = "003 sec. 3 to 6",
     .summary = "two implicit stages with one factorisation, third order and A-stable",
     .asks = Form::linearised,
     .order = 3,
     .iterates = true,
     .uses_jacobian = true,
     .options = sdirk2_options,
     .refuses = refuse_sdirk2,
     .order_of = sdirk2_order,
     .make = sdirk2},
    {.name = "dirk",
     .source = "003 (5)-(16), (23)-(25)",
     .summary = "s implicit stages with one factorisation, stiffly accurate rows of order 2 to 4",
     .asks = Form::linearised,
     .order = 4,
     .iterates = true,
     .uses_jacobian = true,
     .options = dirk_options,
     .lone_rows = dirk_row_names,
     .order_of = dirk_order,
     .cheaper = "dirk(alexander2)",
     .make = dirk},
    {.name = "backward_euler",
     .source = "002 (11)",
     .summary = "the implicit Euler method, all unknowns at once",
     .asks = Form::residual,
     .order = 1,
     .iterates = true,
     .uses_jacobian = true,
     .options = newton_options,
     .make = backward_euler},
    {.name = "radau",
     .source = "004 sec. 3.2, (3.3); Hairer, Wanner II, IV.5",
     .summary =
         "Radau IIA, two stages solved for together: third order and L-stable, for projected "
         "invariants",
     .asks = Form::residual,
     .order = 3,
     .iterates = true,
     .uses_jacobian = true,
     .new_matrix = true,
     .options = radau_options,
     .refuses = refuse_radau,
     .make = radau},
    {.name = "bdf",
     .source = "002 (12), sec. 2; DASSL",
     .summary =
         "backward differentiation, order 1 to 5 and step by an error test; bounded with passes",
     .asks = Form::residual,
     .order = 5,
     .adaptive = true,
     .iterates = true,
     .uses_jacobian = true,
     .options = bdf_options,
     .refuses = bdf_refusal,
     .order_of = bdf_order,
     .in_force = tolerances_in_force,
     .make = bdf},
};

}  // namespace

std::span<const IntegratorEntry> integrators() noexcept { return entries; }

const IntegratorEntry* find_integrator(std::string_view name) noexcept {
  for (const IntegratorEntry& e : entries)
    if (e.name == name || (!e.alias.empty() && e.alias == name)) return &e;
  return nullptr;
}

}  // namespace takt
