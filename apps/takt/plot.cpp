#include "plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace takt::app {
namespace {

constexpr int columns = 64, rows = 16;
constexpr std::string_view marks[] = {"●", "▲", "■", "◆", "○", "△", "□", "◇"};

struct Axis {  // from one power of ten to another
  int low = 0, high = 1;
  bool empty = true;

  void include(double x) {
    const double l = std::log10(x);
    const int below = static_cast<int>(std::floor(l)), above = static_cast<int>(std::ceil(l));
    low = empty ? below : std::min(low, below);
    high = empty ? above : std::max(high, above);
    empty = false;
  }
  void widen() {
    if (high == low) ++high;
  }
  int cell(double x, int cells) const {
    const double share = (std::log10(x) - low) / (high - low);
    return std::clamp(static_cast<int>(std::lround(share * (cells - 1))), 0, cells - 1);
  }
};

bool shown(const std::pair<double, double>& p) {
  return p.first > 0 && p.second > 0 && std::isfinite(p.first) && std::isfinite(p.second);
}

}  // namespace

std::string log_log_plot(const std::vector<Curve>& curves, std::string_view x_name,
                         std::string_view y_name, const io::Style& style) {
  Axis x, y;
  int count = 0;
  for (const Curve& c : curves)
    for (const auto& p : c.points)
      if (shown(p)) {
        x.include(p.first);
        y.include(p.second);
        ++count;
      }
  if (count < 2) return "";
  x.widen();
  y.widen();
  std::vector<std::vector<std::string>> cells(rows, std::vector<std::string>(columns, " "));
  for (std::size_t k = 0; k < curves.size(); ++k)
    for (const auto& p : curves[k].points)
      if (shown(p)) {
        const int row = rows - 1 - y.cell(p.second, rows), column = x.cell(p.first, columns);
        cells[row][column] = marks[k % std::size(marks)];
      }
  std::string out = fmt::format("\n  {}\n", style.faint(fmt::format("{:>8}", y_name)));
  for (int r = 0; r < rows; ++r) {
    std::string label;
    for (int d = y.low; d <= y.high; ++d)
      if (rows - 1 - y.cell(std::pow(10.0, d), rows) == r) label = fmt::format("1e{:+03d}", d);
    out += fmt::format("  {:>8} {}", label, label.empty() ? "│" : "┤");
    for (const std::string& cell : cells[r]) out += cell;
    while (out.ends_with(' ')) out.pop_back();
    out += '\n';
  }
  std::string line, labels(columns + 8, ' ');
  for (int c = 0; c < columns; ++c) {
    bool tick = false;
    for (int d = x.low; d <= x.high; ++d)
      if (x.cell(std::pow(10.0, d), columns) == c) {
        tick = true;
        const std::string text = fmt::format("1e{:+03d}", d);
        const int at = std::max(0, c - 2);
        labels.replace(at, text.size(), text);
      }
    line += tick ? "┴" : "─";
  }
  while (labels.ends_with(' ')) labels.pop_back();
  out += fmt::format("  {:>8} └{}\n  {:>8}  {} {}\n\n", "", line, "", labels, style.faint(x_name));
  for (std::size_t k = 0; k < curves.size(); ++k)
    out += fmt::format("  {:>8}  {} {}\n", "", marks[k % std::size(marks)], curves[k].name);
  return out;
}

}  // namespace takt::app
