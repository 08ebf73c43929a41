// The page of `takt compare`: work-precision diagrams, orders of error and drift, the table.
#pragma once

#include <string>
#include <vector>

#include "takt/analyse/comparison.hpp"
#include "takt/io/terminal/style.hpp"
#include "web/page/page.hpp"

namespace takt::app {

struct Comparisons {
  std::string model, reference;  // the method the error is taken against
  double until = 0;              // s
  std::vector<analyse::Compared> all;
};

// The same in the terminal and on the page; what a run ended with is the last cell.
std::vector<std::string> comparison_columns();
std::vector<std::string> comparison_cells(const analyse::Compared&, const io::Style&);

web::Page comparison_page(const Comparisons&);

}  // namespace takt::app
