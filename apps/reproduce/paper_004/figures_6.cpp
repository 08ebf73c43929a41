#include "apps/reproduce/paper_004/figures_6.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"

namespace takt::reproduce::paper_004 {
namespace {

constexpr const char* drawn_with = "index1+dopri5(rtol=1e-9)+s_both2";

Path path(const char* model, double until) {
  Trace trace;
  const Summary s = simulate({model, drawn_with, 1e-3, until}, {.every = 0.01, .trace = &trace});
  Path p{trace.t, {}, {}, {}, s.max_drift.position};
  for (std::size_t i = 0; i < trace.t.size(); ++i) {
    p.x.push_back(trace.outputs[i][0]);
    p.y.push_back(trace.outputs[i][1]);
    p.force.push_back(max_norm(trace.lambda[i]));
  }
  return p;
}

Table filed(const char* name, const Path& p) {
  Table t{name, {"t", "x2", "y2", "force"}, {}};
  for (std::size_t i = 0; i < p.t.size(); ++i)
    t.rows.push_back({csv(p.t[i]), csv(p.x[i]), csv(p.y[i]), csv(p.force[i])});
  return t;
}

std::string range(const std::vector<double>& x) {
  const auto [least, most] = std::minmax_element(x.begin(), x.end());
  return rounded(*least, 4) + " .. " + rounded(*most, 4) + " m";
}

struct Peak {
  double t, force;
};
// The highest point of each interval in which the force is at least `from`.
std::vector<Peak> peaks(const Path& p, double from) {
  std::vector<Peak> found;
  bool above = false;
  for (std::size_t i = 0; i < p.t.size(); ++i) {
    if (p.force[i] >= from) {
      if (!above) found.push_back({p.t[i], p.force[i]});
      if (p.force[i] > found.back().force) found.back() = {p.t[i], p.force[i]};
    }
    above = p.force[i] >= from;
  }
  return found;
}

void add_path(Writer& w, const Table& over_t) {
  w.file(over_t);
  web::ChartSection path = chart("Path of the end of the arm", "", linear_axis("x2", "m"),
                                 linear_axis("y2", "m"), over_t, {{"x2", "y2", {}, "path"}});
  path.equal = true;
  w.chart(std::move(path));
  w.chart(chart("Constraint force", "", time_axis("t"), logarithmic_axis("|λ|", "N"), over_t,
                {{"t", "force", {}, "|λ|"}}));
}

// Lines end where an angle jumps by 2 pi.
web::ChartSection turning(const Table& over_t) {
  web::ChartSection c = chart("Angles", "Modulo 2π, as figure 6.4 of the paper.", time_axis("t"),
                              linear_axis("angle", "rad"), over_t, columns_over(over_t, "t"));
  for (web::Curve& curve : c.curves)
    for (std::size_t i = curve.y.size(); --i > 0;) {
      if (std::abs(curve.y[i] - curve.y[i - 1]) < std::numbers::pi) continue;
      const auto at = static_cast<std::ptrdiff_t>(i);
      curve.x.insert(curve.x.begin() + at, curve.x[i]);
      curve.y.insert(curve.y.begin() + at, NAN);
    }
  return c;
}

// q of the squeezing mechanism at 0.03 s                          reference/benchmarks.md 1.2 [C]
constexpr double squeezer_at_30_ms[] = {1.5810771195153707e+01, -1.5756371058411839e+01,
                                        4.0822240119645805e-02, -5.3473011634207959e-01,
                                        5.2440996587995407e-01, 5.3473011634207959e-01,
                                        1.0480807410419379e+00};

double turned(double angle) {
  const double x = std::fmod(angle, 2 * std::numbers::pi);
  return x < 0 ? x + 2 * std::numbers::pi : x;
}

}  // namespace

Path figure_6_2() { return path("two-link-parabola", 40); }
Path figure_6_3() { return path("two-link-sine", 10); }

Squeezer figure_6_4() {
  Trace trace;
  const Case c{"squeezer", drawn_with, 1e-4, 0.3};
  const Summary s = simulate(c, {.every = 1e-3, .trace = &trace});
  Case early = c;
  early.until = 0.03;
  const Vector q = simulate(early).final_state.q;
  double error = 0;
  for (Index i = 0; i < q.size(); ++i)
    error = std::max(error, std::abs(q[i] - squeezer_at_30_ms[i]));
  return {trace.t, trace.q, s.names.q, s.max_drift.position, s.energy_max_change, error};
}

Report report_figure_6_2() {
  const Path p = figure_6_2();
  Writer w("Two-link arm on a parabola, to 40 s; " + std::string(drawn_with) + ", every 10 ms.");
  w.paragraph("x2 runs through " + range(p.x) + ", y2 through " + range(p.y) + ".");
  add_path(w, filed("004-figure-6.2", p));
  const double beta = p.x[0] * p.x[0] - p.y[0];
  double off = 0;
  for (std::size_t i = 0; i < p.t.size(); ++i)
    off = std::max(off, std::abs(p.y[i] - p.x[i] * p.x[i] + beta));
  w.check({said_in("figure 6.2"), "The path of (x2, y2) lies on the parabola y = x² - beta.",
           "largest distance " + scientific(off) + " at samples, " + scientific(p.off) +
               " at step ends.",
           std::max(off, p.off) <= 1e-8, "the path lies on the parabola"});
  const auto [left, right] = std::minmax_element(p.x.begin(), p.x.end());
  w.check(
      {said_in("figure 6.2"), "The end swings over both branches of the parabola.",
       "x2 changes its sign between " + rounded(*left, 3) + " and " + rounded(*right, 3) + " m.",
       *left < 0 && *right > 0, "both branches are used"});
  return w.finish("Case I");
}

Report report_figure_6_3() {
  const Path p = figure_6_3();
  Writer w("Two-link arm, end at height sin²(t/2), to 10 s; " + std::string(drawn_with) +
           ", every 10 ms.");
  w.paragraph("x2 runs through " + range(p.x) + ", y2 through " + range(p.y) + ".");
  add_path(w, filed("004-figure-6.3", p));
  const double usual = median(p.force), large = maximum(p.force) / 4;
  const std::vector<Peak> found = peaks(p, 5 * usual), largest = peaks(p, large);
  Table t{"004-figure-6.3-peaks", {"t", "force"}, {}};
  Table shown{"", {"peak at t in s", "|lambda| in N", "over median"}, {}};
  for (const Peak& k : found) {
    t.rows.push_back({csv(k.t), csv(k.force)});
    shown.rows.push_back({rounded(k.t, 3), rounded(k.force, 4), rounded(k.force / usual, 3)});
  }
  w.table(shown);
  w.file(t);
  w.chart(chart("Peaks of the constraint force", "Where it is five times the median or more.",
                time_axis("t"), logarithmic_axis("|λ|", "N"), t,
                {{"t", "force", {}, "peaks", as_points}}));
  double off = 0;
  for (std::size_t i = 0; i < p.t.size(); ++i)
    off = std::max(off, std::abs(p.y[i] - std::pow(std::sin(p.t[i] / 2), 2)));
  w.check({said_in("figure 6.3"), "The path of (x2, y2) has the height sin²(t/2).",
           "largest distance " + scientific(off) + " at samples, " + scientific(p.off) +
               " at step ends.",
           std::max(off, p.off) <= 1e-8, "the path has the given height"});
  const auto above =
      std::count_if(p.force.begin(), p.force.end(), [&](double f) { return f >= large; });
  const double part = static_cast<double>(above) / static_cast<double>(p.force.size());
  w.check(
      {said_in("section 6"),
       "The constraint forces become large at a few distinct times (a quarter of the highest, or "
       "more).",
       std::to_string(largest.size()) + " times, together " + rounded(100 * part, 2) +
           " % of the time; the highest is " + rounded(maximum(p.force) / usual, 3) +
           " times the median.",
       largest.size() <= 5 && part <= 0.1,
       "large forces at " + std::to_string(largest.size()) + " distinct times"});
  return w.finish("Case II");
}

Report report_figure_6_4() {
  const Squeezer s = figure_6_4();
  Writer w("To 0.3 s; " + std::string(drawn_with) + ", every 1 ms. Turns: from start to end.");
  Table filed{"004-figure-6.4", {"t"}, {}};
  Table shown{"", {"coordinate", "least", "most", "turns"}, {}};
  for (std::size_t k = 0; k < s.names.size(); ++k) {
    const auto i = static_cast<Index>(k);
    filed.columns.push_back(s.names[k]);
    const auto [least, most] = std::minmax_element(
        s.q.begin(), s.q.end(), [&](const Vector& a, const Vector& b) { return a[i] < b[i]; });
    const double turns = (s.q.back()[i] - s.q.front()[i]) / (2 * std::numbers::pi);
    shown.rows.push_back(
        {s.names[k], rounded((*least)[i], 4), rounded((*most)[i], 4), rounded(turns, 3)});
  }
  for (std::size_t n = 0; n < s.t.size(); ++n) {
    filed.rows.push_back({csv(s.t[n])});
    for (Index i = 0; i < s.q[n].size(); ++i) filed.rows.back().push_back(csv(turned(s.q[n][i])));
  }
  w.table(shown);
  w.file(filed);
  w.chart(turning(filed));
  w.check({by_other_program,
           "The motion is the published one: q at 0.03 s against a quad-precision reference.",
           "largest error " + scientific(s.reference_error) + ".", s.reference_error <= 1e-7,
           "q at 0.03 s is the reference's"});
  w.check({by_us,
           "It keeps the loops closed and its energy to the end (the driving moment included).",
           "largest loop error " + scientific(s.drift) + " m, change of energy " +
               scientific(s.energy_change) + " J.",
           s.drift <= 1e-10 && s.energy_change <= 1e-5, "loops closed and energy kept"});
  return w.finish("The squeezing mechanism");
}

}  // namespace takt::reproduce::paper_004
