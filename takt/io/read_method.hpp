// A method as a user writes it: the text form of simulate/method.hpp, where numbers may have units.
#pragma once

#include "takt/simulate/method.hpp"

namespace takt::io {

Method read_method(std::string_view text);  // throws Error

}  // namespace takt::io
