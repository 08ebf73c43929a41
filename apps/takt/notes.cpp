#include "notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <set>

#include "takt/base/text.hpp"
#include "takt/element/force/body_force.hpp"
#include "takt/method/composition.hpp"
#include "takt/model/doubts.hpp"
#include "takt/simulate/coarse_steps.hpp"

namespace takt::app {

namespace {

std::string distance(const Moved& m) {
  if (m.unit == "m") return fmt::format("{:.4g} mm", 1e3 * m.by);
  if (m.unit == "rad") return fmt::format("{:.4g} deg", m.by * 180 / std::numbers::pi);
  return fmt::format("{:.4g}", m.by) + (m.unit.empty() || m.unit == "1" ? "" : " " + m.unit);
}

}  // namespace

void print_moved(const std::vector<Moved>& moved) {
  constexpr std::size_t shown = 3;
  if (moved.empty()) return;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(shown, moved.size()); ++i)
    parts.push_back(moved[i].name + " by " + distance(moved[i]));
  if (moved.size() > shown) parts.push_back(fmt::format("{} more by less", moved.size() - shown));
  fmt::print(stderr, "note: the start was moved to the constraints: {}\n", join(parts, ", "));
}

void print_coarse_steps(const mechanism::Mechanism& m, double step, const State& start,
                        const State& end) {
  for (const CoarseStep& c : coarse_steps(m, step, start, end))
    fmt::print(stderr, "warning: {}\n", sentence(c, step));
}

void print_notes(const Model& model, const Method& method) {
  const double step = compose(method).adaptive() ? 0 : method.step;
  for (const Doubt& d : doubts(model, step))
    fmt::print(stderr, "warning: {}\n  at: {}\n  try: {}\n", d.what, d.where, d.hint);
  std::set<std::string> said;  // wheels have the same tyres: say it once
  for (const Force& f : model.forces) {
    if (f.body_force == nullptr) continue;
    const std::string remark(f.body_force->remark());
    if (!remark.empty() && said.insert(remark).second)
      fmt::print(stderr, "note: the tyre '{}' computes {}\n", f.name, remark);
    if (f.body_force->unused_parts().empty()) continue;
    const auto parts = f.body_force->unused_parts();
    const std::string what = join({parts.begin(), parts.end()}, "; ");
    if (said.insert(what).second)
      fmt::print(stderr, "note: the tyre '{}' ignores these entries of its file: {}\n", f.name,
                 what);
  }
}

}  // namespace takt::app
