// Why a method is refused: the rules by which its parts fit together and fit the system. A rule
// gives lines: what is wrong, the reason, and what to use instead.
#pragma once

#include <string>
#include <vector>

#include "takt/method/composition.hpp"

namespace takt {

// The reasons why the parts do not fit together or do not fit this system; empty if they do.
// `shape` may be null.
std::vector<std::string> refusal(const Composition&, const Shape* shape);

// Throws Error with the refusal as its text.
void require_valid(const Composition&, const Shape* shape);

}  // namespace takt
