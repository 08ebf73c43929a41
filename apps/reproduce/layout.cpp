#include "apps/reproduce/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "takt/base/text.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::reproduce {
namespace {

std::string print(const char* format, int digits, double x) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, digits, x);
  return buffer;
}

bool is_number(std::string_view cell) {
  return cell.empty() || cell == "*" || cell == "-" || cell == "eps" ||
         (cell.find_first_of("0123456789") == 0) ||
         (cell.size() > 1 && std::string_view("+-.").find(cell[0]) != std::string_view::npos);
}

void end_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
}

// Lines of at most 100 columns; all but the first are indented.
std::string lines(std::string_view text, std::size_t indent = 0) {
  return io::wrapped(text, 100 - indent, indent) + '\n';
}

struct Tally {
  std::size_t all = 0, holding = 0;
  std::string held, refused;  // in brief
};

Tally tally(const std::vector<Check>& checks, Source::By by) {
  Tally t;
  for (const Check& c : checks) {
    if (c.from.by != by) continue;
    ++t.all;
    if (c.holds) ++t.holding;
    std::string& words = c.holds ? t.held : t.refused;
    words += (words.empty() ? "" : "; ") + c.brief;
  }
  return t;
}

// "3 of 4 statements of the paper hold (a; b; c); not confirmed: d"
std::string in_words(const Tally& t, std::string_view one, std::string_view many) {
  std::string s;
  if (t.holding == t.all)
    s = t.all == 1   ? "the " + std::string(one) + " holds"
        : t.all == 2 ? "both " + std::string(many) + " hold"
                     : "all " + std::to_string(t.all) + " " + std::string(many) + " hold";
  else
    s = std::to_string(t.holding) + " of " + std::to_string(t.all) + " " +
        std::string(t.all == 1 ? one : many) + " hold";
  if (!t.held.empty()) s += " (" + t.held + ")";
  if (!t.refused.empty()) s += "; not confirmed: " + t.refused;
  return s;
}

}  // namespace

std::string scientific(double x, int digits) {
  return std::isfinite(x) ? print("%.*e", digits, x) : "*";
}

std::string rounded(double x, int significant) {
  if (!std::isfinite(x)) return "*";
  std::string text = scientific(x, significant - 1);
  const int exponent = x == 0 ? 0 : std::atoi(text.c_str() + text.find('e') + 1);
  if (exponent < -3 || exponent > 4) return text;
  return print("%.*f", std::max(0, significant - 1 - exponent), x);
}

std::string as_ratio(double x) { return std::abs(x) < 100 ? print("%.*f", 2, x) : rounded(x, 3); }

std::string csv(double x) { return std::isfinite(x) ? number(x) : ""; }

std::string aligned(const Table& table) {
  const std::size_t n = table.columns.size();
  std::vector<std::size_t> width(n);
  std::vector<bool> right(n, true);
  for (std::size_t j = 0; j < n; ++j) {
    width[j] = io::width(table.columns[j]);
    for (const auto& row : table.rows) {
      width[j] = std::max(width[j], io::width(row[j]));
      if (!is_number(row[j])) right[j] = false;
    }
  }
  std::string text;
  const auto put = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t j = 0; j < n; ++j) {
      line += "  ";
      line += right[j] ? io::padded_left(cells[j], width[j]) : io::padded(cells[j], width[j]);
    }
    end_line(text, line);
  };
  put(table.columns);
  std::string rule;
  for (std::size_t j = 0; j < n; ++j) {
    rule += "  ";
    for (std::size_t k = 0; k < width[j]; ++k) rule += "─";
  }
  end_line(text, rule);
  for (const auto& row : table.rows) put(row);
  return text;
}

Writer::Writer(std::string_view how) { report_.text = lines(how); }

void Writer::paragraph(std::string_view text) { report_.text += '\n' + lines(text); }
void Writer::table(const Table& t) { report_.text += '\n' + aligned(t); }
void Writer::file(Table t) { report_.tables.push_back(std::move(t)); }
void Writer::chart(web::ChartSection c) { report_.charts.push_back(std::move(c)); }
void Writer::check(Check c) { report_.checks.push_back(std::move(c)); }

std::string name(const Source& s) {
  switch (s.by) {
    case Source::By::paper: return std::string(s.place);
    case Source::By::us: return "ours";
    case Source::By::other_program: return "another program";
    case Source::By::regression: break;
  }
  return "regression";
}

Report Writer::finish(std::string_view subject, std::string_view more) {
  report_.text += '\n';
  report_.agrees = true;
  for (const Check& c : report_.checks) {
    report_.agrees = report_.agrees && c.holds;
    report_.text += "  " + lines("[" + name(c.from) + "] " + c.statement, 2);
    report_.text +=
        "    " + lines((c.holds ? "✓ confirmed: " : "✗ not confirmed: ") + c.measured, 6);
    if (!c.holds && !c.why.empty()) report_.text += "    " + lines("  why: " + c.why, 6);
  }
  struct Words {
    Source::By by;
    std::string_view one, many;
  };
  std::string said;
  for (const Words& w :
       {Words{Source::By::paper, "statement of the paper", "statements of the paper"},
        Words{Source::By::us, "statement of ours", "statements of ours"},
        Words{Source::By::other_program, "value of another program", "values of another program"},
        Words{Source::By::regression, "limit against regressions", "limits against regressions"}}) {
    const Tally t = tally(report_.checks, w.by);
    if (t.all > 0) said += (said.empty() ? "" : "; ") + in_words(t, w.one, w.many);
  }
  report_.sentence =
      std::string(subject) + ": " + said + (more.empty() ? "." : "; " + std::string(more) + ".");
  return report_;
}

}  // namespace takt::reproduce
