// A command that runs the same model with another method.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "takt/io/open_model.hpp"

namespace takt::app {

// Empty: none of the usual ones fits. `set`: what was set in the model.
std::string another_method(const io::OpenModel&, std::span<const std::string> set,
                           std::string_view method);

}  // namespace takt::app
