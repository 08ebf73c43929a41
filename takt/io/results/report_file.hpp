// Writes a report to a file, which appears when it is complete.
#pragma once

#include <string>

namespace takt::io {

// Call it before anything is computed. Throws Error if the folder does not exist or is not
// writable. An existing file of that name is not changed.
void require_writable(const std::string& file);

void write_report(const std::string& file, const std::string& text);  // throws Error

}  // namespace takt::io
