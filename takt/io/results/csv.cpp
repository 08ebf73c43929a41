#include "takt/io/results/csv.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>

namespace takt::io {

Csv::Csv(std::string path, Columns columns)
    : file_(std::move(path)), columns_(std::move(columns)), row_(columns_.names().size()) {
  file_.add(header(columns_));
}

Csv::Csv(std::string path, Columns columns, std::int64_t rows)
    : file_(std::move(path), header(columns), rows + 1), columns_(std::move(columns)),
      row_(columns_.names().size()) {}

std::string Csv::header(const Columns& columns) {
  std::string line;
  for (const std::string& name : columns.names()) {
    if (!line.empty()) line += ',';
    line += csv_cell(name);
  }
  return line + '\n';
}

void Csv::take(const Sample& sample) {
  columns_.fill(sample, row_);
  add(row_);
}

void Csv::add(std::span<const double> row) {
  line_.clear();
  for (double x : row) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 17);
    if (!line_.empty()) line_ += ',';
    line_.append(text, end.ptr);
  }
  line_ += '\n';
  file_.add(line_);
}

std::int64_t rows_of_csv(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::int64_t lines = 0;
  std::string text(std::size_t{1} << 16, '\0');
  while (in.read(text.data(), static_cast<std::streamsize>(text.size())) || in.gcount() > 0)
    lines += std::count(text.begin(), text.begin() + in.gcount(), '\n');
  return std::max<std::int64_t>(lines - 1, 0);
}

}  // namespace takt::io
