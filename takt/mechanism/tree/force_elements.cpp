#include "takt/mechanism/tree/force_elements.hpp"

#include <algorithm>
#include <utility>

#include "takt/base/error.hpp"
#include "takt/mechanism/tree/bushing_law.hpp"
#include "takt/mechanism/tree/coordinate_law.hpp"
#include "takt/mechanism/tree/driver_laws.hpp"
#include "takt/mechanism/tree/pair_force.hpp"
#include "takt/mechanism/tree/springs_on_line.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

ForceElements::ForceElements(const JointTree& tree, const LoopRows& rows,
                             const List<int>& first_state) {
  const Model& model = tree.model;
  Joinable before;
  for (int i = 0; i < model.forces.count(); ++i) {
    const Force& f = model.forces[i];
    any_explicit_only_ |= f.explicit_only;
    if (f.between_bodies())
      elements_.push_back(std::make_unique<PairForce>(tree, i, f, first_state[i]));
    else if (f.body_force != nullptr)
      body_forces_.push_back(BodyForceElement(tree, i, f, first_state[i]));
    else
      add_law(tree, rows, {i, &f, first_state[i]}, before);
  }
  each([this](const ForceElement& e) { force_reads_columns_ |= e.force_reads_columns(); });
  any_wrenches_ = !loaded_groups().empty();
}

void ForceElements::add_law(const JointTree& tree, const LoopRows& rows, LawOfForce of,
                            Joinable& before) {
  const Force& f = *of.force;
  const Joinable last = std::exchange(before, {});
  List<LawMeasure> measures;
  for (const ModelMeasure& m : f.measures) measures.push_back(law_measure(tree, m, f));
  if (SpringsOnLine::serves(f, measures)) {
    before = last;
    if (before.springs != nullptr && before.springs->join(of, measures[0])) return;
    auto springs = std::make_unique<SpringsOnLine>(of, std::move(measures[0]));
    before = {springs.get(), nullptr};
    elements_.push_back(std::move(springs));
  } else if (CoordinateLaw::serves(f, measures)) {
    auto law = std::make_unique<CoordinateLaw>(of, measures);
    for (const WheelRailRow& c : rows.wheel_rails())
      if (c.constraint == f.wheel_rail) law->touch(c);
    elements_.push_back(std::move(law));
  } else if (f.wheel_rail >= 0) {
    throw Error(
        "force '" + f.name + "' of a wheel_rail constraint has states, which is not supported",
        f.where, "use a force without states");
  } else if (BushingLaw::serves(f)) {
    elements_.push_back(std::make_unique<BushingLaw>(of, std::move(measures)));
  } else if (DriverLaws::serves(f)) {
    before = last;
    GeneralLaw law(of, std::move(measures));
    if (before.driver != nullptr && before.driver->join(law)) return;
    auto laws = std::make_unique<DriverLaws>(std::move(law));
    before = {nullptr, laws.get()};
    elements_.push_back(std::move(laws));
  } else {
    elements_.push_back(std::make_unique<GeneralLaw>(of, std::move(measures)));
  }
}

List<int> ForceElements::groups_of_body_forces() const {
  List<int> groups;
  for (const BodyForceElement& e : body_forces_) groups.push_back(e.group());
  return groups;
}

List<int> ForceElements::loaded_groups() const {
  List<int> groups;
  each([&](const ForceElement& e) {
    const List<int> of = e.loaded_groups();
    groups.insert(groups.end(), of.begin(), of.end());
  });
  return groups;
}

int ForceElements::most_columns() const noexcept {
  int most = 0;
  each([&](const ForceElement& e) { most = std::max(most, e.most_columns()); });
  return most;
}

void ForceElements::add_stiffness_entries(Entries& all) const {
  ElementEntries entries;
  each([&](const ForceElement& e) { e.add_entries(entries); });
  append(all, entries.K);
}

void ForceElements::add_entries_in_K(Entries& all) const {
  ElementEntries entries;
  each([&](const ForceElement& e) {
    if (e.in_K()) e.add_entries(entries);
  });
  append(all, entries.K);
}

void ForceElements::find_places(Shape& shape) {
  ElementEntries entries;
  each([&](const ForceElement& e) { e.add_entries(entries); });
  if (!entries.f_lambda.empty())
    shape.f_lambda = linear::pattern_of(shape.nv, shape.ng, entries.f_lambda);
  if (shape.nz > 0) {
    shape.f_z = linear::pattern_of(shape.nv, shape.nz, entries.f_z);
    shape.e_q = shape.e_v = linear::pattern_of(shape.nz, shape.nv, entries.e_q);
    shape.e_z = linear::full_pattern(shape.nz, shape.nz);
  }
  for (const auto& e : elements_) e->find_places(shape);
  for (BodyForceElement& e : body_forces_) e.find_places(shape);
}

void ForceElements::evaluate_elements(const Point& p, Need need, Terms& out, linear::Patterned* K,
                                      TreeWork& w) const noexcept {
  for (const auto& e : elements_) e->evaluate(p, need, out, K, w);
}

void ForceElements::evaluate_body_forces(const Point& p, Need need, Terms& out,
                                         TreeWork& w) const noexcept {
  for (const BodyForceElement& e : body_forces_) e.evaluate(p, need, out, nullptr, w);
}

void ForceElements::load_body_forces(const BatchedTree& batches, const BatchedTree::Wanted& want,
                                     const Point& p, Need need, Terms& out,
                                     TreeWork& w) const noexcept {
  for (int i = 0; i < body_forces_.count(); ++i)
    body_forces_[i].load(i, batches, want, p, need, out, w);
}

void ForceElements::add_explicit_body_forces(const Point& p, Vector& f,
                                             TreeWork& w) const noexcept {
  for (const BodyForceElement& e : body_forces_)
    if (e.explicit_only()) e.add_to_f(p, f, w);
}

void ForceElements::add_force(const Point& p, Vector& f, TreeWork& w) const noexcept {
  std::fill(w.wrench.begin(), w.wrench.end(), 0.0);
  each([&](const ForceElement& e) { e.add_force(p, f, w); });
}

void ForceElements::by_time(const Point& p, Terms& out, TreeWork& w) const noexcept {
  out.f_t.setZero();
  out.e_t.setZero();
  each([&](const ForceElement& e) { e.by_time(p, out, w); });
}

void ForceElements::by_multiplier(const Point& p, linear::Patterned& f_lambda,
                                  TreeWork& w) const noexcept {
  f_lambda.set_zero();
  for (const auto& e : elements_) e->by_multiplier(p, f_lambda, w);
}

void ForceElements::visit(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  each([&](const ForceElement& e) { e.visit(p, visitor, w); });
}

void ForceElements::add_wrenches(const Point& p, AppliedWrenches& to, TreeWork& w) const noexcept {
  each([&](const ForceElement& e) { e.add_wrenches(p, to, w); });
}

}  // namespace takt::mechanism
