// A command that runs the same model with another method.
#pragma once

#include <string>
#include <string_view>

#include "takt/io/open_model.hpp"

namespace takt::app {

std::string another_method(const io::OpenModel&, std::string_view method);

}  // namespace takt::app
