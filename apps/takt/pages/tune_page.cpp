#include "apps/takt/pages/tune_page.hpp"

#include <fmt/format.h>

#include <cmath>

#include "takt/base/text.hpp"
#include "takt/io/terminal/style.hpp"
#include "web/report/method_in_words.hpp"

namespace takt::app {
namespace {

using certify::Advice;
using certify::Trial;
using io::short_number;

std::string percent_of(double x, double period) { return short_number(100 * x / period, 3) + " %"; }

// The trials that are chosen by `wanted`, fastest first as they stand.
template <class Wanted>
web::Curve points(const Advice& a, std::string name, web::Curve::Style style, Wanted wanted) {
  web::Curve c{std::move(name), {}, {}, style};
  for (const Trial& t : a.trials) {
    if (t.status != Status::ok || !wanted(t)) continue;
    c.x.push_back(t.usual * 1e6);
    c.y.push_back(t.error);
    c.labels.push_back(t.method + ", h = " + io::seconds_in_words(t.step));
  }
  return c;
}

web::ChartSection frontier(const Advice& a) {
  using Style = web::Curve::Style;
  web::ChartSection chart{
      "frontier",
      "Cost and error",
      "The cost is the time that 99.9 % of the periods take to compute. A trial below the accuracy "
      "and left of the part of the period that steps may take is fast and exact enough; it must be "
      "stable, too.",
      {"computing time of a period", "µs", true},
      {"error", "", true},
      {points(a, "does not meet everything", Style::points,
              [](const Trial& t) { return !t.meets; }),
       points(a, "meets everything", Style::points, [](const Trial& t) { return t.meets; }),
       points(a, "frontier", Style::line, [](const Trial& t) { return t.frontier; })},
      {{a.share * a.period * 1e6, {}, percent_of(a.share, 1)},
       {a.period * 1e6, {}, "period " + io::seconds_in_words(a.period)},
       {{}, a.accuracy, "accuracy " + short_number(a.accuracy)}}};
  const int best = a.recommended >= 0 ? a.recommended : a.nearest;
  if (best >= 0)
    chart.curves.push_back(points(a, a.recommended >= 0 ? "recommended" : "nearest", Style::points,
                                  [&](const Trial& t) { return &t == &a.trials[best]; }));
  return chart;
}

std::string remarks(const Trial& t) {
  std::vector<std::string> words;
  if (t.status != Status::ok) words.emplace_back(to_string(t.status));
  if (t.grows) words.emplace_back("changes grow, or drift is not repaired");
  if (t.unsure && !t.grows) words.emplace_back("not known whether changes grow");
  if (!t.most_off.empty()) words.push_back("most off: " + t.most_off);
  for (const std::string& red : t.red) words.push_back(red);
  return join(words, "; ");
}

web::TableSection table(const Advice& a) {
  web::TableSection t{"trials",
                      "All runs from start to end",
                      "Fastest first; times are those that 99.9 % of the periods take, and the "
                      "slowest. Marked: what is recommended.",
                      {"method", "step", "time", "of the period", "slowest", "error", "drift q",
                       "radius", "frontier", "meets all", "remarks"},
                      {}};
  for (const Trial& x : a.trials) {
    const bool ok = x.status == Status::ok;
    t.rows.push_back({x.method, io::seconds_in_words(x.step), io::seconds_in_words(x.usual),
                      percent_of(x.usual, a.period), io::seconds_in_words(x.worst),
                      ok ? short_number(x.error, 2) : "-",
                      ok ? short_number(x.drift.position, 1) : "-",
                      x.radius > 0 ? fmt::format("{:.4f}", x.radius) : "-", x.frontier ? "•" : "",
                      x.meets ? "yes" : "no", remarks(x)});
  }
  if (a.recommended >= 0) t.best.push_back(a.recommended);
  return t;
}

}  // namespace

web::Page advice_page(const Advice& a) {
  web::Page page;
  page.kind = "tune";
  page.title = a.model;
  page.subtitle = fmt::format("Method and step for a period of {}, an accuracy of {}, over {}",
                              io::seconds_in_words(a.period), short_number(a.accuracy),
                              io::seconds_in_words(a.until));
  if (a.recommended < 0) page.warnings.push_back("No trial meets everything. " + a.why);
  if (a.interrupted) page.warnings.emplace_back("Interrupted: these are the trials until then.");
  if (!a.all_screened && !a.interrupted)
    page.warnings.push_back(fmt::format("Time was up before all methods were tried ({}).",
                                        io::seconds_in_words(a.seconds)));
  const int best = a.recommended >= 0 ? a.recommended : a.nearest;
  if (best >= 0) {
    const Trial& t = a.trials[best];
    const bool good = a.recommended >= 0;
    page.method = t.method;
    page.method_explained = web::in_words(compose(parse_method(t.method)));
    page.cards.push_back({good ? "recommended" : "nearest", "h = " + io::seconds_in_words(t.step),
                          "with " + t.method, good ? web::Tone::good : web::Tone::warn});
    page.cards.push_back({"of the period", percent_of(t.usual, a.period),
                          "99.9 % of the periods; slowest " + percent_of(t.worst, a.period),
                          t.usual <= a.share * a.period ? web::Tone::good : web::Tone::bad});
    page.cards.push_back({"error", short_number(t.error, 2),
                          t.most_off.empty() ? "of a place" : "of " + t.most_off,
                          t.error <= a.accuracy ? web::Tone::good : web::Tone::bad});
  }
  page.cards.push_back({"tried", io::grouped(static_cast<long long>(a.screened)),
                        fmt::format("trials of {} bounded methods: {} failed, {} too slow, {} run "
                                    "from start to end",
                                    a.considered, a.failed, a.too_slow, a.trials.size())});
  page.cards.push_back({"reference", "exact to " + short_number(a.agreement, 1), a.reference});
  page.sections.push_back(frontier(a));
  if (best >= 0) {
    const Trial& t = a.trials[best];
    std::string text = certify::command_of(a, t) + "\n";
    const std::string lines = a.recommended >= 0 ? certify::lines_to_paste(a, t) : std::string();
    if (!lines.empty()) text += "\nIn place of `experiment:` in the model file:\n\n" + lines;
    page.sections.push_back(web::TextSection{"take", "Lines to paste", a.why, text});
  }
  page.sections.push_back(table(a));
  return page;
}

}  // namespace takt::app
