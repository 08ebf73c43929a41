#include "apps/reproduce/paper_000/figure_1.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/runs.hpp"

namespace takt::reproduce::paper_000 {
namespace {

constexpr double edge = 1e-6;       // closer to a boundary nothing is checked
constexpr double rounding = 1e-10;  // tolerance of the spectral radius
constexpr double unbounded = 1e3;   // largest imaginary part that is tried

std::string method(Row row) {
  if (row == Row::explicit_euler) return "ode+explicit_euler";
  return "ode+linear_implicit_euler(" + std::string(name(row)) + ")";
}

bool stable(Row row, double a, double b) { return spectral_radius(row, a, b) <= 1 + rounding; }

// The part of the plane that the inequalities bound; for unbounded domains also a wide range.
std::vector<double> grid(Row row, double end) {
  std::vector<double> x;
  for (int i = 0; i <= 40; ++i) x.push_back(end * i / 40);
  if (row == Row::exact || row == Row::J2)
    for (const double y : logarithmic(2 * end, 1e6, 10)) x.push_back(y);
  return x;
}

// For eigenvalues real +- i imaginary, h = 1: b = -2 real, a = real^2 + imaginary^2.
double boundary(Row row, double real) {
  const auto holds = [&](double y) { return stable(row, real * real + y * y, -2 * real); };
  double inside = 0, outside = unbounded;
  if (!holds(inside)) return 0;
  if (holds(outside)) return std::numeric_limits<double>::infinity();
  for (int i = 0; i < 50; ++i) {
    const double middle = (inside + outside) / 2;
    (holds(middle) ? inside : outside) = middle;
  }
  return inside;
}

// The same boundary from the inequalities: circles about -1, -2 and 2.
double circle(Row row, double x) noexcept {
  const auto arc = [&](double centre, double square) {
    return std::sqrt(std::max(0.0, square - (x - centre) * (x - centre)));
  };
  switch (row) {
    case Row::explicit_euler: return arc(-1, 1);
    case Row::J1: return arc(-2, 8);
    case Row::J3: return x < -1 ? 0 : arc(2, 8);
    default: return std::numeric_limits<double>::infinity();
  }
}

std::string_view domain(Row row) {
  switch (row) {
    case Row::explicit_euler: return "2hb - 4 <= h²a <= hb";
    case Row::J1: return "h²a <= 2hb + 4";
    case Row::J3: return "hb <= 2, h²a <= 4 - 2hb";
    default: return "all a, b >= 0";
  }
}

// With the circles of the inequalities beside what was found.
web::ChartSection stability_chart(const Table& filed) {
  web::ChartSection c = chart("Boundaries of the stability domains",
                              "Upper half of the plane; stable below a curve. Dashed: circles of "
                              "the inequalities. The exact "
                              "matrix and J2 are stable in the whole left half.",
                              linear_axis("Re hλ"), linear_axis("Im hλ"), filed,
                              {{"real", "imaginary", {"J"}, "", as_points}});
  for (const Row row : {Row::explicit_euler, Row::J1, Row::J3}) {
    web::Curve theory{std::string(name(row)) + ", inequality", {}, {}};
    theory.dashed = true;
    for (int i = 0; i <= 100; ++i) {
      theory.x.push_back(-0.05 * i);
      theory.y.push_back(circle(row, theory.x.back()));
    }
    c.curves.push_back(std::move(theory));
  }
  for (web::Curve& curve : c.curves)  // nothing is stable at this real part
    std::replace(curve.y.begin(), curve.y.end(), 0.0, std::numeric_limits<double>::quiet_NaN());
  c.equal = true;
  return c;
}

}  // namespace

std::string_view name(Row row) noexcept {
  constexpr std::string_view names[] = {"explicit Euler", "exact", "J1", "J2", "J3"};
  return names[static_cast<int>(row)];
}

double spectral_radius(Row row, double a, double b) {
  const auto column = [&](double x0, double v0) {
    return simulate({"linear-oscillator",
                     method(row),
                     1,
                     1,
                     {{"a", a}, {"b", b}, {"x0", x0}, {"v0", v0}}},
                    {.drift = false})
        .final_state;
  };
  const State first = column(1, 0), second = column(0, 1);
  const double half = (first.q[0] + second.v[0]) / 2;
  const double determinant = first.q[0] * second.v[0] - second.q[0] * first.v[0];
  const double root = half * half - determinant;
  return root < 0 ? std::sqrt(determinant) : std::abs(half) + std::sqrt(root);
}

double margin(Row row, double a, double b) noexcept {
  double m = std::min(a, b);
  switch (row) {
    case Row::explicit_euler: m = std::min({m, b - a, a - 2 * b + 4}); break;
    case Row::J1: m = std::min(m, 2 * b + 4 - a); break;
    case Row::J3: m = std::min({m, 2 - b, 4 - 2 * b - a}); break;
    case Row::exact:
    case Row::J2: break;
  }
  return m;
}

std::vector<Figure1Row> figure_1() {
  std::vector<Figure1Row> found;
  for (const Row row : rows) {
    Figure1Row r{row, 0, 0, 0};
    for (const double a : grid(row, 12))
      for (const double b : grid(row, 6)) {
        ++r.points;
        const double m = margin(row, a, b);
        if (std::abs(m) <= edge)
          ++r.on_boundary;
        else if (stable(row, a, b) != (m > 0))
          ++r.wrong;
      }
    found.push_back(r);
  }
  return found;
}

std::vector<BoundaryPoint> figure_1_boundaries() {
  std::vector<BoundaryPoint> points;
  for (const Row row : rows)
    for (int i = 1; i <= 50; ++i) {
      const double real = 0.05 - 0.1 * i;
      points.push_back({row, real, boundary(row, real)});
    }
  return points;
}

Report report_figure_1() {
  const auto grids = figure_1();
  const auto boundaries = figure_1_boundaries();
  Writer w(
      "x'' = -a x - b x'; each grid point by two steps of the integrators themselves and the "
      "spectral radius of the matrix they give; points within 1e-6 of a boundary are left out.");
  Table shown{
      "", {"J", "stable for", "grid points", "on boundary", "wrong", "boundary off by"}, {}};
  double worst = 0;
  for (const Figure1Row& r : grids) {
    double off = 0;
    for (const BoundaryPoint& p : boundaries) {
      const double exact = circle(p.row, p.real);
      if (p.row == r.row && std::isfinite(exact) != std::isfinite(p.imaginary))
        off = 1e300;
      else if (p.row == r.row && std::isfinite(exact))
        off = std::max(off, std::abs(p.imaginary - exact));
    }
    worst = std::max(worst, off);
    shown.rows.push_back({std::string(name(r.row)), std::string(domain(r.row)),
                          std::to_string(r.points), std::to_string(r.on_boundary),
                          std::to_string(r.wrong), scientific(off, 1)});
    const bool paper = r.row != Row::explicit_euler;
    w.check({paper ? said_in("section 2") : by_us,
             std::string(name(r.row)) + ": stable for " + std::string(domain(r.row)) + ".",
             std::to_string(r.wrong) + " of " + std::to_string(r.points - r.on_boundary) +
                 " grid points disagree.",
             r.wrong == 0, "domain of " + std::string(name(r.row))});
  }
  w.check(
      {by_us,
       "In the plane of eigenvalues h e the domains end on circles about -1 (explicit), -2 (J1) "
       "and 2 (J3); exact and J2 have the whole left half.",
       "the boundaries found by bisection are at most " + scientific(worst, 1) + " off.",
       worst <= edge, "their boundaries in the plane of eigenvalues"});
  w.table(shown);
  Table filed{"000-figure-1", {"J", "real", "imaginary"}, {}};
  for (const BoundaryPoint& p : boundaries)
    filed.rows.push_back({std::string(name(p.row)), csv(p.real), csv(p.imaginary)});
  w.file(filed);
  w.chart(stability_chart(filed));
  return w.finish("Stability domains");
}

}  // namespace takt::reproduce::paper_000
