#include "apps/reproduce/charts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "takt/base/text.hpp"
#include "web/page/charts.hpp"

namespace takt::reproduce {
namespace {

std::size_t column(const Table& t, std::string_view name) {
  const auto at = std::find(t.columns.begin(), t.columns.end(), name);
  if (at == t.columns.end())
    throw std::logic_error("the table " + t.name + " has no column " + std::string(name));
  return static_cast<std::size_t>(at - t.columns.begin());
}

double number_in(const std::string& cell) {
  double x = 0;
  return parse_number(cell, x) ? x : std::numeric_limits<double>::quiet_NaN();
}

bool wanted(const Table& t, const std::vector<std::string>& row, const Drawn& d) {
  if (!d.only.first.empty() && row[column(t, d.only.first)] != d.only.second) return false;
  return d.having.empty() || std::isfinite(number_in(row[column(t, d.having)]));
}

std::string name_of(const Table& t, const std::vector<std::string>& row, const Drawn& d) {
  std::vector<std::string> words;
  for (const std::string_view by : d.by) words.push_back(row[column(t, by)]);
  if (!d.name.empty()) words.push_back(d.name);
  return words.empty() ? std::string(d.y) : join(words, ", ");
}

void draw(web::ChartSection& chart, const Table& t, const Drawn& d) {
  const std::size_t before = chart.curves.size(), x = column(t, d.x), y = column(t, d.y);
  for (const auto& row : t.rows) {
    if (!wanted(t, row, d)) continue;
    const std::string name = name_of(t, row, d);
    const auto begin = chart.curves.begin() + static_cast<std::ptrdiff_t>(before);
    auto curve = std::find_if(begin, chart.curves.end(), [&](auto& c) { return c.name == name; });
    if (curve == chart.curves.end()) {
      chart.curves.push_back({name, {}, {}, d.style, d.dashed});
      curve = chart.curves.end() - 1;
    }
    curve->x.push_back(number_in(row[x]));
    curve->y.push_back(number_in(row[y]));
    if (!d.label.empty()) curve->labels.push_back(row[column(t, d.label)]);
  }
}

}  // namespace

std::vector<Drawn> columns_over(const Table& t, std::string_view x) {
  std::vector<Drawn> all;
  for (const std::string& name : t.columns)
    if (name != x) all.push_back({x, name});
  return all;
}

web::ChartSection chart(std::string title, std::string note, web::Axis x, web::Axis y,
                        const Table& table, const std::vector<Drawn>& drawn) {
  web::ChartSection c{"", std::move(title), std::move(note), std::move(x), std::move(y), {}};
  for (const Drawn& d : drawn) draw(c, table, d);
  for (web::Curve& curve : c.curves) curve = web::thinned(std::move(curve));
  return c;
}

web::ChartSection chart_with_slopes(std::string title, std::string note, web::Axis x, web::Axis y,
                                    const Table& table, const std::vector<Drawn>& drawn) {
  web::ChartSection c =
      chart(std::move(title), std::move(note), std::move(x), std::move(y), table, drawn);
  web::fit_slopes(c);
  return c;
}

web::ChartSection beside_paper(std::string title, std::string quantity, bool log,
                               const Table& table, const std::vector<Drawn>& drawn) {
  web::ChartSection c =
      chart(std::move(title),
            "Each point is a number of the paper and ours; on the dashed line "
            "they are the same.",
            {quantity + ", paper", "", log}, {quantity + ", ours", "", log}, table, drawn);
  const auto shown = [&](double v) { return std::isfinite(v) && (!log || v > 0); };
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const web::Curve& curve : c.curves)
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (shown(curve.x[i]) && shown(curve.y[i])) {
        least = std::min({least, curve.x[i], curve.y[i]});
        most = std::max({most, curve.x[i], curve.y[i]});
      }
  c.curves.push_back({"the same", {least, most}, {least, most}, web::Curve::Style::line, true});
  return c;
}

web::ChartSection pattern(std::string title, std::string_view across, const Table& t) {
  web::ChartSection c = chart(std::move(title), "A dot is an entry that can differ from zero.",
                              linear_axis(std::string(across)), linear_axis("row, downwards"), t,
                              {{across, "row", {}, "entries", as_points}});
  for (double& row : c.curves.front().y) row = -row;
  c.equal = true;
  return c;
}

}  // namespace takt::reproduce
