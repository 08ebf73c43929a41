// What a run makes of forces that say `implicit: auto`.
#pragma once

#include <string>

#include "takt/io/model_file/open_model.hpp"
#include "takt/method/composition.hpp"

namespace takt::app {

// "3 of 7 forces are stiff in steps of 1 ms and belong to K and C"; empty if no force says auto.
std::string implicit_forces(const io::OpenModel&, const Composition&);

// The numbers behind it, a line for each of these forces; empty if nothing is decided by them.
std::string implicit_forces_table(const io::OpenModel&, const Composition&);

}  // namespace takt::app
