#include "web/page/charts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "takt/analyse/order.hpp"

namespace takt::web {
namespace {

struct Fit {
  analyse::PowerLaw law;
  double from, to;  // of x
};

std::optional<Fit> fit(const Curve& c, double least) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < c.x.size(); ++i)
    if (std::isfinite(c.x[i]) && std::isfinite(c.y[i]) && c.x[i] > 0 && c.y[i] > least)
      x.push_back(c.x[i]), y.push_back(c.y[i]);
  if (x.empty()) return {};
  const auto [from, to] = std::minmax_element(x.begin(), x.end());
  if (*from == *to) return {};
  return Fit{analyse::power_law(x, y), *from, *to};
}

std::string in_name(double slope) {
  constexpr double nothing = 5e-3;  // and no "-0.00"
  char text[32];
  std::snprintf(text, sizeof text, "slope %.2f", std::abs(slope) < nothing ? 0 : slope);
  return text;
}

}  // namespace

std::optional<Curve> fitted(const Curve& c, double least) {
  const auto f = fit(c, least);
  if (!f) return {};
  return Curve{c.name + ", " + in_name(f->law.slope),
               {f->from, f->to},
               {f->law.at(f->from), f->law.at(f->to)},
               Curve::Style::line,
               true};
}

void fit_slopes(ChartSection& chart, double least) {
  std::vector<Curve> all;
  for (Curve& c : chart.curves) {
    auto line = c.dashed ? std::optional<Curve>() : fitted(c, least);
    all.push_back(std::move(c));
    if (line) all.push_back(std::move(*line));
  }
  chart.curves = std::move(all);
}

Curve thinned(Curve c, std::size_t most) {
  const std::size_t n = c.x.size();
  if (n <= most || !c.labels.empty()) return c;
  Curve out{c.name, {}, {}, c.style, c.dashed};
  const std::size_t intervals = std::max<std::size_t>(1, most / 2);
  const auto add = [&](std::size_t i) { out.x.push_back(c.x[i]), out.y.push_back(c.y[i]); };
  for (std::size_t k = 0; k < intervals; ++k) {
    const std::size_t begin = k * n / intervals, end = (k + 1) * n / intervals;
    std::size_t least = end, largest = end;
    for (std::size_t i = begin; i < end; ++i) {
      if (!std::isfinite(c.y[i])) continue;
      if (least == end || c.y[i] < c.y[least]) least = i;
      if (largest == end || c.y[i] > c.y[largest]) largest = i;
    }
    if (least == end) {
      add(begin);  // a gap
      continue;
    }
    add(std::min(least, largest));
    if (least != largest) add(std::max(least, largest));
  }
  return out;
}

void tidy(ChartSection& chart) {
  const auto drawn = [](double v, const Axis& axis) {
    return std::isfinite(v) && (!axis.log || v > 0);
  };
  std::string empty, missing;
  std::erase_if(chart.curves, [&](Curve& c) {
    Curve kept{c.name, {}, {}, c.style, c.dashed};
    bool any = false;
    int lost = 0;  // numbers, but not on this axis
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      const bool number = std::isfinite(c.x[i]) && std::isfinite(c.y[i]);
      lost += number && !(drawn(c.x[i], chart.x) && drawn(c.y[i], chart.y));
      if (!drawn(c.x[i], chart.x)) continue;
      const bool there = drawn(c.y[i], chart.y);
      kept.x.push_back(c.x[i]);
      kept.y.push_back(there ? c.y[i] : std::numeric_limits<double>::quiet_NaN());
      if (!c.labels.empty()) kept.labels.push_back(c.labels[i]);
      any = any || there;
    }
    c = std::move(kept);
    if (!any) empty += (empty.empty() ? "" : ", ") + c.name;
    if (any && lost > 0)
      missing += (missing.empty() ? "" : ", ") + c.name + " (" + std::to_string(lost) +
                 (lost == 1 ? " point)" : " points)");
    return !any;
  });
  const auto say = [&](const std::string& text) {
    chart.note += (chart.note.empty() ? "" : " ") + text;
  };
  if (!empty.empty()) say("Nothing to draw of: " + empty + ".");
  if (!missing.empty()) say("Not on the logarithmic axis, because 0 or negative: " + missing + ".");
}

}  // namespace takt::web
