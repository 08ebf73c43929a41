// Formats reports as text: aligned tables, wrapped paragraphs, statements with a tick or a cross.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce {

std::string scientific(double, int digits = 2);    // 1.71e-03; "*" if not finite
std::string rounded(double, int significant = 3);  // 2.17, 0.0517, 1.2e+05
std::string as_ratio(double);                      // two decimals
// Reads back as the same double; "" if not finite.
std::string csv(double);

// Pads columns to their widest cell; numbers are aligned on the right, words on the left.
std::string aligned(const Table&);

// Builds a report from its parts. The concluding sentence is composed from the checks.
class Writer {
 public:
  explicit Writer(std::string_view how);  // what was run, in one or two sentences

  void paragraph(std::string_view text);
  void table(const Table&);       // to print
  void file(Table);               // for the CSV files
  void chart(web::ChartSection);  // for the page: charts.hpp
  void check(Check);
  // "<subject>: 3 of 4 statements of the paper hold (a; b; c); not confirmed: d." and the same for
  // the other sources, then `more`.
  Report finish(std::string_view subject, std::string_view more = "");

 private:
  Report report_;
};

}  // namespace takt::reproduce
