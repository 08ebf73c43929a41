#include "takt/io/results/catalogue.hpp"

#include <algorithm>
#include <cctype>
#include <concepts>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/csv.hpp"
#include "takt/io/results/csv_reader.hpp"
#include "takt/io/results/hdf5.hpp"
#include "takt/io/results/hdf5/layout.hpp"
#include "takt/io/results/hdf5_reader.hpp"

namespace takt::io {
namespace {

template <class Format>
std::unique_ptr<ResultFile> open(std::string path, Columns columns, const Provenance& from) {
  if constexpr (std::constructible_from<Format, std::string, Columns, const Provenance&>)
    return std::make_unique<Format>(std::move(path), std::move(columns), from);
  else
    return std::make_unique<Format>(std::move(path), std::move(columns));
}

template <class Format>
std::unique_ptr<ResultFile> go_on(std::string path, Columns columns, std::int64_t rows) {
  return std::make_unique<Format>(std::move(path), std::move(columns), rows);
}

template <class Reader> std::unique_ptr<ResultReader> read(const std::string& path) {
  return std::make_unique<Reader>(path);
}

constexpr RecordingPlace in_hdf5{is_hdf5, read_hdf5_recording};

constexpr FormatEntry entries[] = {
    {.ending = ".csv",
     .name = "CSV",
     .columns = "The first line of a CSV file names the columns; numbers have 17 significant "
                "digits and a decimal point, SI units.",
     .open = open<Csv>,
     .go_on = go_on<Csv>,
     .rows = rows_of_csv,
     .read = read<CsvReader>},
    {.ending = ".h5",
     .name = "HDF5",
     .columns = "HDF5 has a dataset for each, with its unit and description as attributes.",
     .open = open<Hdf5>,
     .go_on = go_on<Hdf5>,
     .rows = rows_of_hdf5,
     .read = read<Hdf5Reader>,
     .recordings = &in_hdf5,
     .layout = hdf5_layout,
     .parts = hdf5_parts},
};

std::string called(const FormatEntry& e) {
  std::string text = "FILE" + std::string(e.ending), ending(e.ending.substr(1));
  for (char& c : ending) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return ending == e.name ? text : text + " (" + std::string(e.name) + ")";
}

}  // namespace

std::span<const FormatEntry> formats() noexcept { return entries; }

const FormatEntry& format_of(std::string_view path) {
  std::vector<std::string> endings;
  for (const FormatEntry& e : entries) {
    if (path.ends_with(e.ending) && path.size() > e.ending.size()) return e;
    endings.emplace_back(e.ending);
  }
  throw Error("'" + std::string(path) + "' has no ending that is known as a format", "output",
              "files may end in " + join(endings, ", "), Fault::usage);
}

const FormatEntry* format_with_recording(const std::string& path) noexcept {
  const auto* found = std::find_if(std::begin(entries), std::end(entries), [&](const auto& e) {
    return e.recordings != nullptr && e.recordings->recognises(path);
  });
  return found == std::end(entries) ? nullptr : found;
}

std::string file_names() {
  std::vector<std::string> names;
  for (const FormatEntry& e : entries) names.push_back("FILE" + std::string(e.ending));
  return join(names, "|");
}

std::string file_names_in_words() {
  std::vector<std::string> names;
  for (const FormatEntry& e : entries) names.push_back(called(e));
  return join(names, " or ");
}

std::string recording_file_names() {
  std::vector<std::string> names;
  for (const FormatEntry& e : entries)
    if (e.recordings != nullptr) names.push_back("FILE" + std::string(e.ending));
  return join(names, " or ");
}

}  // namespace takt::io
