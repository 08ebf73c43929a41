// The formats of result files, chosen by the ending of the file name. A new format is its files and
// one entry in catalogue.cpp: help, errors, completion and the reference page follow from it.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "takt/io/results/columns.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/io/results/result_file.hpp"
#include "takt/io/results/result_reader.hpp"

namespace takt::io {

struct FormatPart {  // of a file, for the reference page
  std::string_view name, content;
};

// How a format keeps recordings inside its result files.
struct RecordingPlace {
  bool (*recognises)(const std::string& path) noexcept;  // a file of this format, whatever its name
  Recording (*read)(const std::string& path);  // throws Error: there is none, or it cannot be read
};

struct FormatEntry {
  std::string_view ending, name;  // ".csv", "CSV"
  std::string_view columns;       // how a file holds the columns: one or two sentences
  std::unique_ptr<ResultFile> (*open)(std::string path, Columns, const Provenance&);
  // Continues an existing file after its first `rows` rows. Throws Error: other columns, or fewer
  // rows.
  std::unique_ptr<ResultFile> (*go_on)(std::string path, Columns, std::int64_t rows);
  std::int64_t (*rows)(const std::string& path);  // number of rows in a file; throws Error
  std::unique_ptr<ResultReader> (*read)(const std::string& path);  // throws Error
  const RecordingPlace* recordings = nullptr;                      // null: it cannot hold any
  std::string_view layout = {};  // how the parts of a file are used; empty: there is no more to say
  std::span<const FormatPart> parts = {};
};

std::span<const FormatEntry> formats() noexcept;

// Throws Error that names the known endings.
const FormatEntry& format_of(std::string_view path);

// The format of an existing file that may hold a recording; null: of none of these formats.
const FormatEntry* format_with_recording(const std::string& path) noexcept;

// Names of files for help and errors.
std::string file_names();            // "FILE.csv|FILE.h5"
std::string file_names_in_words();   // "FILE.csv or FILE.h5 (HDF5)"
std::string recording_file_names();  // "FILE.h5": of those that hold recordings

}  // namespace takt::io
