// Charts of an experiment for its page. They are drawn from the tables that go to the CSV files, so
// that both show the same numbers.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/reproduce/report.hpp"
#include "web/page/page.hpp"

namespace takt::reproduce {

// Columns of a table as one or several curves. A cell that is no number is a gap.
struct Drawn {
  std::string_view x, y;                  // columns
  std::vector<std::string_view> by = {};  // columns whose texts tell curves apart and name them
  std::string name = {};                  // added to the texts; alone: instead of y
  web::Curve::Style style = web::Curve::Style::line;
  bool dashed = false;                                 // printed numbers, theory
  std::string_view label = {};                         // column with the labels of the points
  std::pair<std::string_view, std::string> only = {};  // the rows where this column has this text
  std::string_view having = {};                        // the rows where this column is a number
};

// Every column but x, as a curve over x.
std::vector<Drawn> columns_over(const Table&, std::string_view x);

web::ChartSection chart(std::string title, std::string note, web::Axis x, web::Axis y, const Table&,
                        const std::vector<Drawn>&);
// With the fitted line and slope of every curve that is not dashed.
web::ChartSection chart_with_slopes(std::string title, std::string note, web::Axis x, web::Axis y,
                                    const Table&, const std::vector<Drawn>&);

// Ours over the printed numbers, and the line where they are the same.
web::ChartSection beside_paper(std::string title, std::string quantity, bool log, const Table&,
                               const std::vector<Drawn>&);

// Where the entries of a matrix are; rows count downwards.
web::ChartSection pattern(std::string title, std::string_view across, const Table&);

// Pieces of drawings that recur.
inline web::Axis time_axis(std::string label, bool log = false) {
  return {std::move(label), "s", log};
}
inline web::Axis step_axis() { return time_axis("step h", true); }
inline web::Axis logarithmic_axis(std::string label, std::string unit = "") {
  return {std::move(label), std::move(unit), true};
}
inline web::Axis linear_axis(std::string label, std::string unit = "") {
  return {std::move(label), std::move(unit), false};
}
inline constexpr auto as_points = web::Curve::Style::points;
inline constexpr auto as_both = web::Curve::Style::both;

}  // namespace takt::reproduce
