// Where a matrix can differ from zero, as a picture of two by four entries a character.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "takt/experiment/report.hpp"

namespace takt::experiment::paper_002 {

// Rows and columns count from 0. Each line is labelled with its first row, from 1.
Table pattern_picture(std::string title, int rows, int cols,
                      const std::vector<std::pair<int, int>>& entries);

}  // namespace takt::experiment::paper_002
