#include "takt/experiment/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "takt/base/text.hpp"

namespace takt::experiment {
namespace {

std::string print(const char* format, int digits, double x) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, digits, x);
  return buffer;
}

// Columns on a terminal: code points, which all our signs take one of.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

bool is_number(std::string_view cell) {
  return cell.empty() || cell == "*" || cell == "-" || cell == "eps" ||
         (cell.find_first_of("0123456789") == 0) ||
         (cell.size() > 1 && std::string_view("+-.").find(cell[0]) != std::string_view::npos);
}

void pad(std::string& line, std::string_view cell, std::size_t width, bool right) {
  const std::string space(width - width_of(cell), ' ');
  line += right ? space : "";
  line += cell;
  line += right ? "" : space;
}

void end_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
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
  const std::string text = scientific(x, significant - 1);
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
    width[j] = width_of(table.columns[j]);
    for (const auto& row : table.rows) {
      width[j] = std::max(width[j], width_of(row[j]));
      if (!is_number(row[j])) right[j] = false;
    }
  }
  std::string text;
  const auto put = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t j = 0; j < n; ++j) {
      line += "  ";
      pad(line, cells[j], width[j], right[j]);
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

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string all, line;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (!line.empty() && width_of(line) + 1 + width_of(word) > width) {
      end_line(all, line);
      line.assign(indent, ' ');
      line += word;
    } else {
      if (begin > 0) line += ' ';
      line += word;
    }
    begin = end + 1;
  }
  end_line(all, line);
  return all;
}

Writer::Writer(std::string_view how) { report_.text = wrapped(how); }

void Writer::paragraph(std::string_view text) { report_.text += '\n' + wrapped(text); }
void Writer::table(const Table& t) { report_.text += '\n' + aligned(t); }
void Writer::file(Table t) { report_.tables.push_back(std::move(t)); }
void Writer::check(Check c) { checks_.push_back(std::move(c)); }

Report Writer::finish(std::string_view subject, std::string_view more) {
  report_.text += '\n';
  std::size_t holding = 0;
  for (const Check& c : checks_) {
    holding += c.holds ? 1 : 0;
    report_.text += wrapped("  " + c.statement, 2);
    report_.text +=
        wrapped((c.holds ? "    ✓ confirmed: " : "    ✗ not confirmed: ") + c.measured, 6);
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

}  // namespace takt::experiment
