// Checks whether the matrices of a tree fit into memory.
#pragma once

#include "takt/mechanism/tree/tree.hpp"

namespace takt::mechanism {

// Throws Error, Fault::other, if they do not. In M each coordinate is coupled with all coordinates
// between it and ground; in a long chain these are all others. The memory for M and K includes the
// places of their entries, which are stored and sorted at set-up.
void require_memory_of(const Tree&);

}  // namespace takt::mechanism
