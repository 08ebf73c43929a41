// External inputs on the command line: --set u.<name>=value sets the value that an input has until
// another one is received. Also lists inputs as text.
#pragma once

#include <span>
#include <string>

#include "takt/eom/equations_of_motion.hpp"
#include "takt/model/model.hpp"

namespace takt::io {

bool names_input(const std::string& path) noexcept;  // "u.steer"
// "u": its value is a file for all inputs that it names (input_file.hpp), as --inputs has it.
inline bool names_input_file(const std::string& path) noexcept { return path == "u"; }

// Throws Error: unknown input, a unit of another dimension, or a value out of range.
void set_input(Model&, const std::string& path, const std::string& text);

std::string inputs_in_words(std::span<const Input>);  // "steer 0.1 rad, brake 0 N m"

}  // namespace takt::io
