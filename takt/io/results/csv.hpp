// Results as comma-separated text: a header, then one line per sample, with 17 significant digits.
#pragma once

#include <memory>
#include <vector>

#include "takt/io/results/columns.hpp"
#include "takt/io/results/line_file.hpp"
#include "takt/io/results/result_file.hpp"

namespace takt::io {

class Csv final : public ResultFile {
 public:
  Csv(std::string path, Columns);
  // Continues an existing file after its first rows.
  Csv(std::string path, Columns, std::int64_t rows);

  void take(const Sample&) override;
  void add(std::span<const double> row) override;
  void flush() override { file_.sync(); }
  void close() override { file_.close(); }
  const std::string& path() const noexcept override { return file_.path(); }
  std::int64_t rows() const noexcept override { return file_.lines() - 1; }

 private:
  static std::string header(const Columns&);

  LineFile file_;
  Columns columns_;
  std::vector<double> row_;
  std::string line_;
};

std::int64_t rows_of_csv(const std::string& path);  // complete rows, without the header

}  // namespace takt::io
