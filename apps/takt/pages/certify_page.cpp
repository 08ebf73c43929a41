#include "apps/takt/pages/certify_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/takt/pages/stability_chart.hpp"
#include "takt/base/text.hpp"
#include "takt/certify/certificate_text.hpp"
#include "web/page/charts.hpp"
#include "web/report/method_in_words.hpp"
#include "web/report/run_charts.hpp"

namespace takt::app {
namespace {

using certify::Certificate;
using certify::Finding;
using certify::Verdict;
using io::short_number;
using Style = web::Curve::Style;

std::string in_words(Verdict v) {
  return v == Verdict::fails ? "does not hold" : v == Verdict::open ? "open" : "holds";
}

void add_findings(web::Page& page, const std::vector<Finding>& all) {
  web::StatementsSection checked{"findings", "What holds", "", {}};
  web::TableSection open{"open", "What could not be checked", "", {"", "why", "what is known"}, {}};
  for (const Finding& f : all) {
    const std::string details = join(f.details, "; ");
    if (f.verdict == Verdict::open)
      open.rows.push_back({f.key, f.says, details});
    else
      checked.rows.push_back({f.key, f.says, details, "", f.verdict == Verdict::holds});
  }
  page.sections.push_back(std::move(checked));
  if (!open.rows.empty()) page.sections.push_back(std::move(open));
}

void add_times(web::Page& page, const Certificate& c) {
  const Histogram& periods = c.timing.periods;
  if (periods.count() == 0) return;
  const std::string what = c.timing.steps_per_period == 1
                               ? "one step"
                               : fmt::format("{} steps of a period", c.timing.steps_per_period);
  const web::ChartSection::Mark deadline{
      c.period * 1e6, {}, "period " + io::seconds_in_words(c.period)};
  const web::Axis time{"computing time of " + what, "µs", true};
  if (auto bars = web::step_time_chart(periods, 0)) {
    bars->id = "step-times";
    bars->title = "Computing times";
    bars->x.label = time.label;
    bars->y.label = "periods";
    bars->marks.push_back(deadline);
    page.sections.push_back(std::move(*bars));
  }
  web::ChartSection tail{"late-steps",
                         "How many take longer",
                         "Share of the periods that take longer than a time; dashed: fixed work "
                         "measured beside them, which shows the noise of the machine.",
                         time,
                         {"share that takes longer", "", true},
                         {},
                         {deadline}};
  const auto longer = [](std::string name, const Histogram& h, bool dashed) {
    web::Curve curve{std::move(name), {}, {}, Style::line, dashed};
    std::int64_t left = h.count();
    const auto n = static_cast<double>(h.count());
    for (const auto& [index, times] : h.classes()) {
      curve.x.push_back(Histogram::lower_edge(index) * 1e-3);
      curve.y.push_back(static_cast<double>(left) / n);
      left -= times;
    }
    return curve;
  };
  tail.curves.push_back(longer("periods", periods, false));
  if (c.timing.control.count() > 0)
    tail.curves.push_back(longer("fixed work beside each step", c.timing.control, true));
  page.sections.push_back(std::move(tail));
}

void add_drift(web::Page& page, const Certificate& c) {
  if (!c.constrained || c.course.t.empty()) return;
  web::ChartSection chart{
      "drift",
      "Drift over time",
      "Largest violation of the constraints after any step since the time before.",
      {"t", "s", false},
      {"violation", "", true},
      {{"positions |g|", c.course.t, c.course.position},
       {"velocities |dg/dt|", c.course.t, c.course.velocity}}};
  if (c.bound && c.bound->holds)
    chart.curves.push_back({c.bound->estimate ? "estimate for positions" : "bound of positions",
                            {c.course.t.front(), c.course.t.back()},
                            {c.bound->limit, c.bound->limit},
                            Style::line,
                            true});
  else
    chart.note +=
        c.bound ? " The step is too long for a bound." : " No bound: " + c.why_no_bound + ".";
  page.sections.push_back(std::move(chart));
}

void add_energy(web::Page& page, const Certificate& c) {
  const certify::EnergyCourse& e = c.course.energy;
  if (e.t.empty()) return;
  const auto over_time = [&](std::string id, std::string title, std::string note,
                             const std::vector<double>& y) {
    page.sections.push_back(web::ChartSection{std::move(id),
                                              title,
                                              std::move(note),
                                              {"t", "s", false},
                                              {"energy", "J", false},
                                              {{title, e.t, y}}});
  };
  over_time("energy", "Change of energy", "The total energy, since the start.", e.change);
  over_time(
      "energy-of-the-method", "Energy error of the method",
      fmt::format("The part of it that neither inputs nor dissipating elements explain; known "
                  "to {} J.",
                  short_number(c.energy.resolution, 2)),
      e.method);
}

void add_instructions(web::Page& page, const Certificate& c) {
  if (c.work.at.empty()) return;
  web::TableSection t{"instructions",
                      "Instructions of a step",
                      "Counted one by one, in one step from each of some states of the run.",
                      {"state", "instructions", "floating-point operations"},
                      {}};
  for (std::size_t i = 0; i < c.work.at.size(); ++i)
    t.rows.push_back({std::to_string(i + 1), io::grouped(c.work.at[i].instructions),
                      io::grouped(c.work.at[i].flops)});
  page.sections.push_back(std::move(t));
}

void add_cards(web::Page& page, const Certificate& c, const std::vector<Finding>& all) {
  const auto count = [&](Verdict v) {
    return std::count_if(all.begin(), all.end(), [&](const Finding& f) { return f.verdict == v; });
  };
  const auto fails = count(Verdict::fails), open = count(Verdict::open);
  page.cards.push_back({"certificate",
                        fails > 0  ? fmt::format("{} of {} {}", fails, all.size(),
                                                fails == 1 ? "does not hold" : "do not hold")
                        : open > 0 ? fmt::format("{} of {} open", open, all.size())
                                   : fmt::format("all {} hold", all.size()),
                        "",
                        fails > 0  ? web::Tone::bad
                        : open > 0 ? web::Tone::warn
                                   : web::Tone::good});
  const Histogram& p = c.timing.periods;
  if (p.count() > 0)
    page.cards.push_back({"99.99 % of the periods", io::seconds_in_words(p.quantile(0.9999) * 1e-9),
                          fmt::format("of {}; slowest {}", io::seconds_in_words(c.period),
                                      io::seconds_in_words(p.max() * 1e-9)),
                          c.in_time() ? web::Tone::good : web::Tone::bad});
  if (const certify::Radius* r = c.worst_along())
    page.cards.push_back(
        {"spectral radius", fmt::format("{:.6f}", r->along),
         fmt::format("of a step, at t = {} s", short_number(r->t, 4)),
         r->grows_along() == certify::Answer::yes ? web::Tone::bad : web::Tone::neutral});
  if (c.constrained && c.looked_at())
    page.cards.push_back({"drift of positions", short_number(c.drift.position),
                          c.bound && c.bound->holds ? "bound " + short_number(c.bound->limit)
                                                    : std::string("no bound")});
  if (c.heap_calls)
    page.cards.push_back({"heap calls", io::grouped(*c.heap_calls),
                          "in " + io::grouped(c.steps) + " steps",
                          *c.heap_calls == 0 ? web::Tone::good : web::Tone::bad});
}

}  // namespace

web::Page certificate_page(const Certificate& c, const std::vector<StabilityPicture>& pictures) {
  web::Page page;
  page.kind = "certify";
  page.title = c.model;
  page.subtitle = fmt::format("Certificate for steps of {} in a period of {}, over {}",
                              io::seconds_in_words(c.step), io::seconds_in_words(c.period),
                              io::seconds_in_words(c.t_end));
  page.method = c.method;
  page.method_explained = web::in_words(compose(parse_method(c.method)));
  const std::vector<Finding> all = certify::findings(c);
  for (const Finding& f : all)
    if (f.verdict != Verdict::holds)
      page.warnings.push_back(f.key + " (" + in_words(f.verdict) + "): " + f.says);
  add_cards(page, c, all);
  add_findings(page, all);
  add_times(page, c);
  add_drift(page, c);
  add_energy(page, c);
  for (const StabilityPicture& p : pictures) page.sections.push_back(stability_chart(p, c.step));
  if (auto eigenvalues = eigenvalue_chart(c)) page.sections.push_back(std::move(*eigenvalues));
  add_instructions(page, c);
  page.sections.push_back(
      web::TextSection{"versions", "Where it was measured", "", join(certify::versions(), "\n")});
  return page;
}

}  // namespace takt::app
