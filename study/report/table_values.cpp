#include "study/report/table_values.hpp"

#include <algorithm>
#include <cmath>

#include "study/run/merge.hpp"
#include "study/run/table_hdf5.hpp"
#include "takt/base/text.hpp"

namespace takt::study {

TableValues read_values(const CaseTable& table, const Shards& shards) {
  TableValues t;
  TableShape shape(table_columns(table));
  for_each_row(shards, [&](std::string_view row) { shape.look(row); });
  const std::size_t of_case = table.columns().size(), metrics = table.study().metrics.size();
  std::vector<std::size_t> at;  // of the columns in a row
  for (std::size_t k = 0; k < of_case; ++k) at.push_back(1 + k);
  for (std::size_t k = 0; k < metrics; ++k) at.push_back(3 + of_case + k);
  for (const std::size_t k : at) {
    ValueColumn c;
    c.name = shape.names()[k];
    c.metric = k > of_case;
    t.columns.push_back(std::move(c));
  }
  std::vector<std::string> cells;
  for_each_row(shards, [&](std::string_view row) {
    cells_of(row, cells);
    t.status.push_back(cells[1 + of_case]);
    t.error.push_back(cells.back());
    for (std::size_t k = 0; k < at.size(); ++k) {
      ValueColumn& c = t.columns[k];
      const std::string& cell = cells[at[k]];
      double x = std::nan("");
      if (!cell.empty() && shape.is_number(at[k])) {
        parse_number(cell, x);
      } else if (!cell.empty()) {
        const auto found = std::find(c.words.begin(), c.words.end(), cell);
        x = static_cast<double>(found - c.words.begin());
        if (found == c.words.end()) c.words.push_back(cell);
      }
      c.values.push_back(x);
    }
  });
  return t;
}

}  // namespace takt::study
