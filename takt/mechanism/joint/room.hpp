// Whether the matrices of a tree fit into memory.
#pragma once

#include "takt/mechanism/joint/tree.hpp"

namespace takt::mechanism {

// Throws Error, Fault::other. Each coordinate meets all those between it and ground in M: of a long
// chain every other one. Beside the numbers of M and K their places are kept, and sorted at set-up.
void require_room(const Tree&);

}  // namespace takt::mechanism
