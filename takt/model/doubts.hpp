// Finds statements in a model that are legal but probably not meant.
#pragma once

#include <string>
#include <vector>

#include "takt/model/model.hpp"

namespace takt {

struct Doubt {
  std::string what, where, hint;
};

// Bodies that have mass but no given centre of mass, and no joint at their origin. Contacts that
// last too short for the step that is to run; 0 if the method chooses its steps.
std::vector<Doubt> doubts(const Model&, double step);

}  // namespace takt
