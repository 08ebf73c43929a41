#include "takt/io/terminal/style.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace takt::io {

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {  // skip a colour code, up to its m
      i = std::min(text.find('m', i), text.size() - 1);
      continue;
    }
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) ++columns;
  }
  return columns;
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t w = width(text);
  if (w < columns) text.append(columns - w, ' ');
  return text;
}

std::string padded_left(std::string text, std::size_t columns) {
  const std::size_t w = width(text);
  return w < columns ? std::string(columns - w, ' ') + text : text;
}

std::string short_number(double x, int digits) { return fmt::format("{:.{}g}", x, digits); }

std::string seconds_in_words(double s) {
  const double size = std::abs(s);
  if (size >= 1 || size == 0) return fmt::format("{:.6g} s", s);
  if (size >= 1e-3) return fmt::format("{:.4g} ms", s * 1e3);
  if (size >= 1e-6) return fmt::format("{:.4g} µs", s * 1e6);
  return fmt::format("{:.4g} ns", s * 1e9);
}

std::string grouped(long long n) {
  std::string text = std::to_string(n < 0 ? -n : n);
  for (std::size_t at = text.size(); at > 3 && text.size() > 4;) text.insert(at -= 3, " ");
  return n < 0 ? "-" + text : text;
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t w = width(word);
    if (used > 0 && used + 1 + w > columns) {
      out += '\n' + std::string(indent, ' ');
      used = 0;
    } else if (used > 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += w;
  }
  return out;
}

std::string Table::text(const Style& style, std::string_view indent) const {
  std::vector<std::size_t> widths(header_.size(), 0);
  const auto measure = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  };
  measure(header_);
  for (const auto& row : rows_) measure(row);
  const auto line = [&](const std::vector<std::string>& row, bool head) {
    std::string out(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool to_right = std::find(right_.begin(), right_.end(), i) != right_.end();
      const bool last = i + 1 == row.size();
      std::string cell = to_right ? padded_left(row[i], widths[i])
                         : last   ? row[i]
                                  : padded(row[i], widths[i]);
      out += head ? style.faint(cell) : cell;
      if (!last) out += "  ";
    }
    while (out.ends_with(' ')) out.pop_back();
    return out + "\n";
  };
  std::string out = line(header_, true);
  for (const auto& row : rows_) out += line(row, false);
  return out;
}

}  // namespace takt::io
