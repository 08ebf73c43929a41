#include "takt/io/results/csv_reader.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt::io {
namespace {

// The cells of a line in which quoted cells may hold commas, and "" for a quote.
std::vector<std::string> quoted_cells(std::string_view line) {
  std::vector<std::string> cells{""};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[i++];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  return cells;
}

// Numbers as they are written: nan and inf among them.
bool read_number(std::string_view text, double& x) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (error == std::errc::result_out_of_range) return true;  // too large or too small for a double
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

CsvReader::CsvReader(const std::string& path) : path_(path) {
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none))
    throw Error("there is no file '" + path + "'", "", "give a file that --out FILE.csv wrote",
                Fault::usage);
  in_.open(path, std::ios::binary);
  if (!in_)
    throw Error("the file '" + path + "' cannot be read", "", "see whether you may read it",
                Fault::other);
  if (!std::getline(in_, line_)) fail("the file is empty", "give a file that --out FILE.csv wrote");
  read_head(line_);
}

void CsvReader::fail(const std::string& what, const std::string& hint) const {
  throw Error(what, path_ + ":" + std::to_string(std::max<std::int64_t>(number_, 1)), hint,
              Fault::other);
}

void CsvReader::read_head(std::string_view line) {
  number_ = 1;
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // a byte order mark
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::set<std::string> taken;
  for (std::string& name : quoted_cells(line)) {
    if (columns_.empty() && name != "t")
      fail("these are no results of a run: the first column is not t",
           "give a file that --out FILE.csv wrote");
    if (!taken.insert(name).second)
      fail("the column '" + name + "' stands there twice", "keep one of them");
    columns_.push_back({std::move(name), "", ""});
  }
}

bool CsvReader::next(std::span<double> row) {
  if (!std::getline(in_, line_)) return false;
  ++number_;
  const bool whole = !in_.eof();  // it ends with a line end
  std::string_view line = line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty()) return next(row);
  split_cells(line, ',', cells_);
  if (!whole) {
    remarks_.emplace_back("The last line of the file is cut off, and left out.");
    return false;
  }
  if (cells_.size() != columns_.size())
    fail("the line has " + std::to_string(cells_.size()) + " cells, but there are " +
             std::to_string(columns_.size()) + " columns",
         "a file that was cut off elsewhere than at its end cannot be read");
  for (std::size_t k = 0; k < cells_.size(); ++k)
    if (!read_number(cells_[k], row[k]))
      fail("'" + std::string(cells_[k].substr(0, 40)) + "' in column '" + columns_[k].name +
               "' is no number",
           "give a file that --out FILE.csv wrote");
  return true;
}

}  // namespace takt::io
