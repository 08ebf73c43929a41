// Formats text for the terminal: emphasis, aligned columns, numbers of readable length.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace takt::io {

struct Style {
  bool colour = false;  // the output is a terminal and NO_COLOR is not set

  std::string strong(std::string_view text) const { return wrap("1", text); }
  std::string faint(std::string_view text) const { return wrap("2", text); }
  std::string good(std::string_view text) const { return wrap("32", text); }
  std::string bad(std::string_view text) const { return wrap("31", text); }

 private:
  std::string wrap(const char* code, std::string_view text) const {
    if (!colour) return std::string(text);
    return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
  }
};

std::size_t width(std::string_view text);  // columns on the screen; colour codes take none
std::string padded(std::string text, std::size_t columns);
std::string padded_left(std::string text, std::size_t columns);

std::string short_number(double, int digits = 3);  // 1.23e-09, 0.5, 1200
std::string seconds_in_words(double);              // 1 ms, 25 µs, 60 s
std::string grouped(long long);                    // 60 000

// Words wrapped to lines of at most `columns`; all lines but the first start with `indent` blanks.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent);

// Rows of cells, padded so that the columns are aligned; numbers are aligned on the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void right(std::size_t column) { right_.push_back(column); }
  std::string text(const Style&, std::string_view indent = "") const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> right_;
};

}  // namespace takt::io
