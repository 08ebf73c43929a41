#include "show_page.hpp"

#include "takt/base/error.hpp"

namespace takt::app {

// The writer of pages is wired in here: see show_page_writer.cpp.in beside it.
void require_show_page(const std::string& option) {
  throw Error("this program was built without pages", option, "write a drawing: -o FILE.svg",
              Fault::other);
}

void write_show_page(const std::string&, const scene::Scene&, const Model&,
                     const std::vector<std::string>&, const std::string&) {}

}  // namespace takt::app
