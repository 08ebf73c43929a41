#include "web/report/method_in_words.hpp"

namespace takt::web {

std::string in_words(const Composition& c) {
  std::string text;
  const auto add = [&](const auto& entry) {
    text +=
        (text.empty() ? "" : "; ") + std::string(entry.name) + ": " + std::string(entry.summary);
    if (!entry.source.empty()) text += " [" + std::string(entry.source) + "]";
  };
  add(*c.formulation);
  add(*c.integrator);
  if (!c.projection.none()) add(*c.stabilisation);
  return text;
}

}  // namespace takt::web
