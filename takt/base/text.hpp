// Small text helpers for messages: nearest names, lists, numbers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace takt {

// The candidates nearest to a mistyped word, best first; empty when none is near.
std::vector<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

// "did you mean 'a' or 'b'?", or `otherwise` when nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates,
                         std::string_view otherwise = "");

// The names of the entries of a catalogue.
template <class Entries> std::vector<std::string> names_of(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& e : entries) names.emplace_back(e.name);
  return names;
}

std::string join(std::span<const std::string> words, std::string_view between);

// The shortest text that reads back as the same double.
std::string number(double value);

// The text of a cell of a CSV file, without blanks before and after it and quotes around it.
std::string_view trimmed_cell(std::string_view text);

// What separates the cells of a CSV file: a semicolon if its first line has one and no comma.
char cell_separator(std::string_view first_line);

// The cells of a line of a CSV file, trimmed.
void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells);

// A double from the whole of `text`; false when anything is left over or the value is not finite.
bool parse_number(std::string_view text, double& value);

}  // namespace takt
