// A page or table kept in a file, written when all of it is there.
#pragma once

#include <string>

namespace takt::app {

// Before anything is computed; throws Error: its folder is not there or may not be written to. An
// earlier file of that name is left as it is.
void require_writable(const std::string& file);

void write_report(const std::string& file, const std::string& text);  // throws Error

}  // namespace takt::app
