#include "show_page.hpp"

#include <filesystem>

#include "page_file.hpp"
#include "takt/base/version.hpp"
#include "web/page/html.hpp"

namespace takt::app {

void require_show_page(const std::string& file) { require_page(file, "-o"); }

void write_show_page(const std::string& file, const scene::Scene& scene, const Model& model,
                     const std::vector<std::string>& set, const std::string& command) {
  web::Page page;
  page.kind = "show";
  page.title = model.name;
  page.subtitle = model.description;
  page.version = version_and_commit();
  page.command = command;
  page.sections.push_back(web::SceneSection{"mechanism", "At the start", "", scene, ""});
  if (!model.text.empty())
    page.sections.push_back(
        web::SourceSection{"model", "Model", "", model.text,
                           std::filesystem::path(model.file).filename().string(), set});
  web::write_page(file, page);
}

}  // namespace takt::app
