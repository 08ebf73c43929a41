#include "web/page/html.hpp"

#include <array>

#include "takt/base/error.hpp"
#include "takt/io/results/report_file.hpp"
#include "web/page/data_block.hpp"
#include "web/page/json.hpp"
#include "web/page/page_template.hpp"

namespace takt::web {

bool has_pages() noexcept { return !page_template().empty(); }

void require_pages(const std::string& option) {
  if (has_pages()) return;
  throw Error("this program was built without pages: " + std::string(why_no_pages()), option,
              "install node and npm (Debian: nodejs npm), see that npm reaches its registry "
              "(npm ping), and build again: make build",
              Fault::other);
}

std::string to_html(const Page& page) {
  const DataBlock block = make_block(page.tables);
  const std::string title = for_element(page.title);
  const std::string json = for_script(to_json(page, block.tables));
  const std::string data = base64(compressed(block.bytes));
  struct Place {
    std::string_view name;
    const std::string& text;
  };
  const std::array<Place, 3> places{
      {{"@TAKT_TITLE@", title}, {"@TAKT_PAGE@", json}, {"@TAKT_DATA@", data}}};
  // Each place is looked for in the template alone: texts of the page may look like places.
  std::string_view rest = page_template();
  std::string html;
  html.reserve(rest.size() + title.size() + json.size() + data.size());
  while (true) {
    const Place* next = nullptr;
    std::size_t at = rest.size();
    for (const Place& p : places)
      if (const std::size_t found = rest.find(p.name); found < at) {
        at = found;
        next = &p;
      }
    html += rest.substr(0, at);
    if (next == nullptr) return html;
    html += next->text;
    rest.remove_prefix(at + next->name.size());
  }
}

void write_page(const std::string& file, const Page& page) {
  const std::string text = to_html(page);
  try {
    io::write_report(file, text);
  } catch (const Error& e) {  // it speaks of rows, which a page does not have
    const std::string what = e.what();
    throw Error("the page " + file + " is not written: " + what.substr(0, what.find(';')), e.where,
                "make room or write elsewhere; takt report makes it from results, too", e.fault);
  }
}

}  // namespace takt::web
