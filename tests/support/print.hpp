// Tells GoogleTest how to print the parameters of generated tests.
#pragma once

#include <ostream>

#include "takt/problem/catalogue.hpp"

namespace takt::problem {

inline void PrintTo(const ProblemEntry& e, std::ostream* out) { *out << e.name; }

}  // namespace takt::problem
