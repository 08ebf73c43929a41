#include "notes.hpp"

#include <fmt/format.h>

#include <set>

#include "takt/base/text.hpp"
#include "takt/element/force/tyre_pac2002.hpp"

namespace takt::app {

void print_notes(const Model& model) {
  std::set<std::string> said;  // wheels have the same tyres
  for (const Force& f : model.forces) {
    const auto* tyre = dynamic_cast<const element::TyrePac2002*>(f.body_force.get());
    if (tyre == nullptr || tyre->left_out().empty()) continue;
    const std::string what = join(tyre->left_out(), "; ");
    if (said.insert(what).second)
      fmt::print(stderr, "note: the tyre '{}' does not use of its file: {}\n", f.name, what);
  }
}

}  // namespace takt::app
