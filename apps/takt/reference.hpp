// docs/reference.md, generated from the program and the catalogues: commands, models, parts of
// methods, files.
#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace takt::app {

// Throws Error if a column or a key of the results is not explained.
std::string reference_page(const CLI::App& program);

}  // namespace takt::app
