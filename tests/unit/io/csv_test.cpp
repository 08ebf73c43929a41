// CSV result files: columns, exact values, and the rows that remain when a disk is full.
#include "takt/io/results/csv.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "pendulum.hpp"
#include "takt/base/error.hpp"
#include "takt/io/results/catalogue.hpp"

namespace takt::io {
namespace {

class CsvTest : public testing::Test {
 protected:
  CsvTest() : path_(testing::TempDir() + "takt_csv_" + std::to_string(::getpid()) + ".csv") {}
  ~CsvTest() override { std::filesystem::remove(path_); }

  std::vector<std::vector<std::string>> cells() const {
    std::ifstream file(path_);
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) rows.push_back(split(line, ','));
    return rows;
  }
  static Names names() { return open_model("pendulum-cartesian").system->names(); }

  std::string path_;
};

TEST_F(CsvTest, HasTheColumnsAndEveryStep) {
  Record record;
  record.lambda = record.accelerations = true;
  Csv csv(path_, Columns(names(), record));
  Sink* const sinks[] = {&csv};
  run_pendulum(sinks);
  const auto rows = cells();
  ASSERT_EQ(rows.size(), 102u);  // header, t = 0 and 100 steps
  EXPECT_EQ(csv.rows(), 101);
  const std::vector<std::string> header{"t",
                                        "q.x",
                                        "q.y",
                                        "v.x",
                                        "v.y",
                                        "energy.kinetic",
                                        "energy.potential",
                                        "energy.total",
                                        "drift.position",
                                        "drift.velocity",
                                        "drift.acceleration",
                                        "lambda.rod",
                                        "a.x",
                                        "a.y"};
  EXPECT_EQ(rows.front(), header);
  for (const auto& row : rows) EXPECT_EQ(row.size(), header.size());
}

TEST_F(CsvTest, NumbersReadBackAsTheSameBits) {
  Csv csv(path_, Columns(names()));
  Sink* const sinks[] = {&csv};
  const Summary s = run_pendulum(sinks);
  const auto last = cells().back();
  EXPECT_EQ(std::strtod(last[0].c_str(), nullptr), s.final_state.t);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(std::strtod(last[static_cast<std::size_t>(1 + i)].c_str(), nullptr),
              s.final_state.q[i]);
    EXPECT_EQ(std::strtod(last[static_cast<std::size_t>(3 + i)].c_str(), nullptr),
              s.final_state.v[i]);
  }
}

TEST_F(CsvTest, IsValidWhenTheRunIsAbandoned) {
  {
    Csv csv(path_, Columns(names()));
    struct Stop final : Sink {
      int left = 50;
      void take(const Sample&) override {
        if (--left == 0) throw Error("enough", "", "", Fault::other);
      }
    } stop;
    Sink* const sinks[] = {&csv, &stop};
    EXPECT_THROW(run_pendulum(sinks), Error);
  }
  const auto rows = cells();
  ASSERT_EQ(rows.size(), 51u);
  EXPECT_EQ(rows.back().size(), rows.front().size());
}

TEST_F(CsvTest, FullDiskSaysHowMuchIsKept) {
  LineFile file("/dev/full");
  try {
    for (int i = 0; i < 100000; ++i) file.add("0123456789\n");
    FAIL() << "a full disk took everything";
  } catch (const Error& e) {
    EXPECT_EQ(e.fault, Fault::other);
    EXPECT_NE(std::string(e.what()).find("/dev/full"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("0 rows"), std::string::npos) << e.what();
  }
}

TEST_F(CsvTest, UnwritablePathIsFoundAtOnce) {
  EXPECT_THROW(LineFile("/no/such/folder/x.csv"), Error);
  EXPECT_THROW(LineFile{testing::TempDir()}, Error);  // a folder
}

TEST_F(CsvTest, EndingsChooseTheFormat) {
  EXPECT_EQ(format_of("a/b.csv").ending, ".csv");
  EXPECT_EQ(format_of("a/b.h5").ending, ".h5");
  for (const char* path : {"a.hdf", "a", ".csv", "a.csv.gz", ""})
    EXPECT_THROW(format_of(path), Error);
}

TEST(CsvCell, IsQuotedWhereItMustBe) {
  EXPECT_EQ(csv_cell("q.x"), "q.x");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a\"b"), "\"a\"\"b\"");
}

}  // namespace
}  // namespace takt::io
