// The result of a run, as the object behind takt.Result.
#pragma once

#include <optional>

#include "python/core/core.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/io/results/result_column.hpp"
#include "takt/simulate/run.hpp"

namespace takt::python {

struct Result {
  std::vector<io::ResultColumn> columns;
  std::shared_ptr<const std::vector<double>> numbers;  // one column after the other
  std::int64_t rows = 0;
  io::Provenance from;
  std::optional<Summary> summary;
  std::string json;  // the summary as `takt run --json` prints it
  std::string text;  // and as it prints it for people
  std::vector<std::string> warnings;
  std::optional<LoadedModel> model;  // none after unpickling

  std::span<const double> column(std::size_t k) const {
    return {numbers->data() + k * static_cast<std::size_t>(rows), static_cast<std::size_t>(rows)};
  }
};

void bind_results(py::module_&);

}  // namespace takt::python
