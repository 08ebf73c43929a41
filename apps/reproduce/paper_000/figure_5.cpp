#include "apps/reproduce/paper_000/figure_5.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/paper_000/car_axle.hpp"

namespace takt::reproduce::paper_000 {
namespace {

constexpr double axle_step = 0.01;  // s
// Limits of the largest drift over 60 s divided by that over 3 s.
constexpr double bounded = 1.5, growing = 5;

double largest(const Summary& s) {
  return blew_up(s) ? std::numeric_limits<double>::infinity() : s.max_drift.position;
}

}  // namespace

std::vector<Figure5Curve> figure_5() { return figure_5(J1); }

std::vector<Figure5Curve> figure_5(std::string_view integrator) {
  std::vector<Figure5Curve> curves;
  for (const AxleMethod& m : axle_methods) {
    Trace trace;
    const Summary s = simulate(axle(m, integrator, axle_step), {.trace = &trace});
    const Summary longer = simulate(axle(m, integrator, axle_step, 60)),
                  longest = simulate(axle(m, integrator, axle_step, 600));
    curves.push_back({m.name, m.stabilised, trace.t, trace.position, largest(s), largest(longer),
                      largest(longest), longest.t_end});
  }
  return curves;
}

Report report_figure_5() {
  const auto curves = figure_5();
  Writer w(
      "|g(q)|, linear-implicit Euler (J1), h = 10 ms; to 3 s as in the figure, and longer; "
      "* blew up.");
  Table shown{"", {"largest |g| to", "1 s", "2 s", "3 s", "60 s", "600 s", "60 s / 3 s"}, {}};
  Table filed{"000-figure-5", {"t"}, {}};
  for (const double t : curves[0].t) filed.rows.push_back({csv(t)});
  double least = 1e300, most = 0;
  std::string blown;
  double grown = 0;  // up to 600 s, of the stabilised methods that do not blow up
  for (const Figure5Curve& c : curves) {
    const auto up_to = [&](double t) {
      const auto n = std::upper_bound(c.t.begin(), c.t.end(), t + 1e-9) - c.t.begin();
      return scientific(maximum({c.drift.data(), static_cast<std::size_t>(n)}));
    };
    shown.rows.push_back({std::string(c.method), up_to(1), up_to(2), up_to(3),
                          scientific(c.over_60_s), scientific(c.over_600_s),
                          rounded(c.growth(), 3)});
    filed.columns.emplace_back(c.method);
    for (std::size_t i = 0; i < c.drift.size(); ++i) filed.rows[i].push_back(csv(c.drift[i]));
    if (c.stabilised && std::isfinite(c.over_600_s))
      grown = std::max(grown, c.over_600_s / c.over_3_s);
    else if (c.stabilised)
      blown += (blown.empty() ? "" : ", ") + std::string(c.method) + " blows up at " +
               rounded(c.t_end, 3) + " s";
    if (c.stabilised)
      most = std::max(most, c.growth());
    else
      least = std::min(least, c.growth());
  }
  w.table(shown);
  w.file(filed);
  Table in_time{"", {"largest |g| to", "3 s", "60 s", "600 s"}, {}};
  for (const Figure5Curve& c : figure_5(J1_in_time))
    in_time.rows.push_back({std::string(c.method), scientific(c.over_3_s), scientific(c.over_60_s),
                            scientific(c.over_600_s)});
  w.paragraph(beside);
  w.table(in_time);
  w.check({"The error in the constraints grows without bound for the unstabilised methods.",
           "to 60 s it is at least " + rounded(least, 3) + " times that to 3 s.", least >= growing,
           "unstabilised methods drift off"});
  w.check({"For all stabilised methods the errors in the constraints remain bounded.",
           "to 60 s they are at most " + rounded(most, 3) + " times those to 3 s.", most <= bounded,
           "stabilised ones stay bounded to 60 s"});
  return w.finish("Drift of the car axle", "beyond the figure, to 600 s, " +
                                               (blown.empty() ? "the" : blown + " and the other") +
                                               " stabilised ones drift up to " + rounded(grown, 3) +
                                               " times as much as to 3 s");
}

}  // namespace takt::reproduce::paper_000
