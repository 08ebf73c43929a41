// The sparsity pattern of a matrix as a text picture; each character shows two by four entries.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/reproduce/report.hpp"

namespace takt::reproduce::paper_002 {

// Rows and columns count from 0. Each line is labelled with its first row, counted from 1.
Table pattern_picture(std::string title, int rows, int cols,
                      const std::vector<std::pair<int, int>>& entries);

}  // namespace takt::reproduce::paper_002
