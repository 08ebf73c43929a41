#include "page_file.hpp"

#include "report_file.hpp"
#include "takt/base/error.hpp"
#include "takt/base/version.hpp"
#include "web/page/charts.hpp"
#include "web/page/html.hpp"

namespace takt::app {

void add_report_option(CLI::App& app, std::string& file, const std::string& what) {
  add_word(app, "--report", "FILE", file, "write a page FILE.html that needs nothing else: " + what);
}

void require_report(const std::string& file) {
  if (file.empty()) return;
  if (!file.ends_with(".html"))
    throw Error("'" + file + "' does not end in .html", "report", "write --report FILE.html",
                Fault::usage);
  require_writable(file);
  web::require_pages("--report");
}

void write_page_file(const std::string& file, web::Page page, const Context& context) {
  if (file.empty()) return;
  page.version = version_and_commit();
  page.command = context.command;
  for (web::Section& s : page.sections)
    if (auto* chart = std::get_if<web::ChartSection>(&s)) tidy(*chart);
  web::write_page(file, page);
}

}  // namespace takt::app
