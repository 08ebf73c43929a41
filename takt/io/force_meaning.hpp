// What a column `force.<name>` of a mechanism shows: its unit, and when it is positive, from the catalogue of
// the elements.
#pragma once

#include <string>

#include "takt/model/model.hpp"

namespace takt::io {

struct ColumnMeaning {
  std::string unit, description;
};

ColumnMeaning meaning_of_force(const Model&, const std::string& name);

}  // namespace takt::io
