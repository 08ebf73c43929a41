// The option --report FILE.html and its likes: pages that the program writes.
#pragma once

#include <string>

#include "command.hpp"
#include "web/page/page.hpp"

namespace takt::app {

// Call it before anything is computed. Throws Error: no .html, a folder that is not there, or a program
// that was built without pages. `option`: for the message.
void require_page(const std::string& file, const std::string& option);

// --report of a command that writes no result files; `what` is on the page, in a few words.
void add_report_option(CLI::App&, std::string& file, const std::string& what);

// With version and command filled in, and charts tidied.
void write_page_file(const std::string& file, web::Page, const Context&);

void name_page(const std::string& file);  // on standard output

}  // namespace takt::app
