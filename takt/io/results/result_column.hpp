// A column of results: its name, unit and meaning.
#pragma once

#include <string>

namespace takt::io {

struct ResultColumn {
  std::string name, unit, description;  // the latter two empty where nobody says
};

}  // namespace takt::io
