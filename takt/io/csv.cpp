#include "takt/io/csv.hpp"

#include <charconv>

namespace takt::io {

Csv::Csv(std::string path, Columns columns)
    : file_(std::move(path)), columns_(std::move(columns)), row_(columns_.names().size()) {
  for (const std::string& name : columns_.names()) {
    if (!line_.empty()) line_ += ',';
    line_ += csv_cell(name);
  }
  file_.add(line_ + '\n');
}

void Csv::take(const Sample& sample) {
  columns_.fill(sample, row_);
  line_.clear();
  for (double x : row_) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, 17);
    if (!line_.empty()) line_ += ',';
    line_.append(text, end.ptr);
  }
  line_ += '\n';
  file_.add(line_);
}

}  // namespace takt::io
