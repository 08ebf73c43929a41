#include "apps/takt/pages/sweep_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "study/report/sensitivity.hpp"
#include "study/report/table_values.hpp"
#include "takt/base/text.hpp"

namespace takt::app {
namespace {

using io::short_number;
using study::TableValues;
using study::ValueColumn;

constexpr std::size_t most_shown = 1500, most_failed = 200;  // cases
constexpr std::size_t groups = 12;                           // of a response curve

// Evenly spaced cases, so that a page of many stays readable.
std::vector<std::size_t> shown_cases(std::size_t count) {
  std::vector<std::size_t> all;
  const std::size_t every = (count + most_shown - 1) / most_shown;
  for (std::size_t i = 0; i < count; i += every) all.push_back(i);
  return all;
}

web::CasesSection cases(const study::CaseTable& table, const TableValues& t) {
  web::CasesSection s{
      "cases",
      "Cases",
      "Any column over any other, and all of them side by side; dashed lines failed. Click one for "
      "the command that runs it alone.",
      {},
      {},
      {},
      {}};
  const std::vector<std::size_t> shown = shown_cases(t.cases());
  if (shown.size() < t.cases())
    s.note += fmt::format(" {} of {} cases are shown, evenly spaced.",
                          io::grouped(static_cast<long long>(shown.size())),
                          io::grouped(static_cast<long long>(t.cases())));
  for (const ValueColumn& c : t.columns) {
    web::CasesSection::Column column{c.name, c.metric, c.words, {}};
    for (const std::size_t i : shown) column.values.push_back(c.values[i]);
    s.columns.push_back(std::move(column));
  }
  if (s.columns.size() == 1) s.columns.push_back(s.columns.front());
  for (const std::size_t i : shown) {
    s.cases.push_back(static_cast<std::int64_t>(i));
    s.failed.push_back(!t.ok(i));
    s.commands.push_back(study::command_of(table.study(), table.at(static_cast<std::int64_t>(i))));
  }
  return s;
}

// The mean of a metric over the values of a parameter: at each value if there are few, else in groups of equal
// size. x is the place of the value between the least and the largest.
web::Curve response(const ValueColumn& parameter, const ValueColumn& metric) {
  web::Curve curve{parameter.name, {}, {}, web::Curve::Style::both, false, {}};
  std::vector<std::pair<double, double>> all;
  for (std::size_t i = 0; i < parameter.values.size(); ++i)
    if (std::isfinite(parameter.values[i]) && std::isfinite(metric.values[i]))
      all.emplace_back(parameter.values[i], metric.values[i]);
  if (all.empty()) return curve;
  std::sort(all.begin(), all.end());
  const double low = all.front().first, high = all.back().first;
  if (!(high > low)) return curve;
  std::map<double, int> distinct;
  for (const auto& [x, y] : all)
    if (distinct.size() <= 3 * groups) ++distinct[x];
  const bool few = distinct.size() <= 3 * groups;
  const std::size_t size = std::max<std::size_t>(1, all.size() / groups);
  for (std::size_t i = 0; i < all.size();) {
    double x = 0, y = 0;
    std::size_t n = 0;
    for (; i < all.size() && (few ? n == 0 || all[i].first == all[i - 1].first : n < size);
         ++i, ++n)
      x += all[i].first, y += all[i].second;
    const double mean = x / static_cast<double>(n);
    curve.x.push_back((mean - low) / (high - low));
    curve.y.push_back(y / static_cast<double>(n));
    curve.labels.push_back(parameter.name + " " + short_number(mean, 5));
  }
  return curve;
}

void add_responses(web::Page& page, const TableValues& t) {
  int number = 0;
  for (const ValueColumn& metric : t.columns) {
    if (!metric.metric || ++number > 8) continue;
    web::ChartSection chart{fmt::format("response-{}", number),
                            metric.name,
                            "Means over cases, along the range of each parameter.",
                            {"range, from the least to the largest value", "", false},
                            {metric.name, "", false},
                            {},
                            {}};
    for (const ValueColumn& c : t.columns)
      if (!c.metric && c.words.empty())
        if (web::Curve curve = response(c, metric); !curve.x.empty())
          chart.curves.push_back(std::move(curve));
    if (!chart.curves.empty()) page.sections.emplace_back(std::move(chart));
  }
}

std::string in_words(const study::Interval& i) {
  return std::isfinite(i.value) ? fmt::format("{:.3f}  ({:.3f} to {:.3f})", i.value, i.low, i.high)
                                : "-";
}

// Lists and grids beside random parameters: the blocks of one of their combinations hold no other.
bool has_blocks(const study::CaseTable& table) {
  return table.study().design == study::Design::sensitivity && table.per_sample() == 1;
}

web::TableSection sobol(const study::CaseTable& table, const TableValues& t) {
  web::TableSection s{
      "sensitivity",
      "Sensitivity",
      "Sobol indices: the share of the variance of a metric that a parameter causes alone, and "
      "together with others; in brackets where 95 % of the estimates are. Close to each other and "
      "to "
      "zero: the parameter hardly matters.",
      {"metric", "parameter", "alone", "in all"},
      {},
      {}};
  const int d = table.study().random_parameters();
  for (const ValueColumn& metric : t.columns) {
    if (!metric.metric) continue;
    std::int64_t used = 0;
    const auto all = study::sobol_indices(metric.values, d, table.study().seed, used);
    std::size_t k = 0;
    for (const study::Parameter& p : table.study().parameters) {
      if (!p.random()) continue;
      if (all.empty())
        s.rows.push_back({metric.name, p.path, "-", "-"});
      else
        s.rows.push_back({metric.name, p.path, in_words(all[k].first), in_words(all[k].total)});
      ++k;
    }
    if (used < table.samples() / (d + 2) && all.size() > 0)
      s.note += fmt::format(" For {}, {} blocks with failed cases are left out.", metric.name,
                            table.samples() / (d + 2) - used);
  }
  return s;
}

web::TableSection correlations(const TableValues& t) {
  web::TableSection s{
      "sensitivity",
      "Correlation",
      "Spearman's rank correlation: 1 and -1 where a metric only rises or only falls with the "
      "parameter, 0 where it does neither; in brackets where 95 % of the estimates are. It misses "
      "what rises and falls, and what parameters do together: Sobol indices need `samples: "
      "{design: "
      "sensitivity}`, without lists or grids beside it.",
      {"metric", "parameter", "correlation"},
      {},
      {}};
  for (const ValueColumn& metric : t.columns)
    for (const ValueColumn& c : t.columns)
      if (metric.metric && !c.metric && c.words.empty())
        s.rows.push_back(
            {metric.name, c.name, in_words(study::rank_correlation(c.values, metric.values))});
  return s;
}

web::TableSection failures(const study::CaseTable& table, const TableValues& t) {
  web::TableSection s{"failed", "Failed cases", "", {"case", "status", "error", "command"}, {}, {}};
  std::size_t failed = 0;
  for (std::size_t i = 0; i < t.cases(); ++i) {
    if (t.ok(i) || ++failed > most_failed) continue;
    const auto index = static_cast<std::int64_t>(i);
    s.rows.push_back({std::to_string(i), t.status[i], t.error[i],
                      study::command_of(table.study(), table.at(index))});
  }
  if (failed > most_failed) s.note = fmt::format("The first {} of {}.", most_failed, failed);
  return s;
}

web::TableSection metrics(const TableValues& t) {
  web::TableSection s{"metrics",
                      "Metrics",
                      "Of the cases that did not fail.",
                      {"metric", "least", "median", "mean", "largest", "deviation"},
                      {},
                      {}};
  for (const ValueColumn& c : t.columns) {
    std::vector<double> x;
    for (const double one : c.values)
      if (c.metric && std::isfinite(one)) x.push_back(one);
    if (x.empty()) continue;
    std::sort(x.begin(), x.end());
    double sum = 0, squares = 0;
    for (const double one : x) sum += one;
    const double mean = sum / static_cast<double>(x.size());
    for (const double one : x) squares += (one - mean) * (one - mean);
    const double deviation =
        x.size() > 1 ? std::sqrt(squares / static_cast<double>(x.size() - 1)) : 0;
    s.rows.push_back({c.name, short_number(x.front(), 5), short_number(x[x.size() / 2], 5),
                      short_number(mean, 5), short_number(x.back(), 5),
                      short_number(deviation, 3)});
  }
  return s;
}

}  // namespace

web::Page sweep_page(const study::CaseTable& table, const study::Shards& shards,
                     const study::SweepSummary& summary) {
  const TableValues t = study::read_values(table, shards);
  const study::Study& s = table.study();
  web::Page page;
  page.kind = "sweep";
  page.title = s.name;
  page.subtitle = s.description.empty() ? "A study of " + s.model : s.description;
  page.cards.push_back({"cases", io::grouped(summary.cases), "of " + s.model, web::Tone::neutral});
  page.cards.push_back({"failed", io::grouped(summary.failed),
                        summary.failed > 0 ? "see below" : "",
                        summary.failed > 0 ? web::Tone::warn : web::Tone::good});
  for (const study::DesignEntry& d : study::designs())
    if (d.design == s.design && s.random_parameters() > 0)
      page.cards.push_back({"samples", io::grouped(table.samples()),
                            std::string(d.name) + ", seed " + std::to_string(s.seed),
                            web::Tone::neutral});
  if (summary.times.cases > 0)
    page.cards.push_back(
        {"a case",
         io::seconds_in_words(summary.times.seconds / static_cast<double>(summary.times.cases)),
         "longest " + io::seconds_in_words(summary.times.longest), web::Tone::neutral});
  page.sections.emplace_back(cases(table, t));
  page.sections.emplace_back(metrics(t));
  add_responses(page, t);
  web::TableSection sensitivity = has_blocks(table) ? sobol(table, t) : correlations(t);
  if (!sensitivity.rows.empty()) page.sections.emplace_back(std::move(sensitivity));
  if (summary.failed > 0) page.sections.emplace_back(failures(table, t));
  page.sections.emplace_back(web::SourceSection{"study", "Study", "", s.text, s.file, {}});
  return page;
}

}  // namespace takt::app
