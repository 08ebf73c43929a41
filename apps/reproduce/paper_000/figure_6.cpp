#include "apps/reproduce/paper_000/figure_6.hpp"

#include <algorithm>
#include <cmath>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/paper_000/car_axle.hpp"

namespace takt::reproduce::paper_000 {
namespace {

constexpr double round_off = 1e-13;

Figure6Curve curve(const AxleMethod& m, double from, std::string_view integrator = J1) {
  Figure6Curve c{m.name, {}, {}, {}, {}};
  for (const double ms : milliseconds) {
    if (ms < from) continue;
    const Summary s = simulate(axle(m, integrator, ms * 1e-3), {.bound = true});
    c.steps.push_back(ms * 1e-3);
    c.position.push_back(s.max_drift.position);
    c.velocity.push_back(s.max_drift.velocity);
    if (s.bound && s.bound->holds) c.bound.push_back(s.bound->limit);
  }
  c.order = order(c.steps, c.position);
  return c;
}

struct Claim {
  Source from;
  std::string_view what;
  double order;
};
constexpr double order_within = 0.25;  // the same for all
constexpr Claim claims[] = {
    {said_in("section 4.2"), "For both unstabilized methods, the error is of size O(h): index 1",
     1},
    {said_in("section 4.2"), "For both unstabilized methods, the error is of size O(h): index 2",
     1},
    {said_in("section 4.2"),
     "Both Baumgarte methods have an error in the magnitude of O(h^2): "
     "index 1",
     2},
    {said_in("section 4.2"),
     "Both Baumgarte methods have an error in the magnitude of O(h^2): "
     "index 2",
     2},
    {said_in("section 4.2"),
     "For the projection methods we observe an error of size O(h^3): index "
     "1",
     3},
    {said_in("section 4.2"),
     "For the projection methods we observe an error of size O(h^3): index "
     "2",
     3},
    {by_us, "With G at the new point (errata 000.10) it is of size O(h^4): index 2", 4}};

}  // namespace

std::vector<Figure6Curve> figure_6() {
  std::vector<Figure6Curve> curves;
  for (const AxleMethod& m : axle_methods) curves.push_back(curve(m, 0));
  curves.push_back(curve(axle_at_end, 0.5));  // with smaller steps it is at round-off
  return curves;
}

Report report_figure_6() {
  const auto curves = figure_6();
  Writer w(
      "Largest |g(q)| to 3 s, linear-implicit Euler (J1); orders by least squares over all steps "
      "shown. A statement about an order holds if ours is within 0.25 of it.");
  Table shown{"", {"h in ms"}, {}};
  Table filed{"000-figure-6", {"h", "method", "position", "velocity", "bound"}, {}};
  for (const double ms : milliseconds) shown.columns.push_back(rounded(ms, 1));
  shown.columns.emplace_back("order");
  const std::size_t n = std::size(milliseconds);
  for (const Figure6Curve& c : curves) {
    std::vector<std::string> row{std::string(c.method)};
    row.resize(1 + n - c.steps.size(), "-");
    for (std::size_t i = 0; i < c.steps.size(); ++i) {
      row.push_back(scientific(c.position[i]));
      filed.rows.push_back({csv(c.steps[i]), std::string(c.method), csv(c.position[i]),
                            csv(c.velocity[i]), i < c.bound.size() ? csv(c.bound[i]) : ""});
    }
    row.push_back(rounded(c.order, 3));
    shown.rows.push_back(row);
  }
  w.table(shown);
  w.file(filed);
  w.chart(chart_with_slopes("Largest drift over the step",
                            "As figure 6 of the paper. Dashed: fitted; the slope is the order.",
                            step_axis(), logarithmic_axis("largest |g(q)|", "m²"), filed,
                            {{"h", "position", {"method"}, "", as_both}}));
  Drawn drift{"h", "position", {"method"}, "", as_both}, limit{"h", "bound", {"method"}};
  drift.having = limit.having = "bound";
  limit.name = "g_lim of section 3.4";
  limit.dashed = true;
  w.chart(chart("Drift and its bound", "Where condition (13) holds.", step_axis(),
                logarithmic_axis("largest |g(q)|", "m²"), filed, {drift, limit}));
  Table in_time{"", {"h in ms", "1", "10", "order"}, {}};
  for (const AxleMethod& m : axle_methods) {
    const Figure6Curve c = curve(m, 1, J1_in_time);
    in_time.rows.push_back({std::string(c.method), scientific(c.position.front()),
                            scientific(c.position.back()), rounded(c.order, 3)});
  }
  w.paragraph(beside);
  w.table(in_time);
  for (std::size_t i = 0; i < curves.size(); ++i)
    w.check({claims[i].from, std::string(claims[i].what) + ".",
             "order " + rounded(curves[i].order, 3) + ".",
             std::abs(curves[i].order - claims[i].order) <= order_within,
             std::string(curves[i].method) + ": " + rounded(curves[i].order, 3),
             "the drift of index 1 is a sum with changing signs, so that the fitted order depends "
             "on the steps"});
  double velocity = 0, least = 1e300, most = 0;
  for (const std::size_t i : {1, 4, 5}) velocity = std::max(velocity, maximum(curves[i].velocity));
  for (const std::size_t i : {4, 5})
    for (std::size_t k = 0; k < curves[i].bound.size(); ++k) {
      const double part = curves[i].position[k] / curves[i].bound[k];
      least = std::min(least, part), most = std::max(most, part);
    }
  w.check({said_in("section 3.1"),
           "Index 2 and the projections solve the velocity constraints exactly.",
           "largest |g'| " + scientific(velocity) + ".", velocity < round_off,
           "velocity constraints at round-off"});
  w.check({said_in("section 3.4"),
           "The drift of the projected methods stays below g_lim of section 3.4.",
           "it is " + rounded(least, 2) + " to " + rounded(most, 2) + " of g_lim.", most <= 1,
           "drift below its bound"});
  return w.finish("Orders of the drift");
}

}  // namespace takt::reproduce::paper_000
