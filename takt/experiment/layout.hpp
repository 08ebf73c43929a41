// Reports as text: aligned tables, wrapped paragraphs, statements with a tick or a cross.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "takt/experiment/report.hpp"

namespace takt::experiment {

std::string scientific(double, int digits = 2);    // 1.71e-03; "*" when not finite
std::string rounded(double, int significant = 3);  // 2.17, 0.0517, 1.2e+05
std::string as_ratio(double);                      // two decimals
std::string csv(double);                           // reads back as the same double; "" for none

// Columns padded to their widest cell; numbers to the right, words to the left.
std::string aligned(const Table&);

// A statement of a paper, or of its errata, beside what our runs give.
struct Check {
  std::string statement, measured;
  bool holds;
  std::string brief;  // the statement in a few words, for the last sentence
};

// Builds a report from its parts; the sentence is composed from the checks and not in the text.
class Writer {
 public:
  explicit Writer(std::string_view how);  // what was run, in a sentence or two

  void paragraph(std::string_view text);
  void table(const Table&);  // printed
  void file(Table);          // kept for files
  void check(Check);
  // "<subject>: 3 of 4 statements hold (a; b; c); not confirmed: d." and then `more`.
  Report finish(std::string_view subject, std::string_view more = "");

 private:
  Report report_;
  std::vector<Check> checks_;
};

}  // namespace takt::experiment
