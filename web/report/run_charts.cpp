#include "web/report/run_charts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "takt/io/terminal/style.hpp"

namespace takt::web {
namespace {

using Column = DataTable::Column;
using Plot = SignalsSection::Plot;

constexpr std::size_t most_curves = 8;  // in one plot

const Column* find(const DataTable& table, const std::string& name) {
  for (const Column& c : table.columns)
    if (c.name == name) return &c;
  return nullptr;
}

bool changes(const Column& c) {
  return std::any_of(c.values.begin(), c.values.end(),
                     [&](double x) { return x != 0 && std::isfinite(x); });
}

// The columns whose names begin so, a plot for each unit in the order of their first columns.
std::vector<Plot> by_unit(const DataTable& table, const std::string& begin,
                          const std::string& title) {
  std::vector<Plot> plots;
  std::vector<std::string> units;
  for (const Column& c : table.columns) {
    if (!c.name.starts_with(begin)) continue;
    const auto known = std::find(units.begin(), units.end(), c.unit);
    const auto i = static_cast<std::size_t>(known - units.begin());
    if (known == units.end()) {
      units.push_back(c.unit);
      const bool named = !c.unit.empty() && c.unit != "1";
      plots.push_back({title + (named ? " in " + c.unit : ""), {}});
    }
    if (plots[i].columns.size() < most_curves) plots[i].columns.push_back(c.name);
  }
  return plots;
}

// With six digits, which is more than a screen shows.
double short_enough(double x) {
  return std::isfinite(x) ? std::strtod(io::short_number(x, 6).c_str(), nullptr) : x;
}

}  // namespace

std::vector<Plot> first_plots(const DataTable& series) {
  std::vector<Plot> plots = by_unit(series, "out.", "Outputs");
  if (plots.empty()) plots = by_unit(series, "q.", "Coordinates");
  if (plots.empty() && series.columns.size() > 1)
    plots.push_back({series.columns[1].name, {series.columns[1].name}});
  return plots;
}

std::optional<SignalsSection> drift_plot(const DataTable& series,
                                         const std::optional<Bound>& bound) {
  Plot plot{"Largest violation of a row", {}, true, true, {}};
  for (const char* level : {"position", "velocity", "acceleration"}) {
    const std::string name = std::string("drift.") + level;
    const Column* c = find(series, name);
    if (c != nullptr && changes(*c)) plot.columns.push_back(name);
  }
  if (plot.columns.empty()) return std::nullopt;
  if (bound && bound->holds && bound->limit > 0)
    plot.marks.push_back(
        {bound->limit, std::string(bound->estimate ? "estimate" : "bound") +
                           " of positions, 000 section 3.4: " + io::short_number(bound->limit)});
  return SignalsSection{
      "drift",
      "Constraint drift",
      "How far constraints are open: rows g of positions, their rates, and their accelerations, "
      "each row in its own unit. What is exactly 0 lies on the lowest line.",
      {"series"},
      {std::move(plot)}};
}

std::optional<SignalsSection> energy_plots(const DataTable& series) {
  SignalsSection s{"energy", "Energy", "", {"series"}, {}};
  if (find(series, "energy.total") == nullptr) return std::nullopt;
  s.plots.push_back({"Energy", {"energy.kinetic", "energy.potential", "energy.total"}});
  if (find(series, "account.method") != nullptr) {
    s.plots.push_back({"What changed it since the start",
                       {"account.inputs", "account.elements", "account.method"}});
    s.note =
        "The total changes by what inputs and drives supply, by what elements supply or dissipate, "
        "and by what the method itself adds or removes.";
  }
  return s;
}

std::optional<SignalsSection> solver_plots(const DataTable& series) {
  SignalsSection s{
      "solver", "Work of the solver", "Counted since the start of the run.", {"series"}, {}};
  const auto add = [&](const std::string& title, std::initializer_list<const char*> names) {
    Plot plot{title, {}};
    for (const char* name : names) {
      const Column* c = find(series, name);
      if (c != nullptr && changes(*c)) plot.columns.emplace_back(name);
    }
    if (!plot.columns.empty()) s.plots.push_back(plot);
  };
  add("Evaluations, factorisations, iterations",
      {"solver.evaluations", "solver.factorisations", "solver.iterations"});
  add("Steps not converged or rejected, discontinuities",
      {"solver.unconverged", "solver.rejected", "solver.switches"});
  if (s.plots.empty()) return std::nullopt;
  return s;
}

std::optional<ChartSection> step_time_chart(const Histogram& h, double step) {
  if (h.count() == 0) return std::nullopt;
  constexpr int join = 4;  // classes a bar: of an eighth of an octave
  ChartSection chart{
      "step-time", "Time of a step", "", {"time of a step", "µs", true}, {"steps", "", true}, {}};
  Curve bars{"steps", {}, {}, Curve::Style::bars};
  const Histogram::Classes classes = h.classes();
  const int first = classes.front().first / join, last = classes.back().first / join;
  constexpr int most_bars = 400;
  for (int k = first; k <= last && k - first < most_bars; ++k) {
    bars.x.push_back(short_enough(1e-3 * Histogram::lower_edge(join * k + join / 2)));
    bars.y.push_back(0);
  }
  for (const auto& [index, count] : classes) {
    const auto bar = static_cast<std::size_t>(index / join - first);
    if (bar < bars.y.size()) bars.y[bar] += static_cast<double>(count);
  }
  chart.curves.push_back(std::move(bars));
  const auto mark = [&](double ns, const std::string& text) {
    chart.marks.push_back({ns * 1e-3, std::nullopt, text});
  };
  mark(h.quantile(0.5), "half below");
  mark(h.quantile(0.99), "99 % below");
  mark(h.max(), "slowest");
  if (step > 0 && step < 4e-9 * h.max()) mark(step * 1e9, "length of a step");
  chart.note = io::grouped(h.count()) +
               " steps, with the time of the clock on this machine: other programs that ran "
               "meanwhile are in it.";
  return chart;
}

}  // namespace takt::web
