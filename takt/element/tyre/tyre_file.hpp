// Reader of tyre property files (.tir): sections of named numbers.
//
//   [UNITS]                        names of sections and keys are not case-sensitive
//   LENGTH = 'meter'
//   $ a comment, as after ! or on a line of dashes
//   PCX1 = 1.6411   $ Shape factor
//
// Numbers are returned in SI units: those that have a unit, in the section where the format has
// them ([DIMENSION] UNLOADED_RADIUS, [VERTICAL] FNOMIN, ...), are converted from the units of the
// file; a unit that the file does not name is that of SI. A key may occur in several sections, once
// in each. Throws Error with file and line.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace takt::element {

class TyreFile {
 public:
  // `text`: the name of the file, a line break, and the contents of the file.
  explicit TyreFile(std::string_view text);

  const std::string& name() const noexcept { return name_; }
  bool has(std::string_view key) const;  // as a number
  // In SI units. Throws if the key is missing; `require` reports all missing keys at once.
  double number(std::string_view key) const;
  double number(std::string_view key, double otherwise) const {
    return has(key) ? number(key) : otherwise;
  }
  void require(std::span<const std::string_view> keys) const;
  // Throws if one of the keys is a text or occurs in two sections.
  void expect_numbers(std::span<const std::string_view> keys) const;
  std::string capital_word(std::string_view key) const;  // "" if there is none

  // What a tyre does not use, by section: coefficients, and numbers of [VERTICAL], that have an
  // effect and are not in `used`, and tables: "[OVERTURNING_COEFFICIENTS] QSX1, QSX2",
  // "[BOTTOMING_CURVE]".
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
  static bool means(const Entry&, std::string_view key);  // the entry is what `key` stands for
  const Entry* find(std::string_view key) const;
  const Entry* find_in(std::string_view section, std::string_view key) const;
  std::string at(const Entry& e) const { return name_ + ":" + std::to_string(e.line); }

  std::string name_;
  std::vector<Entry> entries_;     // in their order
  std::vector<Section> sections_;  // in their order
};

}  // namespace takt::element
