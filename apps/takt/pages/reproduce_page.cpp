#include "apps/takt/pages/reproduce_page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace takt::app {
namespace {

using By = reproduce::Source::By;

constexpr std::size_t longest_table = 60;  // rows; longer ones are in the CSV file

std::string from(const reproduce::Source& s) {
  return s.by == By::paper ? "paper: " + std::string(s.place) : name(s);
}

struct Count {
  int all = 0, holding = 0;
  void add(bool holds) { ++all, holding += holds ? 1 : 0; }
  std::string text() const { return fmt::format("{} of {}", holding, all); }
  web::Tone tone() const { return holding == all ? web::Tone::good : web::Tone::warn; }
};

Count count(const reproduce::Report& report, By by) {
  Count n;
  for (const reproduce::Check& c : report.checks)
    if (c.from.by == by) n.add(c.holds);
  return n;
}

constexpr std::pair<By, const char*> sources[] = {{By::paper, "statements of the paper"},
                                                  {By::us, "statements of ours"},
                                                  {By::other_program, "another program's"},
                                                  {By::regression, "against regressions"}};

web::StatementsSection statements(const reproduce::Report& report) {
  web::StatementsSection s{"statements", "Statements", report.sentence, {}};
  for (const reproduce::Check& c : report.checks)
    s.rows.push_back({from(c.from), c.statement, c.measured, c.holds ? "" : c.why, c.holds});
  return s;
}

web::TableSection table(const reproduce::Table& t, std::size_t number) {
  web::TableSection s{fmt::format("table-{}", number), t.name, "As in " + t.name + ".csv.",
                      t.columns, t.rows};
  if (s.rows.size() > longest_table) {
    s.note = fmt::format("The first {} of {} rows; all are in {}.csv.", longest_table,
                         s.rows.size(), t.name);
    s.rows.resize(longest_table);
  }
  return s;
}

}  // namespace

web::Page experiment_page(const Reproduced& d) {
  const reproduce::Report& report = d.report;
  web::Page page;
  page.kind = "reproduce";
  page.title = d.entry->title;
  page.subtitle = fmt::format("{}: {}", d.entry->id, d.entry->summary);
  for (const auto& [by, words] : sources)
    if (const Count n = count(report, by); n.all > 0)
      page.cards.push_back({words, n.text(), "hold", n.tone()});
  page.sections.push_back(statements(report));
  std::size_t number = 0;
  for (web::ChartSection chart : report.charts) {
    chart.id = fmt::format("chart-{}", ++number);
    page.sections.push_back(std::move(chart));
  }
  page.sections.push_back(web::TextSection{"text", "As the terminal shows it", "", report.text});
  number = 0;
  for (const reproduce::Table& t : report.tables) page.sections.push_back(table(t, ++number));
  return page;
}

web::Page index_page(const std::vector<Reproduced>& done, const std::filesystem::path& folder) {
  web::Page page;
  page.kind = "index";
  page.title = "Reproduced";
  page.subtitle = "Tables and figures of the papers, computed again";
  Count experiments;
  for (const Reproduced& d : done) experiments.add(d.report.agrees);
  page.cards.push_back(
      {"experiments", experiments.text(), "with every statement confirmed", experiments.tone()});
  for (const auto& [by, words] : sources) {
    Count all;
    for (const Reproduced& d : done) {
      const Count n = count(d.report, by);
      all.all += n.all, all.holding += n.holding;
    }
    if (all.all > 0) page.cards.push_back({words, all.text(), "hold", all.tone()});
  }
  web::LinksSection now{"experiments", "Experiments", "", {}},
      earlier{"earlier", "From earlier runs", "", {}};
  for (const reproduce::Entry& e : reproduce::experiments()) {
    const std::string id(e.id), href = id + ".html";
    const auto ran = std::find_if(done.begin(), done.end(),
                                  [&](const Reproduced& d) { return d.entry->id == e.id; });
    const std::string title = fmt::format("{}  {}", e.id, e.title);
    if (ran != done.end())
      now.rows.push_back({href, title, ran->report.sentence,
                          ran->report.agrees ? web::Tone::good : web::Tone::warn});
    else if (std::filesystem::exists(folder / href))
      earlier.rows.push_back({href, title, std::string(e.summary)});
  }
  page.sections.push_back(std::move(now));
  if (!earlier.rows.empty()) page.sections.push_back(std::move(earlier));
  return page;
}

}  // namespace takt::app
