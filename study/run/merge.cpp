#include "study/run/merge.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "study/run/table_hdf5.hpp"
#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/line_file.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::study {
namespace {

void require_all(const CaseTable& table, const Shards& shards) {
  if (shards.done == table.count()) return;
  std::int64_t first = 0;
  while (shards.has(first)) ++first;
  const std::int64_t missing = table.count() - shards.done;
  throw Error(io::grouped(missing) + " of " + io::grouped(table.count()) +
                  (missing == 1 ? " cases is" : " cases are") + " missing, the first is case " +
                  std::to_string(first),
              "merge",
              "compute them: takt sweep with --resume, or the shards --shard i/N that are missing",
              Fault::other);
}

}  // namespace

std::vector<std::string> table_columns(const CaseTable& table) {
  std::vector<std::string> names{"case"};
  names.insert(names.end(), table.columns().begin(), table.columns().end());
  names.insert(names.end(), {"status", "t_end"});
  for (const Metric& m : table.study().metrics) names.push_back(m.name);
  names.emplace_back("error");
  return names;
}

std::string row_of(const CaseTable& table, const Case& c, const Outcome& o) {
  std::string row = std::to_string(c.index);
  for (const std::string& cell : table.cells(c)) row += ',' + io::csv_cell(cell);
  row += ',' + o.status + ',' + number(o.t_end);
  for (const double x : o.metrics) row += std::isfinite(x) ? ',' + number(x) : ",";
  return row + ',' + io::csv_cell(o.error);
}

Written merge(const CaseTable& table, const Shards& shards, const std::string& folder) {
  require_all(table, shards);
  namespace fs = std::filesystem;
  const std::string csv = (fs::path(folder) / "table.csv").string();
  const std::string part = csv + ".part";
  TableShape shape(table_columns(table));
  {
    io::LineFile file(part);
    std::string line;
    for (const std::string& name : shape.names()) line += (line.empty() ? "" : ",") + io::csv_cell(name);
    file.add(line + "\n");
    for_each_row(shards, [&](std::string_view row) {
      file.add(std::string(row) + "\n");
      shape.look(row);
    });
    file.close();
  }
  fs::rename(part, csv);
  Written written{csv, (fs::path(folder) / "table.h5").string()};
  write_table_hdf5(written.hdf5, table.study(), shape, shards);
  return written;
}

}  // namespace takt::study
