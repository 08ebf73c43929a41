// A method as a user writes it: the text form of simulate/method.hpp, where numbers may have units.
#pragma once

#include "takt/io/open_model.hpp"
#include "takt/simulate/method.hpp"

namespace takt::io {

Method read_method(std::string_view text);  // throws Error

bool is_method_file(std::string_view text);
// The method of a file in its text form, which says the coordinates; others are that already.
std::string method_in_words(std::string_view text);

// What a run of the model shall use: the words given, else those of the model's experiment, else the
// default for its kind; the step given (0: none), else that of a method file, else the model's, else 1 ms.
Method method_for(const OpenModel&, const std::string& words, double step = 0);

}  // namespace takt::io
