// Files with values of external inputs over time (--inputs FILE.csv): the column t, then columns
// named after inputs of the model, which then follow the file instead of a controller.
//
//   t, wheel [mm], brake
//   0, 0, 0
//   0.5, 10, 200
//
// Values are in the unit in brackets, or in SI. `between` of the input says whether a value holds
// until the next one or a straight line joins them. Lines that begin with # are skipped.
#pragma once

#include <string>
#include <vector>

#include "takt/model/model.hpp"

namespace takt::io {

struct InputColumn {
  std::string name, unit;  // the unit as written; empty: SI
  double factor = 1;       // to SI
  std::vector<double> values;
};

struct InputFile {
  std::string name;  // of the file
  std::vector<double> times;
  std::vector<InputColumn> columns;
};

// Throws Error with the line: no column t, a name twice, an unknown unit, a row of another length,
// a cell that is not a finite number, times that do not ascend.
InputFile parse_inputs(std::string_view text, const std::string& name);
InputFile read_inputs(const std::string& path);

// Lets the inputs of a model follow the file. Throws Error: no such input, a unit of another
// dimension, a value beyond the input's range.
void follow(Model&, const InputFile&);

}  // namespace takt::io
