// Tyre property files (.tir): sections of numbers by name.
//
//   [UNITS]                        the names of sections and keys are read in capitals
//   LENGTH = 'meter'
//   $ a comment, as after ! or on a line of dashes
//   PCX1 = 1.6411   $ Shape factor
//
// Numbers are handed out in SI; in other sections than those of coefficients lengths, forces and
// their quotients are converted from the units of the file. Throws Error with file and line.
#pragma once

#include <map>
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
  bool has(std::string_view key) const { return numbers_.contains(key); }
  // In SI. Throws where it is missing; `require` names all that are missing at once.
  double number(std::string_view key) const;
  double number(std::string_view key, double otherwise) const {
    return has(key) ? number(key) : otherwise;
  }
  void require(std::span<const std::string_view> keys) const;
  std::string word(std::string_view key) const;  // "" when there is none

  // Coefficients other than zero that are none of `used`, by section:
  // "[OVERTURNING_COEFFICIENTS] QSX1, QSX2".
  std::vector<std::string> left_out(std::span<const std::string_view> used) const;

  std::string at(std::string_view key) const;  // "sedan.tir:41"

 private:
  struct Number {
    double value;
    int line;
    std::string section;
  };
  struct Word {
    std::string text;
    int line;
  };
  void read_line(std::string_view line, int number, std::string& section);
  void convert();

  std::string name_;
  std::map<std::string, Number, std::less<>> numbers_;
  std::map<std::string, Word, std::less<>> words_;
  std::vector<std::string> sections_;  // in their order
};

}  // namespace takt::element
