// What a method is, in a line: the first sentences of `takt explain`.
#pragma once

#include <string>

#include "takt/method/composition.hpp"

namespace takt::web {

std::string in_words(const Composition&);

}  // namespace takt::web
