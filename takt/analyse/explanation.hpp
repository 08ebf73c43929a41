// What `takt explain` says of a method: its parts and their sources, its order and cost, and whether it fits
// a model.
#pragma once

#include <string>

#include "takt/io/model_file/open_model.hpp"
#include "takt/io/terminal/style.hpp"
#include "takt/method/method.hpp"

namespace takt::analyse {

// The smallest of the models that come with the program which the method fits, where nobody names one.
std::string smallest_model(const Method&);

std::string parts_text(const Method&, const io::Style&);
// Throws Error if the method does not fit. `name`: what the user calls the model; `by_user`: whether it
// was the user who named it.
std::string fit_text(const Method&, const io::OpenModel&, const std::string& name, bool by_user,
                     const io::Style&);

}  // namespace takt::analyse
