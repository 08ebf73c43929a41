// Reads results from comma-separated text.
#pragma once

#include <fstream>

#include "takt/io/results/result_reader.hpp"

namespace takt::io {

class CsvReader final : public ResultReader {
 public:
  // Throws Error: no file, empty, or a first line without t.
  explicit CsvReader(const std::string& path);
  bool next(std::span<double> row) override;

 private:
  void read_head(std::string_view line);
  [[noreturn]] void fail(const std::string& what, const std::string& hint) const;

  std::string path_, line_;
  std::ifstream in_;
  std::vector<std::string_view> cells_;
  std::int64_t number_ = 0;  // of the line
};

}  // namespace takt::io
