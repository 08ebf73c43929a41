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

std::string list(const std::vector<Check>& checks, bool holding) {
  std::string text;
  for (const Check& c : checks)
    if (c.holds == holding) text += (text.empty() ? "" : "; ") + c.brief;
  return text;
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
void Writer::check(Check c) { checks_.push_back(std::move(c)); }

Report Writer::finish(std::string_view subject, std::string_view more) {
  report_.text += '\n';
  std::size_t holding = 0;
  for (const Check& c : checks_) {
    holding += c.holds ? 1 : 0;
    report_.text += "  " + lines(c.statement, 2);
    report_.text +=
        "    " + lines((c.holds ? "✓ confirmed: " : "✗ not confirmed: ") + c.measured, 6);
  }
  std::string& s = report_.sentence;
  s = std::string(subject) + ": ";
  const std::size_t all = checks_.size();
  if (holding == all)
    s += (all == 1   ? "the statement holds ("
          : all == 2 ? "both statements hold ("
                     : "all " + std::to_string(all) + " statements hold (") +
         list(checks_, true) + ")";
  else {
    s += std::to_string(holding) + " of " + std::to_string(all) + " statements hold";
    if (holding > 0) s += " (" + list(checks_, true) + ")";
    s += "; not confirmed: " + list(checks_, false);
  }
  s += more.empty() ? "." : "; " + std::string(more) + ".";
  report_.agrees = holding == all;
  return report_;
}

}  // namespace takt::reproduce
