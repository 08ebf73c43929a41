#include "takt/io/results/force_meaning.hpp"

#include "takt/element/catalogue.hpp"
#include "takt/model/joint_components.hpp"

namespace takt::io {
namespace {

// Whether the force acts on a translational coordinate.
bool acts_on_length(const Model& model, const Force& f) {
  if (f.measures.empty() || f.measures[0].joint < 0) return false;
  return is_length(model.joints[f.measures[0].joint], f.measures[0].component);
}

ColumnMeaning of_element(const Model& model, const Force& f) {
  for (const element::ForceEntry& e : element::forces()) {
    if (e.name != f.type) continue;
    std::string unit(e.unit);
    if (const std::size_t bar = unit.find('|'); bar != std::string::npos)
      unit = acts_on_length(model, f) ? unit.substr(0, bar) : unit.substr(bar + 1);
    return {unit, f.type + ": " + std::string(e.sign)};
  }
  return {"", "of the element"};
}

}  // namespace

ColumnMeaning meaning_of_force(const Model& model, const std::string& name) {
  for (const Force& f : model.forces)
    if (f.name == name) return of_element(model, f);
  for (const Joint& j : model.joints)
    if (j.name == name)
      return {is_length(j, 0) ? "N" : "N m",
              "drive: what acts on the outboard body along the positive coordinate"};
  return {"N", "rod: tension, positive pulls its two ends together"};
}

}  // namespace takt::io
