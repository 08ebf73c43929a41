// The formats of result files, chosen by the ending of the file name. A new format is one more line
// in catalogue.cpp.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "takt/io/results/columns.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/io/results/result_file.hpp"

namespace takt::io {

struct FormatEntry {
  std::string_view ending, summary;
  bool holds_recordings;
  std::unique_ptr<ResultFile> (*open)(std::string path, Columns, const Provenance&);
  // Continues an existing file after its first `rows` rows. Throws Error: other columns, or fewer
  // rows.
  std::unique_ptr<ResultFile> (*go_on)(std::string path, Columns, std::int64_t rows);
  std::int64_t (*rows)(const std::string& path);  // number of rows in a file; throws Error
};

// Throws Error that names the known endings.
const FormatEntry& format_of(std::string_view path);

}  // namespace takt::io
