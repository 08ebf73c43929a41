// Stands for show_page.cpp where the writer of pages (web/page) is not built.
#include "show_page.hpp"
#include "takt/base/error.hpp"

namespace takt::app {

void require_show_page(const std::string& option) {
  throw Error("this program was built without pages", option, "write a drawing: -o FILE.svg",
              Fault::other);
}

void write_show_page(const std::string& /*file*/, const scene::Scene& /*scene*/,
                     const Model& /*model*/, const std::vector<std::string>& /*set*/,
                     const std::string& command) {
  require_show_page(command);
}

}  // namespace takt::app
