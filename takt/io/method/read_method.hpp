// Reads a method as a user writes it: the text form of method/method.hpp, in which numbers may
// have units, or the name of a method file.
#pragma once

#include "takt/io/model_file/open_model.hpp"
#include "takt/method/method.hpp"

namespace takt::io {

Method read_method(std::string_view text);  // throws Error

// The method that a run of the model uses: the one that was given when the model was opened, else
// that of its experiment, else the default for its kind of model. The step is the one given here
// (0: none), else that of a method file, else that of the model, else 1 ms.
Method method_for(const OpenModel&, double step = 0);

}  // namespace takt::io
