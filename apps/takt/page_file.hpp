// The option --report FILE.html of a command, and the page that it writes.
#pragma once

#include <string>

#include "command.hpp"
#include "web/page/page.hpp"

namespace takt::app {

// `what` is on the page, in a few words.
void add_report_option(CLI::App&, std::string& file, const std::string& what);

// Call it before anything is computed. Throws Error if the file does not end in .html, cannot be
// written, or the program has no pages. Nothing if no page is asked for.
void require_report(const std::string& file);

// With version and command filled in. Nothing if `file` is empty.
void write_page_file(const std::string& file, web::Page, const Context&);

}  // namespace takt::app
