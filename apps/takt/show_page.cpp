#include "show_page.hpp"

#include "takt/base/version.hpp"
#include "web/page/html.hpp"

namespace takt::app {

void require_show_page(const std::string& option) { web::require_pages(option); }

void write_show_page(const std::string& file, const scene::Scene& scene, const Model& model,
                     const std::vector<std::string>& set, const std::string& command) {
  web::Page page;
  page.kind = "show";
  page.title = model.name;
  page.subtitle = model.description;
  page.version = version_and_commit();
  page.command = command;
  web::SceneSection start;
  start.id = "mechanism";
  start.title = "At the start";
  start.scene = scene;
  page.sections.emplace_back(std::move(start));
  if (!model.text.empty()) {
    web::SourceSection source;
    source.id = "model";
    source.title = "Model";
    source.text = model.text;
    source.name = model.file;
    source.settings = set;
    page.sections.emplace_back(std::move(source));
  }
  web::write_page(file, page);
}

}  // namespace takt::app
