#include "takt/element/joint/travel_table.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::element {
namespace {

constexpr std::string_view table_axes[] = {"travel", "steer"};

struct TableLine {
  double at[2] = {};  // travel, steer
  std::vector<double> value;
  int line = 0;
};

// Splits a text into its lines that are neither empty nor comments.
class LinesOfTable {
 public:
  explicit LinesOfTable(std::string_view text) : left_(text) {
    if (left_.starts_with("\xEF\xBB\xBF")) left_.remove_prefix(3);  // a byte order mark
  }
  bool next(std::vector<std::string_view>& cells) {
    while (!left_.empty()) {
      const std::size_t end = std::min(left_.find('\n'), left_.size());
      const std::string_view row = left_.substr(0, end), content = trimmed_cell(row);
      left_.remove_prefix(std::min(end + 1, left_.size()));
      ++line_;
      if (content.empty() || content.starts_with('#')) continue;
      split_cells(row, cell_separator(row), cells);
      return true;
    }
    return false;
  }
  int line() const noexcept { return line_; }

 private:
  std::string_view left_;
  int line_ = 0;
};

struct TableHeader {
  int axis[2], wheel;
  std::vector<int> column;
};

TableHeader table_header(const std::vector<std::string_view>& cells, const TravelTable& t,
                         std::span<const std::string_view> names, const std::string& where) {
  const auto find = [&](std::string_view name) {
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (trimmed_cell(cells[k]) == name) return static_cast<int>(k);
    return -1;
  };
  const auto require = [&](std::string_view name) {
    if (const int k = find(name); k >= 0) return k;
    std::vector<std::string> known;
    for (const std::string_view c : cells) known.emplace_back(trimmed_cell(c));
    throw Error(
        "the table has no column '" + std::string(name) + "'", where,
        name == "steer"
            ? "write it with takt check --travel WHEEL --steer JOINT --out FILE.csv, or use "
              "a joint of type kinematics_table"
            : did_you_mean(name, known,
                           "the first line has the names " + join(known, ", ") +
                               "; takt check --travel --out writes all of them"));
  };
  TableHeader h{{require("travel"), find("steer")}, find("wheel"), {}};
  for (const std::string_view name : names) h.column.push_back(require(name));
  if (t.steered) require("steer");
  if (!t.steered && h.axis[1] >= 0)
    throw Error("the table has a column 'steer', but the joint has only its travel", where,
                "use a joint of type steered_kinematics_table, and all of its coordinates");
  return h;
}

std::vector<TableLine> lines_of_table(const TravelTable& t,
                                      std::span<const std::string_view> names) {
  LinesOfTable lines(t.text);
  std::vector<std::string_view> cells;
  const auto where = [&] { return t.name + ":" + std::to_string(lines.line()); };
  if (!lines.next(cells))
    throw Error("the table is empty", t.name, "takt check --travel --out writes such a file");
  const TableHeader h = table_header(cells, t, names, where());
  const std::size_t width = cells.size();
  const auto number_in = [&](int column) {
    const std::string_view cell = cells[static_cast<std::size_t>(column)];
    double x = 0;
    if (!parse_number(cell, x))
      throw Error("'" + std::string(cell.substr(0, 40)) + "' is not a finite number", where(),
                  "write numbers in m and rad");
    return x;
  };
  std::vector<TableLine> out;
  std::vector<std::string> wheels;
  while (lines.next(cells)) {
    if (cells.size() != width)
      throw Error("the line has " + std::to_string(cells.size()) + " cells, the first line " +
                      std::to_string(width),
                  where(), "write a value for each name of the first line");
    if (h.wheel >= 0) {
      const std::string of(trimmed_cell(cells[static_cast<std::size_t>(h.wheel)]));
      if (std::find(wheels.begin(), wheels.end(), of) == wheels.end()) wheels.push_back(of);
      if (!t.wheel.empty() && of != t.wheel) continue;
    }
    TableLine l;
    l.line = lines.line();
    for (int k = 0; k < 2; ++k)
      if (h.axis[k] >= 0) l.at[k] = number_in(h.axis[k]);
    for (const int k : h.column) l.value.push_back(number_in(k));
    out.push_back(std::move(l));
  }
  if (t.wheel.empty() && wheels.size() > 1)
    throw Error("the table has the wheels " + join(wheels, ", "), t.name,
                "add wheel: " + wheels[0] + ", for example");
  if (!t.wheel.empty() && out.empty())
    throw Error("the table has no wheel '" + t.wheel + "'", t.name,
                h.wheel < 0 ? "it has no column 'wheel': leave `wheel` out"
                            : did_you_mean(t.wheel, wheels, "it has " + join(wheels, ", ")));
  return out;
}

// The axis of a coordinate; throws Error unless its values are evenly spaced.
EvenAxis table_axis(const std::vector<TableLine>& lines, std::size_t k, const std::string& name) {
  std::vector<double> at;
  for (const TableLine& l : lines) at.push_back(l.at[k]);
  std::sort(at.begin(), at.end());
  constexpr double same = 1e-9;
  at.erase(std::unique(at.begin(), at.end(), [](double a, double b) { return b - a < same; }),
           at.end());
  const std::string axis(table_axes[k]);
  if (at.size() < 4)
    throw Error("the table has " + std::to_string(at.size()) + " values of " + axis, name,
                "a smooth table needs four or more");
  const double step = (at.back() - at.front()) / static_cast<double>(at.size() - 1);
  for (std::size_t i = 0; i < at.size(); ++i)
    if (std::abs(at[i] - at.front() - step * static_cast<double>(i)) > 1e-3 * step)
      throw Error("the values of " + axis + " are not in equal steps: " + number(at[i]) +
                      " is where " + number(at.front() + step * static_cast<double>(i)) +
                      " is expected",
                  name, "takt check --travel --points writes equal steps");
  return {at.front(), step, static_cast<int>(at.size())};
}

}  // namespace

EvenSpline TravelTable::columns(std::span<const std::string_view> names) const {
  const std::vector<TableLine> lines = lines_of_table(*this, names);
  const EvenAxis x = table_axis(lines, 0, name);
  const EvenAxis y = steered ? table_axis(lines, 1, name) : EvenAxis{0, 1, 1};
  const auto index = [](const EvenAxis& a, double at) {
    return static_cast<std::size_t>(std::lround((at - a.start) / a.step));
  };
  const auto Y = static_cast<std::size_t>(y.count);
  const std::size_t count = static_cast<std::size_t>(x.count) * Y;
  std::vector<double> values(count * names.size());
  std::vector<int> seen(count, 0);
  for (const TableLine& l : lines) {
    const std::size_t k = index(x, l.at[0]) * Y + (steered ? index(y, l.at[1]) : 0);
    if (seen[k] != 0)
      throw Error("the pose is given twice: line " + std::to_string(seen[k]) + " has it too",
                  name + ":" + std::to_string(l.line), "remove one of the lines");
    seen[k] = l.line;
    for (std::size_t m = 0; m < names.size(); ++m) values[names.size() * k + m] = l.value[m];
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (seen[k] != 0) continue;
    const std::size_t row = k / Y, column = k % Y;
    throw Error("the pose at travel " + number(x.start + x.step * static_cast<double>(row)) +
                    " and steer " + number(y.start + y.step * static_cast<double>(column)) +
                    " is missing",
                name, "give all travels for each steer");
  }
  return {x, y, static_cast<int>(names.size()), std::move(values)};
}

TravelTable travel_table(const Values& v, bool steered, std::string& text) {
  text = v.word("file");
  const std::size_t end = std::min(text.find('\n'), text.size());
  return {std::string_view(text).substr(std::min(end + 1, text.size())), text.substr(0, end),
          v.given("wheel") ? v.word("wheel") : "", steered};
}

}  // namespace takt::element
