// The unit and the sign convention of a column `force.<name>` of a mechanism, from the catalogue of
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
