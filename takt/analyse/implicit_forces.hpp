// What a run makes of forces that say `implicit: auto`.
#pragma once

#include <string>

#include "takt/io/model_file/open_model.hpp"
#include "takt/method/composition.hpp"

namespace takt::analyse {

struct ImplicitForces {
  std::string count;  // "3 of 7 forces are in K and C at h = 1 ms"; empty if no force says auto
  // What was compared, and a line for each force; empty if nothing is decided by numbers.
  std::string meaning, table;
};

ImplicitForces implicit_forces(const io::OpenModel&, const Composition&);

}  // namespace takt::analyse
