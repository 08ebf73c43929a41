#include "apps/reproduce/paper_000/figure_6.hpp"

#include <algorithm>
#include <cmath>

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
  std::string_view what;
  double low, high;  // limits of the fitted order
};
constexpr Claim claims[] = {{"index 1: order 1 (uneven: its drift is a sum with signs)", 0.7, 1.5},
                            {"index 2: order 1", 0.95, 1.05},
                            {"index 1 Baumgarte: order 2", 1.95, 2.1},
                            {"index 2 Baumgarte: order 2", 1.95, 2.1},
                            {"index 1, one Newton step: order 3", 2.85, 3.2},
                            {"index 2, one Newton step: order 3", 2.85, 3.2},
                            {"index 2, G at the new point (ERRATA 000.10): order 4", 3.85, 4.15}};

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
      "shown.");
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
  Table in_time{"", {"h in ms", "1", "10", "order"}, {}};
  for (const AxleMethod& m : axle_methods) {
    const Figure6Curve c = curve(m, 1, J1_in_time);
    in_time.rows.push_back({std::string(c.method), scientific(c.position.front()),
                            scientific(c.position.back()), rounded(c.order, 3)});
  }
  w.paragraph(beside);
  w.table(in_time);
  for (std::size_t i = 0; i < curves.size(); ++i)
    w.check({std::string(claims[i].what) + ".", "order " + rounded(curves[i].order, 3) + ".",
             curves[i].order >= claims[i].low && curves[i].order <= claims[i].high,
             std::string(curves[i].method) + ": " + rounded(curves[i].order, 3)});
  double velocity = 0, least = 1e300, most = 0;
  for (const std::size_t i : {1, 4, 5}) velocity = std::max(velocity, maximum(curves[i].velocity));
  for (const std::size_t i : {4, 5})
    for (std::size_t k = 0; k < curves[i].bound.size(); ++k) {
      const double part = curves[i].position[k] / curves[i].bound[k];
      least = std::min(least, part), most = std::max(most, part);
    }
  w.check({"Index 2 and the projections solve the velocity constraints exactly.",
           "largest |g'| " + scientific(velocity) + ".", velocity < round_off,
           "velocity constraints at round-off"});
  w.check({"The drift of the projected methods stays below g_lim of section 3.4.",
           "it is " + rounded(least, 2) + " to " + rounded(most, 2) + " of g_lim.", most <= 1,
           "drift below its bound"});
  return w.finish("Orders of the drift");
}

}  // namespace takt::reproduce::paper_000
