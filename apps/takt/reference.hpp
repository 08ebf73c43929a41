// docs/reference.md: commands, models, parts of methods, files, from the program and the catalogues.
#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace takt::app {

// Throws Error when a column or key of the results has no explanation here.
std::string reference_page(const CLI::App& program);

}  // namespace takt::app
