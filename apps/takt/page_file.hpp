// The option --report FILE.html and its likes: pages that the program writes.
#pragma once

#include <string>

namespace takt::app {

// Call it before anything is computed. Throws Error: no .html, a folder that is not there, or a program
// that was built without pages. `option`: for the message.
void require_page(const std::string& file, const std::string& option);

}  // namespace takt::app
