// What a model says that is legal, but probably not meant.
#pragma once

#include <string>
#include <vector>

#include "takt/model/model.hpp"

namespace takt {

struct Doubt {
  std::string what, where, hint;
};

// Bodies with mass whose centre of mass nobody gave, and none of whose joints is at their origin.
std::vector<Doubt> doubts(const Model&);

}  // namespace takt
