#include "apps/takt/pages/compare_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "web/page/charts.hpp"

namespace takt::app {
namespace {

using analyse::Compared;

constexpr double round_off = 1e-12;  // of errors and drifts: below, slopes mean nothing

bool lasted(const Compared& c) { return c.summary.status == Status::ok; }
// Processor time: the clock would count other programs, too.
double us_per_step(const Compared& c) {
  return c.summary.cpu_s * 1e6 / static_cast<double>(std::max<std::int64_t>(1, c.summary.steps));
}

std::string step_in_words(const Compared& c) {
  return c.adaptive ? "adaptive" : io::seconds_in_words(c.step);
}

// One curve a method, in the order of the runs. Runs that failed have no error; where the step is x,
// methods that choose their steps have no place.
template <class X, class Y>
std::vector<web::Curve> by_method(const std::vector<Compared>& all, bool over_step, X x, Y y) {
  std::vector<web::Curve> curves;
  std::vector<std::string> names;
  for (const Compared& c : all) {
    if (!lasted(c) || (over_step && c.adaptive)) continue;
    const std::string& name = c.summary.method;
    const auto at = std::find(names.begin(), names.end(), name) - names.begin();
    if (at == static_cast<std::ptrdiff_t>(names.size())) {
      names.push_back(name);
      curves.push_back({name, {}, {}, web::Curve::Style::both});
    }
    web::Curve& curve = curves[static_cast<std::size_t>(at)];
    curve.x.push_back(x(c));
    curve.y.push_back(y(c));
    curve.labels.push_back("h = " + step_in_words(c));
  }
  return curves;
}

template <class Y>
web::ChartSection over_step(const analyse::Comparisons& of, std::string id, std::string title,
                            std::string note, web::Axis y, Y value) {
  web::ChartSection chart{std::move(id),
                          std::move(title),
                          std::move(note),
                          {"step h", "s", true},
                          std::move(y),
                          by_method(
                              of.all, true, [](const Compared& c) { return c.step; }, value)};
  web::fit_slopes(chart, round_off);
  return chart;
}

// Nothing else is both faster and more exact.
std::vector<int> not_beaten(const std::vector<Compared>& all) {
  std::vector<int> rows;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto beats = [&](const Compared& other) {
      return lasted(other) && other.error <= all[i].error &&
             other.summary.cpu_s <= all[i].summary.cpu_s &&
             (other.error < all[i].error || other.summary.cpu_s < all[i].summary.cpu_s);
    };
    if (lasted(all[i]) && std::none_of(all.begin(), all.end(), beats))
      rows.push_back(static_cast<int>(i));
  }
  return rows;
}

template <class Value> const Compared* least(const std::vector<Compared>& all, Value value) {
  const Compared* best = nullptr;
  for (const Compared& c : all)
    if (lasted(c) && (best == nullptr || value(c) < value(*best))) best = &c;
  return best;
}

web::Card card(std::string label, std::string value, const Compared& c) {
  return {std::move(label), std::move(value), c.summary.method + ", h = " + step_in_words(c)};
}

}  // namespace

std::vector<std::string> comparison_columns() {
  return {"method",        "h",     "error",   "drift q",     "drift v",
          "energy change", "CPU s", "µs/step", "× real time", ""};
}

std::vector<std::string> comparison_cells(const Compared& c, const io::Style& style) {
  const Summary& s = c.summary;
  const auto n = [](double x) { return io::short_number(x); };
  const double factor = s.realtime_factor();
  return {
      s.method,
      step_in_words(c),
      lasted(c) ? n(c.error) : "-",
      n(s.max_drift.position),
      n(s.max_drift.velocity),
      n(s.energy_max_change),
      n(s.cpu_s),
      n(us_per_step(c)),
      factor >= 1000 ? io::grouped(std::llround(factor)) : n(factor),
      lasted(c) ? "" : style.bad(fmt::format("{} at t = {} s", to_string(s.status), n(s.t_end)))};
}

web::Page comparison_page(const analyse::Comparisons& of) {
  web::Page page;
  page.kind = "compare";
  page.title = of.model;
  page.subtitle = "Methods and steps until " + io::seconds_in_words(of.until) + ", error against " +
                  of.reference;
  web::TableSection table{"table",
                          "All runs",
                          "Marked: no other run is both faster and more exact. The drift is the "
                          "largest after any step.",
                          comparison_columns(),
                          {},
                          not_beaten(of.all)};
  table.columns.back() = "ended";
  for (const Compared& c : of.all) {
    table.rows.push_back(comparison_cells(c, {}));
    if (lasted(c)) continue;
    std::string why =
        fmt::format("{} with h = {}: {} at t = {} s", c.summary.method, step_in_words(c),
                    to_string(c.summary.status), io::short_number(c.summary.t_end));
    if (!c.summary.failure.empty()) why += ", " + c.summary.failure;
    page.warnings.push_back(why + ". It is in the table, not in the diagrams.");
  }
  const auto error = [](const Compared& c) { return c.error; };
  const auto cpu = [](const Compared& c) { return c.summary.cpu_s; };
  if (const Compared* c = least(of.all, error))
    page.cards.push_back(card("most exact", io::short_number(c->error), *c));
  if (const Compared* c = least(of.all, cpu))
    page.cards.push_back(card("fastest", io::short_number(c->summary.cpu_s) + " s", *c));

  const web::Axis errors{"error", "", true};
  page.sections.push_back(web::ChartSection{
      "work-precision",
      "Work and precision",
      "Error over the processor time of the whole run. Lower and to the left is better.",
      {"CPU time of the run", "s", true},
      errors,
      by_method(of.all, false, cpu, error)});
  page.sections.push_back(web::ChartSection{
      "cost-of-a-step",
      "Cost of a step",
      "Error over the mean processor time of one step: what a period of the clock must hold.",
      {"CPU time of a step", "µs", true},
      errors,
      by_method(of.all, false, us_per_step, error)});
  page.sections.push_back(
      over_step(of, "error-over-step", "Error over the step",
                "Dashed: fitted by least squares; its slope is the order of convergence seen.",
                errors, error));
  const bool constrained = std::any_of(of.all.begin(), of.all.end(), [](const Compared& c) {
    return c.summary.max_drift.position > 0 || c.summary.max_drift.velocity > 0;
  });
  if (constrained) {
    page.sections.push_back(
        over_step(of, "drift-of-positions", "Drift of positions over the step",
                  "Largest |g(q)| after any step. Dashed: fitted slope, round-off left out.",
                  {"largest |g(q)|", "", true},
                  [](const Compared& c) { return c.summary.max_drift.position; }));
    page.sections.push_back(
        over_step(of, "drift-of-velocities", "Drift of velocities over the step",
                  "Largest |dg/dt| after any step. Dashed: fitted slope, round-off left out.",
                  {"largest |dg/dt|", "", true},
                  [](const Compared& c) { return c.summary.max_drift.velocity; }));
  }
  page.sections.push_back(over_step(of, "energy-over-step", "Energy error over the step",
                                    "What the method itself added or removed, without what inputs "
                                    "and elements did, as far as the "
                                    "balance of the run knows it. Dashed: fitted slope.",
                                    {"energy by the method", "J", true}, [](const Compared& c) {
                                      const EnergyParts& e = c.summary.energy;
                                      return std::abs(e.method) > e.resolution ? std::abs(e.method)
                                                                               : 0;
                                    }));
  page.sections.push_back(std::move(table));
  return page;
}

}  // namespace takt::app
