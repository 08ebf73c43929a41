// Results in memory are those of a file, over more rows than a block holds.
#include "takt/io/results/memory_table.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include "takt/io/results/csv.hpp"
#include "takt/problem/catalogue.hpp"

namespace takt::io {
namespace {

TEST(MemoryTable, HoldsWhatAFileHolds) {
  const auto system = problem::make_problem("linear-oscillator", {});
  Method method = parse_method("ode+rk4");
  method.step = 1e-3;
  Engine engine(system, method, system->initial(), {.until = 10});
  const std::string path = testing::TempDir() + "memory_table.csv";
  MemoryTable table{Columns(system->names())};
  Csv file(path, Columns(system->names()));
  Sink* const sinks[] = {&table, &file};
  run(engine, {}, sinks);
  constexpr std::size_t rows = 10001;
  ASSERT_EQ(table.rows(), static_cast<std::int64_t>(rows));
  const std::vector<double> columns = table.move_columns();
  const std::size_t width = table.columns().names().size();
  ASSERT_EQ(columns.size(), rows * width);
  EXPECT_EQ(table.rows(), 0);
  std::ifstream in(path);
  std::string line, cell;
  std::getline(in, line);
  for (std::size_t r = 0; std::getline(in, line); ++r) {
    std::istringstream cells(line);
    for (std::size_t k = 0; std::getline(cells, cell, ','); ++k)
      ASSERT_EQ(std::stod(cell), columns[k * rows + r]) << r << ' ' << k;
  }
  std::remove(path.c_str());
}

TEST(ResultFiles, RowsMadeElsewhereAreWrittenAsThoseOfARun) {
  const std::string path = testing::TempDir() + "rows.csv";
  const ResultColumn columns[] = {{"t", "s", ""}, {"out.x", "m", "x"}};
  Csv file(path, Columns(columns));
  const double row[] = {0.1, 1.0 / 3};
  file.add(row);
  file.close();
  EXPECT_EQ(file.rows(), 1);
  std::ifstream in(path);
  std::string header, line;
  std::getline(in, header);
  std::getline(in, line);
  EXPECT_EQ(header, "t,out.x");
  EXPECT_EQ(line, "0.10000000000000001,0.33333333333333331");
  std::remove(path.c_str());
}

}  // namespace
}  // namespace takt::io
