// Tyre property files (.tir): sections of numbers by name.
//
//   [UNITS]                        the names of sections and keys are read in capitals
//   LENGTH = 'meter'
//   $ a comment, as after ! or on a line of dashes
//   PCX1 = 1.6411   $ Shape factor
//
// Numbers are handed out in SI; in other sections than those of coefficients lengths, forces and
// their quotients are converted from the units of the file, which are those of SI where it names
// none. A key may stand in several sections, once in each. Throws Error with file and line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace takt::element {

class TyreFile {
 public:
  // `text`: the name of the file, a line break, and what it holds.
  explicit TyreFile(std::string_view text);

  const std::string& name() const noexcept { return name_; }
  bool has(std::string_view key) const;  // as a number
  // In SI. Throws where it is missing; `require` names all that are missing at once.
  double number(std::string_view key) const;
  double number(std::string_view key, double otherwise) const {
    return has(key) ? number(key) : otherwise;
  }
  void require(std::span<const std::string_view> keys) const;
  // Throws where one of the keys is a text, or stands in two sections.
  void expect_numbers(std::span<const std::string_view> keys) const;
  std::string capital_word(std::string_view key) const;  // "" when there is none

  // Coefficients and numbers of [VERTICAL] other than zero that are none of `used`, and tables, by
  // section: "[OVERTURNING_COEFFICIENTS] QSX1, QSX2", "[BOTTOMING_CURVE]".
  std::vector<std::string> left_out(std::span<const std::string_view> used) const;

  std::string at(std::string_view key) const;  // "sedan.tir:41"

 private:
  struct Entry {
    std::string section, key;
    bool is_number;
    double number;
    std::string text;
    int line;
  };
  struct Section {
    std::string name;
    bool table = false;  // it has rows of numbers
  };
  void read_line(std::string_view line, int number, std::string& section);
  void read_value(std::string_view value, Entry);
  void convert();
  const Entry* find(std::string_view key) const;
  const Entry* find_in(std::string_view section, std::string_view key) const;
  std::string at(const Entry& e) const { return name_ + ":" + std::to_string(e.line); }

  std::string name_;
  std::vector<Entry> entries_;     // in their order
  std::vector<Section> sections_;  // in their order
};

}  // namespace takt::element
