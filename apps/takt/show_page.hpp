// The page of takt show: a mechanism at its start, to be turned around in a browser.
#pragma once

#include <string>
#include <vector>

#include "takt/model/model.hpp"
#include "takt/scene/scene.hpp"

namespace takt::app {

// Throws Error: the program was built without pages, or there is no such folder. Before anything is
// computed.
void require_show_page(const std::string& file);
// Throws Error: the file cannot be written.
void write_show_page(const std::string& file, const scene::Scene&, const Model&,
                     const std::vector<std::string>& set, const std::string& command);

}  // namespace takt::app
