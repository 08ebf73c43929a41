// A method as a user writes it: the text form of simulate/method.hpp, where numbers may have units.
#pragma once

#include "takt/simulate/method.hpp"

namespace takt::io {

Method read_method(std::string_view text);  // throws Error

bool is_method_file(std::string_view text);
// The method of a file in its text form, which says the coordinates; others are that already.
std::string method_in_words(std::string_view text);

}  // namespace takt::io
