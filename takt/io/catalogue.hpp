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
  std::unique_ptr<ResultFile> (*open)(std::string path, Columns, const Provenance&);
};

std::span<const FormatEntry> formats() noexcept;

// Throws Error that names the known endings.
const FormatEntry& format_of(std::string_view path);

}  // namespace takt::io
