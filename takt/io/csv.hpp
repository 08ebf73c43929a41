// Results as comma-separated text: a header, then a line a sample, 17 significant digits.
#pragma once

#include <memory>
#include <vector>

#include "takt/io/columns.hpp"
#include "takt/io/line_file.hpp"
#include "takt/io/result_file.hpp"

namespace takt::io {

class Csv final : public ResultFile {
 public:
  Csv(std::string path, Columns);

  void take(const Sample&) override;
  void close() override { file_.close(); }
  const std::string& path() const noexcept override { return file_.path(); }
  std::int64_t rows() const noexcept override { return file_.lines() - 1; }

 private:
  LineFile file_;
  Columns columns_;
  std::vector<double> row_;
  std::string line_;
};

}  // namespace takt::io
