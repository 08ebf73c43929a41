#include "takt/element/joint/kinematics_table.hpp"

#include <algorithm>
#include <cmath>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::element {
namespace {

constexpr std::string_view table_columns[] = {"travel", "steer", "x",    "y",
                                              "z",      "yaw",   "roll", "pitch"};
constexpr std::size_t table_column_count = std::size(table_columns), first_function = 2;

struct PoseLine {
  double value[table_column_count] = {};
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
  int place[table_column_count], wheel = -1;
};

TableHeader table_header(const std::vector<std::string_view>& cells, bool steered,
                         const std::string& where) {
  const auto find = [&](std::string_view name) {
    for (std::size_t k = 0; k < cells.size(); ++k)
      if (trimmed_cell(cells[k]) == name) return static_cast<int>(k);
    return -1;
  };
  TableHeader h;
  h.wheel = find("wheel");
  for (std::size_t k = 0; k < table_column_count; ++k) {
    h.place[k] = find(table_columns[k]);
    if (h.place[k] >= 0 || (table_columns[k] == "steer" && !steered)) continue;
    throw Error(
        "the table has no column '" + std::string(table_columns[k]) + "'", where,
        table_columns[k] == "steer"
            ? "write it with takt check --travel WHEEL --steer JOINT --out FILE.csv, or use "
              "a joint of type kinematics_table"
            : "the first line has the names travel, x, y, z, yaw, roll, pitch; takt check "
              "--travel --out writes such a file");
  }
  if (!steered && h.place[1] >= 0)
    throw Error("the table has a column 'steer', but the joint has only its travel", where,
                "use a joint of type steered_kinematics_table");
  return h;
}

std::vector<PoseLine> lines_of_table(std::string_view text, const std::string& name,
                                     const std::string& wheel, bool steered) {
  LinesOfTable lines(text);
  std::vector<std::string_view> cells;
  const auto where = [&] { return name + ":" + std::to_string(lines.line()); };
  if (!lines.next(cells))
    throw Error("the table is empty", name, "takt check --travel --out writes such a file");
  const TableHeader h = table_header(cells, steered, where());
  const std::size_t width = cells.size();
  std::vector<PoseLine> out;
  std::vector<std::string> wheels;
  while (lines.next(cells)) {
    if (cells.size() != width)
      throw Error("the line has " + std::to_string(cells.size()) + " cells, the first line " +
                      std::to_string(width),
                  where(), "write a value for each name of the first line");
    if (h.wheel >= 0) {
      const std::string of(trimmed_cell(cells[static_cast<std::size_t>(h.wheel)]));
      if (std::find(wheels.begin(), wheels.end(), of) == wheels.end()) wheels.push_back(of);
      if (!wheel.empty() && of != wheel) continue;
    }
    PoseLine pose;
    pose.line = lines.line();
    for (std::size_t k = 0; k < table_column_count; ++k) {
      if (h.place[k] < 0) continue;
      const std::string_view cell = cells[static_cast<std::size_t>(h.place[k])];
      if (!parse_number(cell, pose.value[k]))
        throw Error("'" + std::string(cell.substr(0, 40)) + "' is not a finite number", where(),
                    "write numbers in m and rad");
    }
    out.push_back(pose);
  }
  if (wheel.empty() && wheels.size() > 1)
    throw Error("the table has the wheels " + join(wheels, ", "), name,
                "add wheel: " + wheels[0] + " to the joint, for example");
  if (!wheel.empty() && out.empty())
    throw Error("the table has no wheel '" + wheel + "'", name,
                h.wheel < 0 ? "it has no column 'wheel': leave `wheel` out"
                            : did_you_mean(wheel, wheels, "it has " + join(wheels, ", ")));
  return out;
}

// The axis of a coordinate; throws Error unless its values are evenly spaced.
EvenAxis table_axis(const std::vector<PoseLine>& lines, std::size_t k, const std::string& name) {
  std::vector<double> at;
  for (const PoseLine& l : lines) at.push_back(l.value[k]);
  std::sort(at.begin(), at.end());
  constexpr double same = 1e-9;
  at.erase(std::unique(at.begin(), at.end(), [](double a, double b) { return b - a < same; }),
           at.end());
  const std::string axis(table_columns[k]);
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

void KinematicsTable::at(const double* q, MotionPoint& out) const noexcept {
  const EvenSpline::Weights x = functions_.along_x(q[0]),
                            y = functions_.along_y(coordinates_ > 1 ? q[1] : 0.0);
  PoseFunction of[6];
  for (int m = 0; m < 6; ++m) functions_.at(x, y, m, of[m]);
  set_point(of, coordinates_, out);
}

std::shared_ptr<const Motion> KinematicsTable::parse(std::string_view text, const std::string& name,
                                                     const std::string& wheel, bool steered) {
  const std::vector<PoseLine> lines = lines_of_table(text, name, wheel, steered);
  const EvenAxis x = table_axis(lines, 0, name);
  const EvenAxis y = steered ? table_axis(lines, 1, name) : EvenAxis{0, 1, 1};
  const auto index = [](const EvenAxis& a, double at) {
    return static_cast<std::size_t>(std::lround((at - a.start) / a.step));
  };
  const std::size_t count = static_cast<std::size_t>(x.count) * static_cast<std::size_t>(y.count);
  std::vector<double> values(count * 6);
  std::vector<int> seen(count, 0);
  for (const PoseLine& l : lines) {
    const std::size_t i = index(x, l.value[0]), j = steered ? index(y, l.value[1]) : 0;
    const std::size_t k = i * static_cast<std::size_t>(y.count) + j;
    if (seen[k] != 0)
      throw Error("the pose is given twice: line " + std::to_string(seen[k]) + " has it too",
                  name + ":" + std::to_string(l.line), "remove one of the lines");
    seen[k] = l.line;
    for (std::size_t m = 0; m < 6; ++m) values[6 * k + m] = l.value[first_function + m];
  }
  for (std::size_t k = 0; k < count; ++k)
    if (seen[k] == 0) {
      const auto Y = static_cast<std::size_t>(y.count);
      throw Error("the pose at travel " + number(x.start + x.step * static_cast<double>(k / Y)) +
                      " and steer " + number(y.start + y.step * static_cast<double>(k % Y)) +
                      " is missing",
                  name, "give all travels for each steer");
    }
  return std::make_shared<KinematicsTable>(EvenSpline(x, y, 6, std::move(values)), steered ? 2 : 1);
}

std::shared_ptr<const Motion> KinematicsTable::make(const Values& v, bool steered) {
  const std::string text = v.word("file");
  const std::size_t end = std::min(text.find('\n'), text.size());
  return parse(std::string_view(text).substr(std::min(end + 1, text.size())), text.substr(0, end),
               v.given("wheel") ? v.word("wheel") : "", steered);
}

}  // namespace takt::element
