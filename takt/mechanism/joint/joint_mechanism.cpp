#include "takt/mechanism/joint/joint_mechanism.hpp"

#include <algorithm>

#include "takt/mechanism/joint/joint_work.hpp"

namespace takt::mechanism {
namespace {

// Small or mostly filled matrices are kept dense: they are factorised faster so (bench/linear).
linear::SharedPattern pattern_for(Index rows, Index cols,
                                  std::vector<std::pair<int, int>> entries) {
  linear::SharedPattern p = linear::pattern_of(rows, cols, std::move(entries));
  const bool small = cols <= 32;
  return small || p->full || p->size() > 0.6 * static_cast<double>(rows * cols)
             ? linear::full_pattern(rows, cols)
             : p;
}

int place_in(const linear::Pattern& p, int row, int col) {
  if (p.full) return static_cast<int>(col * p.rows + row);
  const auto first = p.row.begin() + p.col_start[at(col)];
  const auto last = p.row.begin() + p.col_start[at(col + 1)];
  return static_cast<int>(std::lower_bound(first, last, row) - p.row.begin());
}

std::vector<int> places_in(const linear::Pattern& p, const std::vector<std::pair<int, int>>& of) {
  std::vector<int> places;
  places.reserve(of.size());
  for (const auto& [row, col] : of) places.push_back(place_in(p, row, col));
  return places;
}

// A driven coordinate that moves nothing with mass (a massless rack) needs some inertia for M to be
// regular. Its motion is prescribed, so the value changes only the multiplier of its own row.
constexpr double ballast = 1;  // kg or kg m^2: of the size of other inertias, for the saddle

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

}  // namespace

JointMechanism::Work::Work(const JointMechanism& m)
    : world(m.tree_.tree, m.groups_), derivatives(m.tree_.tree, m.groups_),
      recursions(m.recursions_.make_workspace()), zero(Vector::Zero(m.shape_.nv)),
      tau(Vector::Zero(m.shape_.nv)), mass(m.mass_pattern_), body_wrench(m.model_->bodies.size()) {
  bodies.resize(m.model_->bodies.size());
  wrenches.resize(m.model_->joints.size());
  Index most = 1;
  for (const LawElement& e : m.laws_) most = std::max(most, static_cast<Index>(e.columns.size()));
  G = Gd = QG = Matrix::Zero(element::law_measures, most);
}

JointMechanism::JointMechanism(std::shared_ptr<const Model> model)
    : Mechanism(std::move(model)), topology_(find_topology(*model_)),
      tree_(build_tree(*model_, topology_)), groups_(tree_.tree), recursions_(tree_.tree) {
  shape_.coordinates = "joint";
  shape_.nq = tree_.tree.nq;
  shape_.nv = tree_.tree.nv;
  shape_.plain_coordinates =
      std::none_of(tree_.tree.links.begin(), tree_.tree.links.end(),
                   [](const Link& l) { return l.kind == LinkKind::Q || l.kind == LinkKind::Free; });
  names_.q = tree_.q_names;
  names_.v = tree_.v_names;
  add_rows();
  add_forces();
  make_patterns();
  shape_.analytic = all_terms;
}

void JointMechanism::make_patterns() {
  const Index n = shape_.nv;
  const int nn = static_cast<int>(n);
  mass_pattern_ = mass_pattern(tree_.tree);
  Entries mass;
  for (int k = 0; k < nn; ++k) {
    if (mass_pattern_->full) {
      for (int j = 0; j < nn; ++j) mass.emplace_back(j, k);
      continue;
    }
    for (int i = mass_pattern_->col_start[at(k)]; i < mass_pattern_->col_start[at(k + 1)]; ++i)
      mass.emplace_back(mass_pattern_->row[at(i)], k);
  }
  shape_.M = pattern_for(n, n, mass);
  mass_place_ = places_in(*shape_.M, mass);

  std::vector<bool> carries(tree_.tree.links.size());
  for (std::size_t i = tree_.tree.links.size(); i-- > 0;) {
    const Link& l = tree_.tree.links[i];
    carries[i] = carries[i] || l.inertia.m != 0 || !l.inertia.I.isZero(0);
    if (carries[i] && l.parent >= 0) carries[at(l.parent)] = true;
    if (!carries[i]) ballast_.push_back(place_in(*shape_.M, l.v, l.v));
  }

  // One pattern for K, C, K_lambda and K_full: they are added up anyway.
  Entries inertia, all;
  {
    World w(tree_.tree, groups_);
    for (auto* x : {&w.S, &w.psi, &w.phi, &w.chi}) std::fill(x->begin(), x->end(), Vec6::Zero());
    InertiaDerivatives d(tree_.tree, groups_);
    d.by_position(w, ToPattern{inertia});
  }
  all = inertia;
  const auto add = [&](const Entries& e) { all.insert(all.end(), e.begin(), e.end()); };
  for (const RowBlock& b : blocks_) add(pairs_of(b.ends));
  for (const LawElement& e : laws_) add(pairs_of(e.columns));
  for (const BodyElement& e : body_forces_) add(pairs_of(e.columns));
  const linear::SharedPattern K = pattern_for(n, n, all);
  shape_.K = shape_.C = shape_.K_lambda = shape_.K_full = K;
  inertia_place_ = places_in(*K, inertia);
  for (RowBlock& b : blocks_) b.K_place = places_in(*K, pairs_of(b.ends));
  for (LawElement& e : laws_) {
    e.K_place = places_in(*K, pairs_of(e.columns));
    for (LawMeasure& m : e.measures) m.K_place = places_in(*K, pairs_of(m.ends));
  }
  for (BodyElement& e : body_forces_) e.K_place = places_in(*K, pairs_of(e.columns));

  Entries rows;
  for (const RowBlock& b : blocks_)
    for (int r = 0; r < b.count; ++r)
      for (const Ends::Column& c : b.ends.columns) rows.emplace_back(b.first + r, c.column);
  for (const CoordinateRow& c : coordinate_rows_)
    for (const auto& part : c.parts) rows.emplace_back(c.row, part.v);
  shape_.G = shape_.Gv_q = pattern_for(shape_.ng, n, rows);
  std::size_t k = 0;
  const std::vector<int> G_places = places_in(*shape_.G, rows);
  for (RowBlock& b : blocks_) {
    const std::size_t count = at(b.count) * b.ends.columns.size();
    b.G_place.assign(G_places.begin() + static_cast<std::ptrdiff_t>(k),
                     G_places.begin() + static_cast<std::ptrdiff_t>(k + count));
    k += count;
  }
  for (CoordinateRow& c : coordinate_rows_)
    for (auto& part : c.parts) part.G_place = G_places[k++];

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

std::unique_ptr<Scratch> JointMechanism::make_scratch() const {
  return std::make_unique<Work>(*this);
}

void JointMechanism::mass(const Point& p, Terms& out, Work& w) const noexcept {
  if (mass_pattern_->full == shape_.M->full) {
    recursions_.mass_matrix(p.q.data(), out.M, *w.recursions);
  } else {
    recursions_.mass_matrix(p.q.data(), w.mass, *w.recursions);
    for (std::size_t i = 0; i < mass_place_.size(); ++i)
      out.M.values()[mass_place_[i]] = w.mass.values()[static_cast<Index>(i)];
  }
  for (int place : ballast_) out.M.values()[place] += ballast;
}

void JointMechanism::evaluate_inertia(const Point& p, Need need, Terms& out,
                                      Work& w) const noexcept {
  Vec6 base = Vec6::Zero();
  base.tail<3>() = -model_->gravity;
  const int* place = inertia_place_.data();
  const auto prepare = [&](const double* a) {
    w.world.accelerate(groups_, p.v.data(), a, base);
    w.world.differentiate(groups_, base);
    w.derivatives.gather(w.world);
  };
  if (need & Term::K_full) {
    out.K_full.set_zero();
    prepare(p.a.data());
    w.derivatives.by_position(w.world, ToMatrix{place, out.K_full.values().data()});
  }
  if ((need & Term::K) || (need & Term::K_v) || (need & Term::C)) {
    prepare(nullptr);
    if (need & Term::K) {
      out.K.set_zero();
      w.derivatives.by_position(w.world, ToMatrix{place, out.K.values().data()});
    }
    if (need & Term::K_v) {
      out.K_v.setZero();
      w.derivatives.by_position(w.world, ToProduct{out.K_v.data(), p.v.data()});
    }
    if (need & Term::C) {
      out.C.set_zero();
      w.derivatives.by_velocity(w.world, ToMatrix{place, out.C.values().data()});
    }
  }
}

void JointMechanism::evaluate(const Point& p, Need need, Terms& out,
                              Scratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  if (need & Term::M) mass(p, out, w);
  if (need & Term::f) {
    recursions_.inverse_dynamics(p.q.data(), p.v.data(), w.zero.data(), nullptr, model_->gravity,
                                 w.tau.data(), *w.recursions);
    for (Index i = 0; i < shape_.nv; ++i) out.f[i] = -w.tau[i];
  }
  const Need rows =
      Term::g | Term::G | Term::gI | Term::gamma | Term::Gv_q | Term::K_lambda | Term::K_lambda_v;
  const Need inertia = Term::K | Term::C | Term::K_v | Term::K_full;
  const Need forces = Term::f | Term::e | Term::e_qvz | Term::f_z;
  const bool any_rows = (need.bits & rows.bits) != 0 && shape_.ng > 0;
  const bool any_inertia = (need.bits & inertia.bits) != 0;
  const bool any_forces =
      ((need.bits & forces.bits) != 0 || any_inertia) && !(laws_.empty() && body_forces_.empty());
  if (shape_.ng == 0) {
    if (need & Term::K_lambda) out.K_lambda.set_zero();
    if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
  }
  if (!any_rows && !any_inertia && !any_forces) return;
  w.world.place(tree_.tree, groups_, p.q.data());
  w.world.move(groups_, p.v.data());
  const Need second = Term::gamma | Term::Gv_q | Term::K | Term::C | Term::K_v | Term::K_full |
                      Term::e_qvz | Term::f_z;
  if ((need.bits & second.bits) != 0) {  // values alone need neither accelerations nor psi
    w.world.accelerate(groups_, p.v.data(), nullptr, Vec6::Zero());
    w.world.differentiate(groups_, Vec6::Zero());
  }
  if ((need.bits & rows.bits) != 0 || (need & Term::K_full)) {
    // K_full collects from the inertia, the rows and the elements; the inertia comes first.
    const Need early{need.bits & ~static_cast<std::uint32_t>(Term::K_full)};
    if (any_rows) evaluate_rows(p, early, out, w);
  }
  if (any_inertia) evaluate_inertia(p, need, out, w);
  if ((need & Term::K_full) && shape_.ng > 0)
    for (const RowBlock& b : blocks_) evaluate_block(b, p, Term::K_full, out, w);
  if (any_forces) evaluate_forces(p, need, out, w);
}

void JointMechanism::element_forces(const Point& p, Vector& f, Work& w) const noexcept {
  w.world.place(tree_.tree, groups_, p.q.data());
  w.world.move(groups_, p.v.data());
  for (const LawElement& e : laws_) {
    law_inputs(e, p, w, false);
    const element::Law& law = *model_->forces[at(e.force)].law;
    law.force({w.s, w.ds, p.z.data() + e.z, w.u, w.du}, w.law);
    for (std::size_t k = 0; k < e.columns.size(); ++k)
      for (int m = 0; m < law.measures(); ++m)
        f[e.columns[k]] += w.law.Q[m] * w.G(m, static_cast<Index>(k));
  }
  for (const BodyElement& e : body_forces_) {
    const element::BodyForceIn in = body_force_input(e, p, w);
    model_->forces[at(e.force)].body_force->force(in, w.body_force);
    Vec6 W = w.body_force.wrench;
    W.head<3>() += rotation::cross(in.p - w.world.o, W.tail<3>());
    for (int k : e.columns) f[k] += W.dot(w.world.S[at(k)]);
  }
}

void JointMechanism::acceleration(const Point& p, const Vector& extra, Vector& a,
                                  Scratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  copy(extra, w.tau);
  if (!laws_.empty() || !body_forces_.empty()) element_forces(p, w.tau, w);
  if (!recursions_.forward_dynamics(p.q.data(), p.v.data(), w.tau.data(), nullptr, model_->gravity,
                                    a.data(), *w.recursions))
    a.setConstant(std::numeric_limits<double>::quiet_NaN());
}

void JointMechanism::balance(const Point& p, const Vector& a, const Vector& extra, Vector& r,
                             Scratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  copy(extra, w.tau);
  if (!laws_.empty() || !body_forces_.empty()) element_forces(p, w.tau, w);
  recursions_.inverse_dynamics(p.q.data(), p.v.data(), a.data(), nullptr, model_->gravity, r.data(),
                               *w.recursions);
  for (Index i = 0; i < shape_.nv; ++i) r[i] -= w.tau[i];
}

void JointMechanism::retract(const Vector& q, const Vector& dq, Vector& out) const noexcept {
  if (&out != &q) copy(q, out);
  for (const Link& l : tree_.tree.links) {
    const bool turns = l.kind == LinkKind::Q || l.kind == LinkKind::Free;
    const int plain = l.kind == LinkKind::Q ? 0 : l.kind == LinkKind::Free ? 3 : nv_of(l.kind);
    for (int k = 0; k < plain; ++k) out[l.q + k] += dq[l.v + k];
    if (turns)
      out.segment<4>(l.q + plain) =
          rotation::retract(out.segment<4>(l.q + plain), dq.segment<3>(l.v + plain));
  }
}

void JointMechanism::increment_rate(const Vector& dq, const Vector& v, Vector& out) const noexcept {
  for (const Link& l : tree_.tree.links) {
    const bool turns = l.kind == LinkKind::Q || l.kind == LinkKind::Free;
    const int plain = l.kind == LinkKind::Q ? 0 : l.kind == LinkKind::Free ? 3 : nv_of(l.kind);
    for (int k = 0; k < plain; ++k) out[l.v + k] = v[l.v + k];
    if (turns)
      out.segment<3>(l.v + plain) =
          rotation::dexp_inverse(dq.segment<3>(l.v + plain), v.segment<3>(l.v + plain));
  }
}

void JointMechanism::magnitude(const Vector& q, Vector& out) const noexcept {
  for (const Link& l : tree_.tree.links) {
    const int plain = l.kind == LinkKind::Q ? 0 : l.kind == LinkKind::Free ? 3 : nv_of(l.kind);
    for (int k = 0; k < nv_of(l.kind); ++k) out[l.v + k] = k < plain ? std::abs(q[l.q + k]) : 1.0;
  }
}

std::shared_ptr<const Mechanism> compile_joint(std::shared_ptr<const Model> model) {
  return std::make_shared<const JointMechanism>(std::move(model));
}

}  // namespace takt::mechanism
