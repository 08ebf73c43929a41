#include "apps/takt/pages/stability_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "takt/base/error.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::app {
namespace {

using Style = web::Curve::Style;

constexpr double narrowest = 4, widest = 12;  // of the picture, in |h lambda|
constexpr double small = 0.3;                 // of its width: modes that are seen better alone
constexpr double closest = 1e-3;              // below, eigenvalues are not known well enough
constexpr double gap = std::numeric_limits<double>::quiet_NaN();

double size_of(const Mode& m, double step) { return step * std::hypot(m.re, m.im); }

void add_mirrored(web::Curve& c, double x, double y) {
  c.x.insert(c.x.end(), {x, x});
  c.y.insert(c.y.end(), {y, -y});
}

// For a point and its mirror image.
void add_label(web::Curve& c, const std::string& text) {
  c.labels.insert(c.labels.end(), {text, text});
}

}  // namespace

std::vector<StabilityPicture> stability_pictures(const io::OpenModel& model, const Method& method) {
  std::vector<Mode> all;
  try {
    all = modes(*model.system, model.start).all;
  } catch (const Error&) {
    // Some coordinate has no inertia: the domain is drawn alone.
  }
  double largest = 0;
  for (const Mode& m : all) {
    const double size = 1.2 * size_of(m, method.step);
    if (size <= widest) largest = std::max(largest, size);
  }
  const double width = std::max(narrowest, largest);
  std::vector<StabilityPicture> pictures{
      {certify::stability_domain(method, width), all, width, false}};
  if (largest > closest && largest < small * width)
    pictures.push_back({certify::stability_domain(method, largest), all, largest, true});
  return pictures;
}

web::ChartSection stability_chart(const StabilityPicture& p, double step) {
  web::ChartSection chart{
      p.close ? "modes" : "stability-domain",
      p.close ? "The same, near the modes of the model" : "Stability domain of the integrator",
      "",
      {"Re hλ", "", false},
      {"Im hλ", "", false},
      {},
      {{{}, 0.0, ""}, {0.0, {}, ""}},
      true};
  if (p.domain.why_not.empty()) {
    if (!p.close)
      chart.note =
          "Dots: |R(z)| ≤ 1 on the test equation x'' = -a x - b x', found by steps of the "
          "integrator "
          "itself. Modes are those of the model, linearised at the start of the run.";
    web::Curve stable{"|R| ≤ 1", {}, {}, Style::points};
    for (const certify::PlanePoint z : p.domain.stable) add_mirrored(stable, z.real(), z.imag());
    web::Curve edge{"|R| = 1", {}, {}};
    for (const double sign : {1.0, -1.0})
      for (const auto& [a, b] : p.domain.boundary) {
        edge.x.insert(edge.x.end(), {a.real(), b.real(), b.real()});
        edge.y.insert(edge.y.end(), {sign * a.imag(), sign * b.imag(), gap});
      }
    chart.curves.push_back(std::move(stable));
    chart.curves.push_back(std::move(edge));
  } else {
    chart.note = "The domain is not known: " + p.domain.why_not + ".";
  }
  web::Curve modes{"modes of the model", {}, {}, Style::points};
  double outside = 0;
  int left_out = 0;
  for (const Mode& m : p.modes) {
    if (size_of(m, step) > p.width) {
      ++left_out;
      outside = std::max(outside, size_of(m, step));
      continue;
    }
    if (m.im < 0) continue;  // its mirror image is there
    add_mirrored(modes, step * m.re, step * m.im);
    add_label(modes, m.mostly + (m.frequency() > 0
                                     ? fmt::format(", {} Hz", io::short_number(m.frequency()))
                                     : fmt::format(", {} 1/s", io::short_number(m.re))));
  }
  if (left_out > 0)
    chart.note += fmt::format(" {} modes are outside of the picture, up to |hλ| = {}.", left_out,
                              io::short_number(outside));
  if (!modes.x.empty()) chart.curves.push_back(std::move(modes));
  return chart;
}

std::optional<web::ChartSection> eigenvalue_chart(const certify::Certificate& c) {
  web::Curve circle{"unit circle", {}, {}, Style::line, true};
  constexpr int points = 120;
  for (int i = 0; i <= points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    circle.x.push_back(std::cos(angle));
    circle.y.push_back(std::sin(angle));
  }
  web::Curve largest{"largest eigenvalue of a step", {}, {}, Style::points};
  for (const certify::Radius& r : c.radii) {
    if (!r.known()) continue;
    add_mirrored(largest, r.along * std::cos(r.angle), r.along * std::sin(r.angle));
    add_label(largest, fmt::format("t = {} s, radius {:.6f}, mostly {}", io::short_number(r.t, 4),
                                   r.along, r.mostly.empty() ? "no one" : r.mostly));
  }
  if (largest.x.empty()) return {};
  return web::ChartSection{
      "eigenvalues",
      "Largest eigenvalues of a step",
      "Of the whole method on this model, along the constraints, at states of "
      "the run. Inside of the circle changes decay; on it they neither grow nor "
      "decay.",
      {"real part", "", false},
      {"imaginary part", "", false},
      {std::move(circle), std::move(largest)},
      {},
      true};
}

}  // namespace takt::app
