#include "page_file.hpp"

#include "takt/base/error.hpp"
#include "takt/io/results/report_file.hpp"
#include "web/page/html.hpp"

namespace takt::app {

void require_page(const std::string& file, const std::string& option) {
  if (!file.ends_with(".html"))
    throw Error("'" + file + "' does not end in .html", option,
                "pages are HTML: write " + option + " FILE.html", Fault::usage);
  web::require_pages(option);
  io::require_writable(file);
}

}  // namespace takt::app
