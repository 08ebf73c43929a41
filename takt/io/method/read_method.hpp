// Reads a method as a user writes it: the text form of method/method.hpp, in which numbers may
// have units, or the name of a method file.
#pragma once

#include "takt/io/model_file/open_model.hpp"
#include "takt/method/method.hpp"

namespace takt::io {

Method read_method(std::string_view text);  // throws Error

bool is_method_file(std::string_view text);
// The text form of a method: of a method file its contents, other texts unchanged. It tells the
// coordinates in which a model is compiled.
std::string method_in_words(std::string_view text);

// The method that a run of the model uses: the one given as `words`, else that of the model's
// experiment, else the default for its kind of model. The step is the one given (0: none), else
// that of a method file, else that of the model, else 1 ms.
Method method_for(const OpenModel&, const std::string& words, double step = 0);

}  // namespace takt::io
