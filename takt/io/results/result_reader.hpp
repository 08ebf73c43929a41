// Interface to read result files row by row, so that long ones need no memory.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "takt/io/results/provenance.hpp"
#include "takt/io/results/result_column.hpp"
#include "takt/simulate/run.hpp"

namespace takt::io {

class ResultReader {
 public:
  virtual ~ResultReader() = default;
  const std::vector<ResultColumn>& columns() const noexcept { return columns_; }  // the first is t
  const Provenance& from() const noexcept { return from_; }  // as far as the file says
  const std::optional<Summary>& summary() const noexcept { return summary_; }
  const std::string& summary_text() const noexcept { return summary_text_; }  // as the file has it
  // The next row; false: there are no more. Throws Error: it cannot be read.
  virtual bool next(std::span<double> row) = 0;
  // What is not as it should be, but could be read: "the last line is cut off ...".
  const std::vector<std::string>& remarks() const noexcept { return remarks_; }

 protected:
  std::vector<ResultColumn> columns_;
  Provenance from_;
  std::optional<Summary> summary_;
  std::string summary_text_;
  std::vector<std::string> remarks_;
};

}  // namespace takt::io
