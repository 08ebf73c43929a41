// takt reproduce [ID...]: computes tables and figures of the papers again, beside the printed
// values. With --summary only what became of their statements, one table for all.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "apps/reproduce/catalogue.hpp"
#include "apps/takt/pages/reproduce_page.hpp"
#include "command.hpp"
#include "complaint.hpp"
#include "page_file.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/line_file.hpp"
#include "web/page/html.hpp"

namespace takt::app {
namespace {

struct ReproduceWords {
  std::vector<std::string> ids;
  std::string out = "takt-reproduce", report;
  bool list = false, summary = false;
};

std::vector<std::string> known_ids() {
  std::vector<std::string> ids;
  for (const auto& e : reproduce::experiments()) ids.emplace_back(e.id);
  return ids;
}

std::vector<const reproduce::Entry*> chosen(const std::vector<std::string>& ids) {
  std::vector<const reproduce::Entry*> entries;
  for (const std::string& id : ids) {
    const reproduce::Entry* e = reproduce::find(id);
    if (e == nullptr)
      throw Error("unknown experiment '" + id + "'", "",
                  did_you_mean(id, known_ids(), "takt reproduce --list shows them"), Fault::usage);
    entries.push_back(e);
  }
  if (ids.empty())
    for (const auto& e : reproduce::experiments()) entries.push_back(&e);
  return entries;
}

std::string write_table(const reproduce::Table& table, const std::filesystem::path& folder) {
  const std::string path = (folder / (table.name + ".csv")).string();
  io::LineFile file(path);
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += (i > 0 ? "," : "") + io::csv_cell(cells[i]);
    return text + "\n";
  };
  file.add(line(table.columns));
  for (const auto& row : table.rows) file.add(line(row));
  file.close();
  return path;
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Error("cannot make the folder '" + folder + "': " + error.message(), "output",
                "give another with --out", Fault::other);
}

// The statements of all experiments that ran, one in a row.
reproduce::Table statements(const std::vector<Reproduced>& done) {
  reproduce::Table t{
      "statements", {"id", "from", "statement", "confirmed", "measured", "why not"}, {}};
  for (const Reproduced& d : done)
    for (const reproduce::Check& c : d.report.checks)
      t.rows.push_back({std::string(d.entry->id), name(c.from), c.statement, c.holds ? "yes" : "no",
                        c.measured, c.holds ? "" : c.why});
  return t;
}

void print_summary(const std::vector<Reproduced>& done, const io::Style& style) {
  using By = reproduce::Source::By;
  io::Table table(
      {"id", "of the paper", "ours", "another program's", "regression", "not confirmed"});
  std::string refused;
  for (const Reproduced& d : done) {
    const auto confirmed = [&](By by) {
      int all = 0, holding = 0;
      for (const reproduce::Check& c : d.report.checks)
        if (c.from.by == by) ++all, holding += c.holds ? 1 : 0;
      return all == 0 ? std::string("-") : fmt::format("{} of {}", holding, all);
    };
    std::string briefs;
    for (const reproduce::Check& c : d.report.checks) {
      if (c.holds) continue;
      briefs += (briefs.empty() ? "" : "; ") + c.brief;
      refused += fmt::format(
          "\n{}\n",
          io::wrapped(fmt::format("{}, {}: {}", d.entry->id, name(c.from), c.statement), 98, 2));
      refused += "    " + io::wrapped(c.measured, 94, 4) + "\n";
      if (!c.why.empty()) refused += "    " + io::wrapped("why: " + c.why, 94, 4) + "\n";
    }
    table.add({std::string(d.entry->id), confirmed(By::paper), confirmed(By::us),
               confirmed(By::other_program), confirmed(By::regression), briefs});
  }
  std::fputs(table.text(style).c_str(), stdout);
  if (!refused.empty()) fmt::print("\nNot confirmed:\n{}", refused);
}

void print_report(const Reproduced& d, double seconds, const std::string& folder,
                  const io::Style& style) {
  const reproduce::Report& report = d.report;
  std::fputs(report.text.c_str(), stdout);
  if (!report.text.ends_with('\n')) std::fputc('\n', stdout);
  fmt::print("\n{} {}\n", report.agrees ? style.good("✓") : style.bad("✗"),
             io::wrapped(report.sentence, 98, 2));
  std::string files;
  for (const auto& table : report.tables) files += "  " + write_table(table, folder);
  fmt::print("{}\n\n", style.faint(fmt::format("{:.1f} s{}", seconds, files)));
}

void require_one(const ReproduceWords& w) {
  if (w.report.empty() || w.ids.size() == 1) return;
  throw Error("--report is the page of one experiment, not of " +
                  (w.ids.empty() ? std::string("all") : std::to_string(w.ids.size())),
              "--report", "name one, or take the pages in the folder of --out", Fault::usage);
}

void reproduce(const ReproduceWords& w, const Context& context) {
  const io::Style& style = context.style;
  const auto entries = chosen(w.ids);
  if (w.list) {
    io::Table table({"id", "title", "summary"});
    for (const auto* e : entries)
      table.add({std::string(e->id), std::string(e->title), std::string(e->summary)});
    std::fputs(table.text(style).c_str(), stdout);
    return;
  }
  require_one(w);
  if (!w.report.empty()) require_page(w.report, "--report");
  make_folder(w.out);
  const std::filesystem::path folder = w.out;
  std::vector<Reproduced> done;
  for (const auto* e : entries) {
    if (!w.summary) fmt::print("{}  {}\n\n", style.strong(e->id), e->title);
    std::fflush(stdout);
    const auto begin = std::chrono::steady_clock::now();
    done.push_back({e, e->run()});
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (w.summary)
      fmt::print(stderr, "{}  {:.1f} s\n", e->id, spent.count());
    else
      print_report(done.back(), spent.count(), w.out, style);
    if (web::has_pages())
      write_page_file((folder / (std::string(e->id) + ".html")).string(),
                      experiment_page(done.back()), context);
  }
  if (!w.report.empty()) {
    write_page_file(w.report, experiment_page(done.back()), context);
    name_page(w.report);
  }
  const std::string path = write_table(statements(done), w.out);
  if (w.summary) {
    print_summary(done, style);
    fmt::print("\n{}\n", style.faint(path));
  }
  const std::string index = (folder / "index.html").string();
  if (web::has_pages()) {
    write_page_file(index, index_page(done, folder), context);
    fmt::print("{}\n", style.faint("pages: " + index));
  } else {
    std::fputs("note: this program was built without pages; the tables are there\n", stderr);
  }
}

void add_reproduce(CLI::App& app, Context& context) {
  auto w = std::make_shared<ReproduceWords>();
  add_word(app, "ID", "", w->ids, "which (all when none is named)");
  add_word(app, "--out", "FOLDER", w->out,
           "folder for the tables as CSV and the pages, index.html first (takt-reproduce)");
  add_report_option(app, w->report, "statements, figures and tables of one experiment");
  app.add_flag("--list", w->list, "say which there are, run none");
  app.add_flag("--summary", w->summary,
               "print only which statements are confirmed, which are not, and why");
  app.callback([w, &context] { reproduce(*w, context); });
}

}  // namespace

Command reproduce_command() {
  return {"reproduce", "tables and figures of the papers", add_reproduce};
}

}  // namespace takt::app
