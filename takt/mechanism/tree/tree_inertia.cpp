#include "takt/mechanism/tree/tree_inertia.hpp"

#include <algorithm>
#include <limits>

#include "takt/base/error.hpp"
#include "takt/element/force/inertial.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

// A coordinate that a row drives, and that moves nothing with mass (a massless rack), needs some
// inertia for M to be regular. Its motion is prescribed, so the value changes only the multiplier of its own row.
constexpr double ballast = 1;  // kg or kg m^2: close to other inertias, for the conditioning

void sort_unique(List<int>& x) {
  std::sort(x.begin(), x.end());
  x.erase(std::unique(x.begin(), x.end()), x.end());
}

}  // namespace

TreeInertia::TreeInertia(const JointTree& tree, const ForceElements& elements)
    : tree_(tree), recursions_(tree.tree),
      batches_(tree.tree, tree.groups, elements.groups_of_body_forces()) {
  batches_.set_wrench_groups(elements.loaded_groups());
  find_rotors();
  balance_by_batches_ = elements.any_elements() && batches_.filling() >= 2;
}

void TreeInertia::find_rotors() {
  const Model& m = tree_.model;
  for (const Force& f : m.forces) {
    const auto* law = dynamic_cast<const element::Inertial*>(f.law.get());
    if (law == nullptr || law->inertia() == 0) continue;
    const int joint = f.measures[0].joint;
    const JointTree::Place place = tree_.place_of(joint, f.measures[0].component);
    if (place.v < 0)
      throw Error("'" + f.name + "' has a rotor on joint '" + m.joints[joint].name +
                      "', which closes a loop: its coordinate has no place in the mass matrix",
                  f.where, "write cut: true at another joint of the loop");
    rotors_.push_back({joint, place.v, law->inertia(), 0});
  }
}

void TreeInertia::make_patterns(Shape& shape, const LoopRows& rows, const ForceElements& elements) {
  make_mass_pattern(shape);
  find_ballast(*shape.M);
  make_stiffness_pattern(shape, rows, elements);
}

void TreeInertia::make_mass_pattern(Shape& shape) {
  const Index n = shape.nv;
  mass_pattern_ = takt::mechanism::mass_pattern(tree_.tree);
  mass_place_.clear();
  if (mass_pattern_->full) {  // a long chain: we do not list its entries one by one
    shape.M = linear::full_pattern(n, n);
    return;
  }
  Entries mass;
  linear::each_entry(*mass_pattern_, [&](int i, int k, int) { mass.emplace_back(i, k); });
  shape.M = pattern_for(n, n, mass);
  mass_place_ = places_in(*shape.M, mass);
}

void TreeInertia::find_ballast(const linear::Pattern& M) {
  const List<Link>& links = tree_.tree.links;
  ballast_.clear();
  List<bool> carries(links.size());
  for (Rotor& r : rotors_) r.place = place_of(M, r.v, r.v);
  for (int i = links.count(); i-- > 0;) {
    const Link& l = links[i];
    carries[i] = carries[i] || l.inertia.m != 0 || !l.inertia.I.isZero(0);
    if (carries[i] && l.parent >= 0) carries[l.parent] = true;
    const bool turned =
        std::any_of(rotors_.begin(), rotors_.end(), [&l](const Rotor& r) { return r.v == l.v; });
    if (!carries[i] && !turned && !l.driven) ballast_.push_back(place_of(M, l.v, l.v));
  }
}

void TreeInertia::make_stiffness_pattern(Shape& shape, const LoopRows& rows,
                                         const ForceElements& elements) {
  const Entries inertia = batches_.entries();
  M_place_ = places_in(*shape.M, inertia);
  linear::SharedPattern K = shape.M;
  K_rest_.clear();
  if (mass_pattern_->full) {
    K_place_ = M_place_;
  } else {
    Entries all = inertia;
    rows.add_stiffness_entries(all);
    elements.add_stiffness_entries(all);
    K = pattern_for(shape.nv, shape.nv, all);
    if (K->full)  // `inertia` contains the whole diagonal
      shape.structure = linear::pattern_of(shape.nv, shape.nv, all);
    K_place_ = places_in(*K, inertia);
    K_rest_ = places_in(*K, all);
    List<int> set = K_place_;
    sort_unique(K_rest_);
    sort_unique(set);
    std::erase_if(K_rest_, [&](int i) { return std::binary_search(set.begin(), set.end(), i); });
  }
  shape.K = shape.C = shape.K_lambda = shape.K_full = K;
  same_places_ = M_place_ == K_place_;
}

void TreeInertia::mass(const Point& p, linear::Patterned& M, TreeWork& w) const noexcept {
  const double* points = batches_.points_at(p.q.data(), w.batches);
  if (mass_pattern_->full == M.pattern().full) {
    recursions_.mass_matrix(p.q.data(), M, *w.recursions, points);
  } else {
    recursions_.mass_matrix(p.q.data(), w.mass, *w.recursions, points);
    for (int i = 0; i < mass_place_.count(); ++i) M.values()[mass_place_[i]] = w.mass.values()[i];
  }
  for (int place : ballast_) M.values()[place] += ballast;
  for (const Rotor& r : rotors_) M.values()[r.place] += r.inertia;
}

void TreeInertia::evaluate(const Point& p, Need need, Terms& out, linear::Patterned* K,
                           const ForceElements& elements, TreeWork& w) const noexcept {
  const Vec3& g = tree_.model.gravity;
  BatchedTree::Wanted want{};
  want.M_place = M_place_.data(), want.K_place = K_place_.data();
  want.gx = g[0], want.gy = g[1], want.gz = g[2];
  if (need & Term::M) want.M = out.M.values().data();
  if (need & Term::f) want.f = out.f.data();
  if (K) want.K = K->values().data();
  if (need & Term::C) want.C = out.C.values().data();
  want.together = want.M && want.K && want.C && same_places_;
  batches_.begin(p.v.data(), want, w.batches);
  elements.load_body_forces(batches_, want, p, need, out, w);
  batches_.gather(want, w.batches);
  for (double* values : {want.K, want.C})
    if (values)
      for (int place : K_rest_) values[place] = 0;
  if (need & Term::M) {
    for (int place : ballast_) out.M.values()[place] += ballast;
    for (const Rotor& r : rotors_) out.M.values()[r.place] += r.inertia;
  }
  if ((need & Term::f) && (want.K || want.C))  // explicit_only forces were not put into batches_
    elements.add_explicit_body_forces(p, out.f, w);
}

void TreeInertia::acceleration(const Point& p, const Vector& tau, Vector& a,
                               TreeWork& w) const noexcept {
  if (!recursions_.forward_dynamics(p.q.data(), p.v.data(), tau.data(), nullptr,
                                    tree_.model.gravity, a.data(), *w.recursions))
    a.setConstant(std::numeric_limits<double>::quiet_NaN());
}

void TreeInertia::balance(const Point& p, const Vector& a, const Vector& tau, Vector& r,
                          TreeWork& w) const noexcept {
  recursions_.inverse_dynamics(p.q.data(), p.v.data(), a.data(), nullptr, tree_.model.gravity,
                               r.data(), *w.recursions);
  for (Index i = 0; i < r.size(); ++i) r[i] -= tau[i];
}

void TreeInertia::balance_by_batches(const Point& p, Vector& tau, Vector& r,
                                     TreeWork& w) const noexcept {
  const Vec3& g = tree_.model.gravity;
  BatchedTree::Wanted want{};
  want.gx = g[0], want.gy = g[1], want.gz = g[2];
  want.f = r.data();
  batches_.begin(p.v.data(), want, w.batches);
  batches_.project(w.wrench.data(), true, tau, w.batches);
  for (Index i = 0; i < r.size(); ++i) r[i] = -tau[i];
}

}  // namespace takt::mechanism
