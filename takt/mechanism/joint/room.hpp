// Whether the matrices of a tree fit into memory.
#pragma once

#include "takt/mechanism/joint/tree.hpp"

namespace takt::mechanism {

// Throws Error, Fault::other. Each coordinate meets all those between it and ground in M: of a long
// chain every other one. Beside the numbers of M and K their places are kept, and sorted at set-up.
// Without matrices only the length of the longest chain counts, which set-up follows link by link.
void require_room(const Tree&, bool matrices);

}  // namespace takt::mechanism
