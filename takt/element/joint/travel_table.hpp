// Functions of a wheel's travel and, where it is steered, of the displacement of its steering, from the
// columns of a CSV file, interpolated twice continuously differentiable (even_spline.hpp).
//
// The file has a line with names, then a line for each pose, as takt check --travel --out writes it:
// `travel` and `steer` are on an even grid, all travels for each steer. Columns that nobody asks for
// are left alone; of a column `wheel` only the lines of one wheel are read.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "takt/element/catalogue.hpp"
#include "takt/element/joint/even_spline.hpp"

namespace takt::element {

struct TravelTable {
  std::string_view text;
  std::string name;   // of the file, for messages
  std::string wheel;  // may be empty if the file has one wheel only
  bool steered;       // its columns depend on `steer` too

  // The columns of these names, in this order. Throws Error with the line.
  EvenSpline columns(std::span<const std::string_view> names) const;
};

// The table that the keys `file` and `wheel` name; `text` keeps the value of `file`.
TravelTable travel_table(const Values&, bool steered, std::string& text);

}  // namespace takt::element
