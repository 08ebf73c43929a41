// The formats of result files, by the ending of the file. A line here is all a new one costs.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "takt/io/columns.hpp"
#include "takt/io/provenance.hpp"
#include "takt/io/result_file.hpp"

namespace takt::io {

struct FormatEntry {
  std::string_view ending, summary;
  bool holds_recordings;
  std::unique_ptr<ResultFile> (*open)(std::string path, Columns, const Provenance&);
  // One that is there, after its first rows; throws Error: other columns, or fewer rows.
  std::unique_ptr<ResultFile> (*go_on)(std::string path, Columns, std::int64_t rows);
  std::int64_t (*rows)(const std::string& path);  // how many one has; throws Error
};

std::span<const FormatEntry> formats() noexcept;

// Throws Error that names the known endings.
const FormatEntry& format_of(std::string_view path);

}  // namespace takt::io
