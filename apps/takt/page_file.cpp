#include "page_file.hpp"

#include <fmt/format.h>

#include "takt/base/error.hpp"
#include "takt/base/version.hpp"
#include "takt/io/results/report_file.hpp"
#include "web/page/charts.hpp"
#include "web/page/html.hpp"

namespace takt::app {

void require_page(const std::string& file, const std::string& option) {
  if (!file.ends_with(".html"))
    throw Error("'" + file + "' does not end in .html", option,
                "pages are HTML: write " + option + " FILE.html", Fault::usage);
  web::require_pages(option);
  io::require_writable(file);
}

void add_report_option(CLI::App& app, std::string& file, const std::string& what) {
  add_word(app, "--report", "FILE.html", file, "write a page that needs nothing else: " + what);
}

void write_page_file(const std::string& file, web::Page page, const Context& context) {
  page.version = version_and_commit();
  page.command = context.command;
  for (web::Section& s : page.sections)
    if (auto* chart = std::get_if<web::ChartSection>(&s)) web::tidy(*chart);
  web::write_page(file, page);
}

void name_page(const std::string& file) { fmt::print("  report   {}\n", file); }

}  // namespace takt::app
