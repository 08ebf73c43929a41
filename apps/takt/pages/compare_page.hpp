// The page of `takt compare`: work-precision diagrams, orders of error and drift, the table.
#pragma once

#include <string>
#include <vector>

#include "takt/analyse/compare_methods.hpp"
#include "takt/io/terminal/style.hpp"
#include "web/page/page.hpp"

namespace takt::app {

// The same in the terminal and on the page; what a run ended with is the last cell.
std::vector<std::string> comparison_columns();
std::vector<std::string> comparison_cells(const analyse::Compared&, const io::Style&);

web::Page comparison_page(const analyse::Comparisons&);

}  // namespace takt::app
