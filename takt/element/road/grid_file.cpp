#include "takt/element/road/grid_file.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::element {
namespace {

double number_in(std::string_view cell, const std::string& where) {
  double x = 0;
  if (!parse_number(cell, x))
    throw Error("'" + std::string(cell.substr(0, 40)) + "' is not a finite number", where,
                "write numbers in m");
  return x;
}

}  // namespace

void require_even(const std::vector<double>& at, const char* axis, const std::string& name,
                  double& start, double& step) {
  if (at.size() < 2)
    throw Error(std::string("a grid needs two positions ") + axis + " or more", name,
                "the first line has the positions y, the first column the positions x");
  start = at.front();
  step = (at.back() - at.front()) / static_cast<double>(at.size() - 1);
  for (std::size_t k = 0; k < at.size(); ++k)
    if (!(step > 0) || std::abs(at[k] - start - step * static_cast<double>(k)) > 1e-3 * step)
      throw Error(std::string("the positions ") + axis +
                      " are not ascending in equal steps: " + number(at[k]) + " is where " +
                      number(start + step * static_cast<double>(k)) + " is expected",
                  name, "interpolate the measurement to a regular grid");
}

GridFile parse_grid(std::string_view text, const std::string& name) {
  GridFile grid;
  std::vector<double> x, y;
  std::vector<std::string_view> cells;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view row = text.substr(0, end), content = trimmed_cell(row);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (content.empty() || content.starts_with('#')) continue;
    const std::string where = name + ":" + std::to_string(line);
    split_cells(row, cell_separator(row), cells);
    if (y.empty()) {
      for (std::size_t k = 1; k < cells.size(); ++k) y.push_back(number_in(cells[k], where));
      if (y.empty())
        throw Error("the first line has no positions y", where, "write x\\y, -1, 0, 1 for example");
      continue;
    }
    if (cells.size() != y.size() + 1)
      throw Error("the line has " + std::to_string(cells.size()) + " cells, the first line " +
                      std::to_string(y.size() + 1),
                  where, "write a height for each position y");
    x.push_back(number_in(cells[0], where));
    std::vector<double>& heights = grid.heights.emplace_back();
    for (std::size_t k = 1; k < cells.size(); ++k) heights.push_back(number_in(cells[k], where));
  }
  require_even(x, "x", name, grid.start_x, grid.step_x);
  require_even(y, "y", name, grid.start_y, grid.step_y);
  return grid;
}

}  // namespace takt::element
