#include "takt/integrator/catalogue.hpp"

#include "takt/integrator/dopri5.hpp"
#include "takt/integrator/linear_implicit_euler.hpp"
#include "takt/integrator/runge_kutta.hpp"

namespace takt {
namespace {

using Kind = Option::Kind;
using Made = std::unique_ptr<Integrator>;

constexpr std::string_view rows = "exact|J1|J2|J3|vedyna";

constexpr Option euler_options[] = {
    {"row", Kind::word, "J2", rows, "which blocks of the Jacobian are kept (000 section 2)", true},
    {"lambda_gradient", Kind::flag, "true", "true|false",
     "the Jacobian contains d(G' lambda)/dq with the last lambda (ERRATA 000.2)"},
};

constexpr Option dopri5_options[] = {
    {"rtol", Kind::positive, "1e-6", "", "relative tolerance"},
    {"atol", Kind::positive, "0.1 rtol", "", "absolute tolerance"},
    {"h0", Kind::positive, "--step", "", "first step in s"},
};

bool yes(const Settings&) { return true; }
bool row_velocity_first(const Settings& s) {
  return linear_implicit_row(s.text("row")).velocity_first;
}
bool row_position_first(const Settings& s) { return !row_velocity_first(s); }

Made explicit_euler(Evaluator& eval, Formulation& f, const Settings&, double) {
  if (VelocityForm* form = f.velocity_form())
    return make_linear_implicit_euler(eval, *form, explicit_row, false);
  return make_runge_kutta(eval, *f.acceleration_form(), euler_table);
}

Made linear_implicit_euler(Evaluator& eval, Formulation& f, const Settings& s, double) {
  return make_linear_implicit_euler(eval, *f.velocity_form(), linear_implicit_row(s.text("row")),
                                    s.flag("lambda_gradient"));
}

template <const ButcherTable& table>
Made runge_kutta(Evaluator& eval, Formulation& f, const Settings&, double) {
  return make_runge_kutta(eval, *f.acceleration_form(), table);
}

Made dopri5(Evaluator& eval, Formulation& f, const Settings& s, double step) {
  Dopri5Options o;
  o.rtol = s.number("rtol");
  o.atol = s.given("atol") ? s.number("atol") : 0.1 * o.rtol;
  o.h0 = s.given("h0") ? s.number("h0") : step;
  return make_dopri5(eval, *f.acceleration_form(), o);
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
};

}  // namespace

std::span<const IntegratorEntry> integrators() noexcept { return entries; }

const IntegratorEntry* find_integrator(std::string_view name) noexcept {
  for (const IntegratorEntry& e : entries)
    if (e.name == name || (!e.alias.empty() && e.alias == name)) return &e;
  return nullptr;
}

}  // namespace takt
