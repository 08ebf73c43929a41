// Makes the HTML file of a page.
#pragma once

#include <string>

#include "web/page/page.hpp"

namespace takt::web {

// False: the program was built without pages, because npm could not be reached.
bool has_pages() noexcept;
// Throws Error, with what to do, if there are none. Call it before anything is computed.
void require_pages(const std::string& option);

std::string to_html(const Page&);
// Throws Error: the file cannot be written. It appears when it is complete.
void write_page(const std::string& file, const Page&);

}  // namespace takt::web
