// The value of --step, --until or --every.
#pragma once

#include <string>

namespace takt::app {

// Throws Error, Fault::usage: no time, or not a positive one.
double positive_time(const std::string& text, const std::string& option);

}  // namespace takt::app
