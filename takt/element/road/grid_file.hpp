// Reads a measured road from a CSV file: the first line has the positions y, each following line a
// position x and the heights there, all in m. Positions must be evenly spaced.
//
//   x\y, -1, 0, 1
//   0, 0, 0.01, 0
//   0.5, 0, 0.02, 0.01
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace takt::element {

struct GridFile {
  double start_x = 0, step_x = 1, start_y = 0, step_y = 1;
  std::vector<std::vector<double>> heights;  // a row for each x
};

// Start and step of positions; throws Error if they are not evenly spaced to a thousandth of a step.
void require_even(const std::vector<double>& at, const char* axis, const std::string& name,
                  double& start, double& step);

// Throws Error with the line. `name` is that of the file.
GridFile parse_grid(std::string_view text, const std::string& name);

}  // namespace takt::element
