#include "apps/reproduce/paper_002/figures_3_to_5.hpp"

#include <algorithm>

#include "apps/reproduce/charts.hpp"
#include "apps/reproduce/layout.hpp"
#include "apps/reproduce/paper_002/pattern_picture.hpp"
#include "apps/reproduce/paper_002/train.hpp"

namespace takt::reproduce::paper_002 {
namespace {

using Entries = std::vector<std::pair<int, int>>;  // row, column

Entries entries_of(const linear::Pattern& p) {
  Entries entries;
  for (int j = 0; j < p.cols; ++j)
    for (int k = p.col_start[j]; k < p.col_start[j + 1]; ++k) entries.emplace_back(p.row[k], j);
  return entries;
}

// The paper counts columns from 1.
bool in(int column, std::initializer_list<std::pair<int, int>> ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const auto& r) {
    return column + 1 >= r.first && column + 1 <= r.second;
  });
}

bool meet(const Entries& entries, int one, int other) {  // some row has entries in both columns
  std::vector<int> rows, shared;
  for (const auto& [i, j] : entries)
    if (j == one) rows.push_back(i);
  for (const auto& [i, j] : entries)
    if (j == other && std::find(rows.begin(), rows.end(), i) != rows.end()) shared.push_back(i);
  return !shared.empty();
}

// The entries after columns are replaced by their groups, and the number of collisions.
struct Compressed {
  Entries entries;
  int collisions = 0;
};
Compressed compressed(const Entries& entries, const linear::ColumnGroups& groups) {
  Compressed c;
  for (const auto& [i, j] : entries) {
    const int group = groups.group[j];
    if (group >= 0) c.entries.emplace_back(i, group);
  }
  std::sort(c.entries.begin(), c.entries.end());
  const auto last = std::unique(c.entries.begin(), c.entries.end());
  c.collisions = static_cast<int>(c.entries.end() - last);
  c.entries.erase(last, c.entries.end());
  return c;
}

std::vector<int> columns_of(const linear::ColumnGroups& groups, int k) {
  const auto at = [&](int i) { return groups.start[i]; };
  return {groups.column.begin() + at(k), groups.column.begin() + at(k + 1)};
}

std::string list(const std::vector<int>& columns) {
  std::string text;
  for (const int j : columns) text += (text.empty() ? "" : " ") + std::to_string(j + 1);
  return text;
}

void check_groups(Writer& w, const TrainMatrix& m) {
  const Compressed c = compressed(entries_of(*m.structure), m.groups);
  const auto differenced = m.structure->cols - static_cast<Index>(m.known.size());
  w.check({said_in("section 4.1"), "The number of groups does not exceed 46.",
           std::to_string(m.groups.count()) + " groups of " + std::to_string(differenced) +
               " columns; those of eta are not differenced.",
           m.groups.count() == 46, std::to_string(m.groups.count()) + " groups"});
  w.check({said_in("section 3.1"),
           "The partition is consistent: in each group there is at most one entry per row.",
           std::to_string(c.collisions) + " entries meet another of their group.",
           c.collisions == 0, "the partition is consistent"});
}

}  // namespace

Report report_figure_3() {
  const TrainMatrix m = train_matrix(TrainFormalism::explicit_);
  const Entries entries = entries_of(*m.structure);
  Writer w(
      "dF/dy + alpha dF/dy' of the train carriage, explicit formalism: rows 1 to 41 kinematics, 42 "
      "to 82 dynamics, 83 to 98 constraints on velocity and position level; two by four entries a "
      "character.");
  w.table(pattern_picture("columns 1 to 98", 98, 98, entries));
  Table t{"002-figure-3", {"row", "column", "unknown"}, {}};
  for (const auto& [i, j] : entries)
    t.rows.push_back({std::to_string(i + 1), std::to_string(j + 1), m.names[j]});
  w.chart(pattern("Pattern of J", "column", t));
  w.file(std::move(t));
  w.check({said_in("section 4.1"), "J is 98 x 98 with 1620 nonzeros.",
           std::to_string(m.structure->rows) + " x " + std::to_string(m.structure->cols) + ", " +
               std::to_string(entries.size()) + " nonzeros.",
           m.structure->rows == 98 && m.structure->cols == 98 && entries.size() == 1620,
           "n_nz = " + std::to_string(entries.size())});
  int expected = 0, elsewhere = 0;
  for (const auto& [i, j] : entries)
    if (in(i, {{42, 46}}))
      ++(in(j, {{1, 11}, {24, 29}, {42, 52}, {65, 70}}) ? expected : elsewhere);
  w.check(
      {said_in("section 4.1"),
       "Rows 42 to 46, of the car body: entries of the body and of both bogies, none of "
       "wheelsets.",
       std::to_string(expected) + " entries there, " + std::to_string(elsewhere) + " elsewhere.",
       expected == 5 * 34 && elsewhere == 0, "the body couples with bogies only"});
  const bool wheelsets = meet(entries, 53, 71), bogies = meet(entries, 47, 65);
  w.check({said_in("section 4.1"),
           "Columns 54 and 72, of a front and a rear wheelset, can make a group; columns of both "
           "bogies cannot.",
           std::string("54 and 72 ") + (wheelsets ? "share" : "share no") + " row, 48 and 66 " +
               (bogies ? "do" : "do not") + ".",
           !wheelsets && bogies, "wheelsets can be grouped, bogies cannot"});
  return w.finish("Structure of J");
}

Report report_figure_4() {
  const TrainMatrix m = train_matrix(TrainFormalism::explicit_);
  Writer w(
      "Columns of the train carriage's J that are differenced together, counted from 1. The "
      "partition is not unique: the paper's groups begin with 8 32 89, then 12 31 86.");
  Table shown{"", {"group", "columns", "group ", "columns "}, {}};
  Table filed{"002-figure-4", {"group", "column", "unknown"}, {}};
  const int half = (m.groups.count() + 1) / 2;
  for (int k = 0; k < half; ++k) {
    const int other = k + half;
    const bool two = other < m.groups.count();
    shown.rows.push_back({std::to_string(k + 1), list(columns_of(m.groups, k)),
                          two ? std::to_string(other + 1) : "",
                          two ? list(columns_of(m.groups, other)) : ""});
  }
  for (int k = 0; k < m.groups.count(); ++k)
    for (const int j : columns_of(m.groups, k))
      filed.rows.push_back({std::to_string(k + 1), std::to_string(j + 1), m.names[j]});
  w.table(shown);
  w.chart(chart("Groups of columns", "Columns with the same group are differenced together.",
                linear_axis("column"), linear_axis("group"), filed,
                {{"column", "group", {}, "columns", as_points, false, "unknown"}}));
  w.file(std::move(filed));
  check_groups(w, m);
  return w.finish("Groups of columns");
}

Report report_figure_5() {
  const TrainMatrix m = train_matrix(TrainFormalism::explicit_);
  const Compressed c = compressed(entries_of(*m.structure), m.groups);
  Writer w(
      "The train carriage's J with each group of columns as one column: what the differences give, "
      "two by four entries a character.");
  w.table(pattern_picture("groups 1 to " + std::to_string(m.groups.count()), 98, m.groups.count(),
                          c.entries));
  Table t{"002-figure-5", {"row", "group"}, {}};
  for (const auto& [i, k] : c.entries)
    t.rows.push_back({std::to_string(i + 1), std::to_string(k + 1)});
  w.chart(pattern("Compressed pattern of J", "group", t));
  w.file(std::move(t));
  check_groups(w, m);
  return w.finish("Compressed J");
}

}  // namespace takt::reproduce::paper_002
