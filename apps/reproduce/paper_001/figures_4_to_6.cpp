#include "apps/reproduce/paper_001/figures_4_to_6.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"

namespace takt::reproduce::paper_001 {
namespace {

using Series = std::vector<double> Trace::*;

constexpr std::string_view how_4 =
    "Spherical compound pendulum, h = 25 ms, alpha = 1e7, 5 s: the trapezoidal rule with "
    "projections of velocities and accelerations, the conserving scheme, and the conserving scheme "
    "with projections.";

Table filed(std::string name, const std::vector<Stabilised>& curves, Series of) {
  Table t{std::move(name), {"t"}, {}};
  for (const double time : curves[0].swing.trace.t) t.rows.push_back({csv(time)});
  for (const Stabilised& c : curves) {
    t.columns.emplace_back(c.name);
    const auto& x = c.swing.trace.*of;
    for (std::size_t i = 0; i < t.rows.size(); ++i)
      t.rows[i].push_back(i < x.size() ? csv(x[i]) : "");
  }
  return t;
}

double largest(const Stabilised& c, Series of) { return maximum(c.swing.trace.*of); }

// Figures 4 and 5 show the same for different levels.
Report report_level(std::string id, std::string_view level, std::string words, Series of) {
  const auto curves = figures_4_to_6();
  Writer w(how_4);
  Table t{"", {"largest " + std::string(level), "0 to 5 s", "4 to 5 s", "|Phi|"}, {}};
  for (const Stabilised& c : curves) {
    const auto& x = c.swing.trace.*of;
    double late = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (c.swing.trace.t[i] > 4) late = std::max(late, x[i]);
    t.rows.push_back({std::string(c.name), scientific(largest(c, of)), scientific(late),
                      scientific(largest(c, &Trace::position))});
  }
  w.table(t);
  const Table over_t = filed(std::move(id), curves, of);
  w.file(over_t);
  w.chart(chart("Constraints at " + words + " level", "As in the paper.", time_axis("t"),
                logarithmic_axis(std::string(level)), over_t, columns_over(over_t, "t")));
  const double gain = largest(curves[1], of) / largest(curves[0], of);
  w.check({said_in("section 5.1.2"),
           "The scheme with coordinate projections fulfills better the constraints at " + words +
               " level.",
           "the conserving scheme violates them " + rounded(gain, 2) + " times as much.", gain > 1,
           "projections fulfil " + words + " constraints " + rounded(gain, 2) + " times better"});
  if (of == &Trace::velocity) {
    const double joined = largest(curves[1], of) / largest(curves[2], of);
    w.check({said_in("section 4"),
             "It is possible to use the projection strategy together with the conserving "
             "formulation, in order to enforce the constraints (here: they hold better with it).",
             "with them it violates the constraints " + rounded(joined, 2) + " times less.",
             joined > 1, "they do so for the conserving scheme too"});
  } else {
    w.paragraph(
        "Accelerations of the conserving scheme are those of the middle of a step, looked at at "
        "its "
        "end: they are no part of its state, and projections leave them alone.");
  }
  return w.finish("Constraints at " + words + " level");
}

std::string tolerance(double value, double within) {
  return rounded(value, 3) + " within " + rounded(within, 1);
}

void check_accepted(Writer& w, const Stabilised& c, const Accepted& a) {
  const std::string name(c.name);
  w.check({by_other_program,
           name + ": the energy at 5 s has changed by " +
               (a.energy == 0 ? "less than " + scientific(a.energy_within, 0) + " J."
                              : tolerance(a.energy, a.energy_within) + " J."),
           "by " + scientific(c.off.energy) + " J.",
           std::abs(c.off.energy - a.energy) <= a.energy_within,
           name + " " + scientific(c.off.energy, a.energy == 0 ? 0 : 2) + " J"});
  if (a.tip > 0)
    w.check({by_other_program,
             name + ": the end of the rod is off by at most " +
                 tolerance(1e3 * a.tip, 1e3 * a.tip_within) + " mm.",
             "by " + rounded(1e3 * c.off.tip, 4) + " mm.",
             std::abs(c.off.tip - a.tip) <= a.tip_within,
             name + " " + rounded(1e3 * c.off.tip, 4) + " mm"});
  w.check({by_other_program,
           name + ": after 5 s the motion lags by " + rounded(1e3 * a.lag, 3) + " ms within 3 %.",
           "by " + rounded(1e3 * c.off.lag, 4) + " ms.",
           std::abs(c.off.lag - a.lag) <= lag_within * a.lag,
           name + " lags " + rounded(1e3 * c.off.lag, 3) + " ms"});
}

}  // namespace

std::vector<Stabilised> figures_4_to_6(Rows rows) {
  std::vector<Stabilised> curves;
  for (const auto& [name, method] : {std::pair{std::string_view("projections"), projected},
                                     {"conserving", conserving},
                                     {"conserving and projections", both}}) {
    Swing s = swing(method, until, rows);
    const Deviation off = deviation(s);
    curves.push_back({name, method, std::move(s), off});
  }
  return curves;
}

Report report_figure_4() {
  return report_level("001-figure-4", "|Phi_dot|", "velocity", &Trace::velocity);
}

Report report_figure_5() {
  return report_level("001-figure-5", "|Phi_ddot|", "acceleration", &Trace::acceleration);
}

Report report_figure_6() {
  const auto curves = figures_4_to_6();
  Writer w(how_4);
  w.paragraph(
      "Energy is 0.625 J. The paper prints no numbers for these curves; those marked [another "
      "program] below are an independent program's, which solved the same problem.");
  Table t{"", {"", "dE(5 s) in J", "largest |dE|", "end off by, mm", "lag in ms"}, {}};
  for (const Stabilised& c : curves)
    t.rows.push_back({std::string(c.name), scientific(c.off.energy),
                      scientific(c.off.largest_energy), rounded(1e3 * c.off.tip, 4),
                      rounded(1e3 * c.off.lag, 3)});
  w.table(t);
  const Table over_t = filed("001-figure-6", curves, &Trace::energy);
  w.file(over_t);
  w.chart(chart("Energy", "As figure 6 of the paper.", time_axis("t"), linear_axis("energy", "J"),
                over_t, columns_over(over_t, "t")));
  w.check({said_in("section 5.1.2"),
           "The conserving scheme achieves the exact conservation of the total energy.",
           "the largest change on the way is " + scientific(curves[1].off.largest_energy) + " J.",
           curves[1].off.largest_energy < 1e-10, "energy is conserved exactly"});
  for (std::size_t i = 0; i < curves.size(); ++i) check_accepted(w, curves[i], accepted[i]);
  const double ratio = curves[0].off.lag / curves[1].off.lag;
  w.check({by_us,
           "The trapezoidal rule prolongs the period in comparison with the conserving scheme (the "
           "paper says so of the Iltis, section 5.2.2).",
           "it lags " + rounded(ratio, 3) + " times as much.", ratio > 1,
           "the trapezoidal rule prolongs the period " + rounded(ratio, 3) + " times as much"});
  return w.finish("Projections against conservation");
}

}  // namespace takt::reproduce::paper_001
