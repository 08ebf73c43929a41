// External inputs on the command line: --set u.<name>=value says what one is as long as nobody sends
// another value; and what they are, in words.
#pragma once

#include <span>
#include <string>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/model/model.hpp"

namespace takt::io {

bool names_input(const std::string& path) noexcept;  // "u.steer"

// Throws Error: no such input, a unit that is not its own, beyond its range.
void set_input(Model&, const std::string& path, const std::string& text);

std::string inputs_in_words(std::span<const Input>);  // "steer 0.1 rad, brake 0 N m"

}  // namespace takt::io
