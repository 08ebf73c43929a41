#include "takt/mechanism/tree/tree_mechanism.hpp"

#include <algorithm>

#include "takt/linear/entries.hpp"
#include "takt/mechanism/modules.hpp"
#include "takt/mechanism/tree/memory_needed.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

// Small or mostly filled matrices are stored dense, because this is faster to factorise
// (bench/linear).
linear::SharedPattern pattern_for(Index rows, Index cols,
                                  std::vector<std::pair<int, int>> entries) {
  linear::SharedPattern p = linear::pattern_of(rows, cols, std::move(entries));
  const bool small = cols <= 32;
  return small || p->full || p->size() > 0.6 * static_cast<double>(rows * cols)
             ? linear::full_pattern(rows, cols)
             : p;
}

std::vector<int> places_in(const linear::Pattern& p, const std::vector<std::pair<int, int>>& of) {
  std::vector<int> places;
  places.reserve(of.size());
  for (const auto& [row, col] : of) places.push_back(linear::place_of(p, row, col));
  return places;
}

// A driven coordinate that moves nothing with mass (a massless rack) needs some inertia for M to be
// regular. Its motion is prescribed, so the value changes only the multiplier of its own row.
constexpr double ballast = 1;  // kg or kg m^2: close to other inertias, for the conditioning

using Entries = std::vector<std::pair<int, int>>;

Entries pairs_of(const std::vector<int>& columns) {  // column by column
  Entries e;
  for (int k : columns)
    for (int j : columns) e.emplace_back(j, k);
  return e;
}
Entries pairs_of(const Ends& ends) {
  std::vector<int> columns;
  for (const Ends::Column& c : ends.columns) columns.push_back(c.column);
  return pairs_of(columns);
}
std::vector<int> columns_of(const ContactRow& c) { return {c.v.begin(), c.v.end()}; }

}  // namespace

TreeMechanism::Work::Work(const TreeMechanism& m)
    : world(m.tree_.tree, m.groups_), batches(m.batches_), K(m.shape_.K),
      recursions(m.recursions_.make_workspace()), tau(Vector::Zero(m.shape_.nv)),
      mass(m.mass_pattern_), body_wrench(m.model_->bodies.size()) {
  bodies.resize(m.model_->bodies.size());
  wrenches.resize(m.model_->joints.size());
  Index most = 1;
  for (const LawElement& e : m.laws_) most = std::max(most, static_cast<Index>(e.columns.size()));
  G = Gd = Matrix::Zero(element::law_measures, most);
  by_q.resize(at(most));
  by_v.resize(at(most));
  for (const RowBlock& b : m.blocks_)
    most = std::max(most, static_cast<Index>(b.ends.columns.size()));
  most_columns = static_cast<std::size_t>(most);
  wrench.resize(6 * (m.groups_.all.size() + 1));
  tracks.resize(at(m.tracks_));
  line_columns.resize(element::law_measures * most_columns);
}

TreeMechanism::TreeMechanism(std::shared_ptr<const Model> model)
    : Mechanism(std::move(model)), topology_(find_topology(*model_)),
      tree_(build_tree(*model_, topology_)), groups_(tree_.tree), recursions_(tree_.tree) {
  require_memory_of(tree_.tree);
  shape_.coordinates = "joint";
  shape_.nq = tree_.tree.nq;
  shape_.nv = tree_.tree.nv;
  shape_.plain_coordinates =
      std::none_of(tree_.tree.links.begin(), tree_.tree.links.end(),
                   [](const Link& l) { return l.kind == LinkKind::Q || l.kind == LinkKind::Free; });
  names_.q = tree_.q_names;
  names_.v = tree_.v_names;
  names_.q_units = tree_.q_units;
  names_.v_units = tree_.v_units;
  add_rows();
  find_row_forces();
  add_forces();
  find_abrupt();
  std::vector<int> loads;
  for (const BodyElement& e : body_forces_) loads.push_back(e.group);
  batches_ = BatchedTree(tree_.tree, groups_, loads);
  for (const LawElement& e : laws_) {
    columns_ |= !e.bushing && !e.coordinates;
    if (e.bushing)
      loads.insert(loads.end(), e.measures[0].ends.group, e.measures[0].ends.group + 2);
  }
  for (const Force& f : model_->forces) some_explicit_ |= f.explicit_only;
  batches_.feel(loads);
  wrenches_ = !loads.empty();
  by_batches_ = !laws_.empty() && batches_.filling() >= 2;
  sort_rows();
  make_patterns();
  find_idle_rows();
  if (!idle_rows_.empty()) make_patterns();  // again, without the idle rows
  shape_.analytic = all_terms;
  if (!contacts_.empty()) shape_.analytic.bits &= ~Need(Term::lambda_t).bits;
  if (const std::vector<int> module = modules_of(*model_); !module.empty()) {
    shape_.module.assign(at(shape_.nv), 0);
    for (std::size_t b = 1; b < topology_.to.size(); ++b) {
      const int joint = topology_.to[b].joint;
      if (joint < 0) continue;
      const auto motions = motions_of(model_->joints[at(joint)]);
      for (std::size_t k = 0; k < motions.size(); ++k)
        for (int i = 0; i < element::velocities_of(motions[k].kind); ++i)
          shape_.module[at(tree_.places[at(joint)][k].v + i)] = module[b];
    }
  }
}

void TreeMechanism::make_patterns() {
  const Index n = shape_.nv;
  mass_pattern_ = mass_pattern(tree_.tree);
  // For a long chain every matrix is full; then we do not list its entries one by one.
  const bool full = mass_pattern_->full;
  mass_place_.clear();
  if (full) {
    shape_.M = linear::full_pattern(n, n);
  } else {
    Entries mass;
    linear::each_entry(*mass_pattern_, [&](int i, int k, int) { mass.emplace_back(i, k); });
    shape_.M = pattern_for(n, n, mass);
    mass_place_ = places_in(*shape_.M, mass);
  }

  ballast_.clear();
  std::vector<bool> carries(tree_.tree.links.size());
  for (std::size_t i = tree_.tree.links.size(); i-- > 0;) {
    const Link& l = tree_.tree.links[i];
    carries[i] = carries[i] || l.inertia.m != 0 || !l.inertia.I.isZero(0);
    if (carries[i] && l.parent >= 0) carries[at(l.parent)] = true;
    if (!carries[i]) ballast_.push_back(linear::place_of(*shape_.M, l.v, l.v));
  }

  // One pattern for K, C, K_lambda and K_full, because they are added up later.
  const Entries inertia = batches_.entries();
  M_place_ = places_in(*shape_.M, inertia);
  linear::SharedPattern K = shape_.M;
  K_rest_.clear();
  if (full) {
    K_place_ = M_place_;
  } else {
    Entries all = inertia;
    const auto add = [&](const Entries& e) { all.insert(all.end(), e.begin(), e.end()); };
    for (const RowBlock& b : blocks_) add(pairs_of(b.ends));
    for (const LawElement& e : laws_) add(pairs_of(e.columns));
    for (const BodyElement& e : body_forces_) add(pairs_of(e.columns));
    for (const ContactRow& c : contacts_) add(pairs_of(columns_of(c)));
    K = pattern_for(n, n, all);
    if (K->full)
      shape_.structure = linear::pattern_of(n, n, all);  // `inertia` contains the whole diagonal
    K_place_ = places_in(*K, inertia);
    K_rest_ = places_in(*K, all);
    std::vector<int> set = K_place_;
    for (auto* x : {&K_rest_, &set}) {
      std::sort(x->begin(), x->end());
      x->erase(std::unique(x->begin(), x->end()), x->end());
    }
    std::erase_if(K_rest_, [&](int i) { return std::binary_search(set.begin(), set.end(), i); });
  }
  shape_.K = shape_.C = shape_.K_lambda = shape_.K_full = K;
  same_places_ = M_place_ == K_place_;
  for (RowBlock& b : blocks_) b.K_place = places_in(*K, pairs_of(b.ends));
  for (LawElement& e : laws_) {
    e.K_place = places_in(*K, pairs_of(e.columns));
    for (LawMeasure& m : e.measures) m.K_place = places_in(*K, pairs_of(m.ends));
  }
  for (BodyElement& e : body_forces_) e.K_place = places_in(*K, pairs_of(e.columns));
  for (ContactRow& c : contacts_) c.K_place = places_in(*K, pairs_of(columns_of(c)));

  Entries rows;
  const auto idle = [](const RowBlock& b, int r) { return !b.rolling && b.rows[at(r)].idle; };
  for (const RowBlock& b : blocks_)
    for (int r = 0; r < b.count; ++r)
      for (const Ends::Column& c : b.ends.columns)
        if (!idle(b, r)) rows.emplace_back(b.first + r, c.column);
  for (const CoordinateRow& c : coordinate_rows_)
    for (const auto& part : c.parts) rows.emplace_back(c.row, part.v);
  for (const ContactRow& c : contacts_)
    for (int v : c.v) rows.emplace_back(c.row, v);
  shape_.G = shape_.Gv_q = pattern_for(shape_.ng, n, rows);
  if (shape_.G->full) shape_.G_structure = linear::pattern_of(shape_.ng, n, rows);
  std::size_t k = 0;
  const std::vector<int> G_places = places_in(*shape_.G, rows);
  for (RowBlock& b : blocks_) {
    b.G_place.clear();
    for (int r = 0; r < b.count; ++r)
      for (std::size_t c = 0; c < b.ends.columns.size(); ++c)
        b.G_place.push_back(idle(b, r) ? -1 : G_places[k++]);
  }
  for (CoordinateRow& c : coordinate_rows_)
    for (auto& part : c.parts) part.G_place = G_places[k++];
  for (ContactRow& c : contacts_)
    for (int& place : c.G_place) place = G_places[k++];
  make_offset_rows();
  if (!contacts_.empty()) {
    Entries loaded;
    const auto of = [](const LawElement& e) {
      Entries own;
      for (int c : e.columns)
        if (e.multiplier >= 0) own.emplace_back(c, e.multiplier);
      return own;
    };
    for (const LawElement& e : laws_)
      for (const auto& entry : of(e)) loaded.push_back(entry);
    shape_.f_lambda = linear::pattern_of(n, shape_.ng, loaded);
    for (LawElement& e : laws_) e.by_multiplier = places_in(*shape_.f_lambda, of(e));
  }

  if (shape_.nz == 0) return;
  Entries fz, eq;
  const auto each = [&](auto&& visit) {
    for (LawElement& e : laws_) visit(e, model_->forces[at(e.force)].law->states());
    for (BodyElement& e : body_forces_) visit(e, model_->forces[at(e.force)].body_force->states());
  };
  const auto of = [](const auto& e, int states, Entries& f, Entries& q) {
    for (int z = 0; z < states; ++z)
      for (int c : e.columns) f.emplace_back(c, e.z + z);
    for (int c : e.columns)
      for (int z = 0; z < states; ++z) q.emplace_back(e.z + z, c);
  };
  each([&](auto& e, int states) { of(e, states, fz, eq); });
  shape_.f_z = linear::pattern_of(n, shape_.nz, fz);
  shape_.e_q = shape_.e_v = linear::pattern_of(shape_.nz, n, eq);
  shape_.e_z = linear::full_pattern(shape_.nz, shape_.nz);
  each([&](auto& e, int states) {
    Entries f, q;
    of(e, states, f, q);
    e.fz_place = places_in(*shape_.f_z, f);
    e.eq_place = places_in(*shape_.e_q, q);
  });
}

std::unique_ptr<Scratch> TreeMechanism::make_scratch() const {
  return std::make_unique<Work>(*this);
}

void TreeMechanism::mass(const Point& p, Terms& out, Work& w) const noexcept {
  if (mass_pattern_->full == shape_.M->full) {
    recursions_.mass_matrix(p.q.data(), out.M, *w.recursions);
  } else {
    recursions_.mass_matrix(p.q.data(), w.mass, *w.recursions);
    for (std::size_t i = 0; i < mass_place_.size(); ++i)
      out.M.values()[mass_place_[i]] = w.mass.values()[static_cast<Index>(i)];
  }
  for (int place : ballast_) out.M.values()[place] += ballast;
}

// Sets M, f, K and C to the terms of inertia and body forces; all other terms are added later. `K`
// may be K_full; then the motions must have been computed with the accelerations.
void TreeMechanism::evaluate_inertia(const Point& p, Need need, Terms& out, linear::Patterned* K,
                                     Work& w) const noexcept {
  const Vec3& g = model_->gravity;
  BatchedTree::Wanted want{};
  want.M_place = M_place_.data(), want.K_place = K_place_.data();
  want.gx = g[0], want.gy = g[1], want.gz = g[2];
  if (need & Term::M) want.M = out.M.values().data();
  if (need & Term::f) want.f = out.f.data();
  if (K) want.K = K->values().data();
  if (need & Term::C) want.C = out.C.values().data();
  want.together = want.M && want.K && want.C && same_places_;
  batches_.begin(p.v.data(), want, w.batches);
  for (const BodyElement& e : body_forces_) evaluate_body_force(e, p, need, out, &want, w);
  batches_.gather(want, w.batches);
  for (double* values : {want.K, want.C})
    if (values)
      for (int place : K_rest_) values[place] = 0;
  if (need & Term::M)
    for (int place : ballast_) out.M.values()[place] += ballast;
  if ((need & Term::f) && (want.K || want.C))  // explicit_only forces were not put into batches_
    for (const BodyElement& e : body_forces_)
      if (model_->forces[at(e.force)].explicit_only) push(e, p, out.f, w);
}

void TreeMechanism::evaluate(const Point& p, Need need, Terms& out,
                             Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  const auto any = [&need](Need some) { return (need.bits & some.bits) != 0; };
  const Need rows =
      Term::g | Term::G | Term::gI | Term::gamma | Term::Gv_q | Term::K_lambda | Term::K_lambda_v;
  const Need inertia = Term::f | Term::K | Term::C | Term::K_v;
  const Need states = Term::e | Term::e_qvz | Term::f_z | Term::f_t;
  const Need rates = inertia | Term::gamma | Term::Gv_q | Term::e_qvz | Term::f_z;
  const auto move = [&](const double* a, bool with_rates, BatchedTree::Shown shown) {
    batches_.motions(p.q.data(), p.v.data(), a, with_rates, shown, w.world, w.batches);
  };
  if (need & Term::K_lambda) out.K_lambda.set_zero();
  if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
  if (need & Term::lambda_t) out.lambda_t.setZero();  // contacts: by differences
  if ((need & Term::f_lambda) && !contacts_.empty()) by_multipliers(p, out.f_lambda, w);
  if (need & Term::K_full) {
    // C does not depend on accelerations, so it can be computed here; but unlike K_full it leaves
    // out explicit_only forces.
    const bool with_C =
        (need & Term::C) && !any(Term::f | Term::K | Term::K_v | states) && !some_explicit_;
    const Need stiff = with_C ? Term::K_full | Term::C : Need(Term::K_full);
    move(p.a.data(), true, {});
    evaluate_inertia(p, stiff, out, &out.K_full, w);
    for (const RowBlock& b : blocks_) evaluate_block(b, p, Term::K_full, out, w);
    for (const LawElement& e : laws_) evaluate_law(e, p, stiff, out, &out.K_full, w);
    evaluate_contacts(p, Term::K_full, out, w);
    need.bits &= ~stiff.bits;
  }
  if ((need & Term::M) && !any(inertia)) mass(p, out, w);
  if (!any(inertia | rows | states)) return;
  // Inertia and offset rows use the batches only; elements and all other rows need the WorldMotion.
  const bool elements = any(inertia | states) && !(laws_.empty() && body_forces_.empty());
  const bool world = elements || (any(rows) && (any(second_order) || !only_offset_rows_));
  move(nullptr, any(rates), {world, elements || (world && any(rates))});
  linear::Patterned* K = (need & Term::K) ? &out.K : (need & Term::K_v) ? &w.K : nullptr;
  if (any(inertia)) evaluate_inertia(p, need, out, K, w);
  if (any(rows)) evaluate_rows(p, need, out, w);
  if (!any(inertia | states)) return;
  if (!any(inertia))
    for (const BodyElement& e : body_forces_) evaluate_body_force(e, p, need, out, nullptr, w);
  for (const LawElement& e : laws_) evaluate_law(e, p, need, out, K, w);
  if (need & Term::f_t) evaluate_by_time(p, out, w);
  if (need & Term::K_v) {
    out.K_v.setZero();
    K->multiply_add(1, p.v, out.K_v);
  }
}

void TreeMechanism::element_forces(const Point& p, const double* a, Vector& f,
                                   Work& w) const noexcept {
  batches_.motions(p.q.data(), p.v.data(), a, a != nullptr, {true, true, columns_}, w.world,
                   w.batches);
  std::fill(w.wrench.begin(), w.wrench.end(), 0.0);
  for (const LawElement& e : laws_) push(e, p, f, w);
  for (const BodyElement& e : body_forces_) load(e, p, w);
}

void TreeMechanism::acceleration(const Point& p, const Vector& extra, Vector& a,
                                 Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  copy(extra, w.tau);
  if (!laws_.empty() || !body_forces_.empty()) {
    element_forces(p, nullptr, w.tau, w);
    if (wrenches_) batches_.project(w.wrench.data(), false, w.tau, w.batches);
  }
  if (!recursions_.forward_dynamics(p.q.data(), p.v.data(), w.tau.data(), nullptr, model_->gravity,
                                    a.data(), *w.recursions))
    a.setConstant(std::numeric_limits<double>::quiet_NaN());
}

void TreeMechanism::balance(const Point& p, const Vector& a, const Vector& extra, Vector& r,
                            Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  copy(extra, w.tau);
  if (by_batches_) {
    const Vec3& g = model_->gravity;
    BatchedTree::Wanted want{};
    want.gx = g[0], want.gy = g[1], want.gz = g[2];
    want.f = r.data();
    element_forces(p, a.data(), w.tau, w);
    batches_.begin(p.v.data(), want, w.batches);
    batches_.project(w.wrench.data(), true, w.tau, w.batches);
    for (Index i = 0; i < shape_.nv; ++i) r[i] = -w.tau[i];
    return;
  }
  if (!laws_.empty() || !body_forces_.empty()) {
    element_forces(p, nullptr, w.tau, w);
    if (wrenches_) batches_.project(w.wrench.data(), false, w.tau, w.batches);
  }
  recursions_.inverse_dynamics(p.q.data(), p.v.data(), a.data(), nullptr, model_->gravity, r.data(),
                               *w.recursions);
  for (Index i = 0; i < shape_.nv; ++i) r[i] -= w.tau[i];
}

std::shared_ptr<const Mechanism> compile_tree(std::shared_ptr<const Model> model) {
  return std::make_shared<const TreeMechanism>(std::move(model));
}

}  // namespace takt::mechanism
