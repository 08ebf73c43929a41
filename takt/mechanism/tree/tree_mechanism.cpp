#include "takt/mechanism/tree/tree_mechanism.hpp"

#include <algorithm>

#include "takt/eom/evaluator.hpp"
#include "takt/mechanism/modules.hpp"
#include "takt/mechanism/tree/memory_needed.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

TreeMechanism::TreeMechanism(std::shared_ptr<const Model> model)
    : Mechanism(std::move(model)), tree_(*model_), driven_(tree_),
      rows_((require_memory_of(tree_.tree), tree_)), elements_(tree_, rows_, first_state_),
      inertia_(tree_, elements_), abrupt_(tree_, inertia_, driven_) {
  describe();
  make_patterns();
  find_idle_rows();
  if (rows_.any_idle()) make_patterns();  // again, without the idle rows
  driven_.require_closable(all_, rows_);
  shape_ = driven_.empty() ? all_ : driven_.unknown_of(all_);
  leave_out_explicit_forces();
  abrupt_.find_places(shape_);
  find_modules();
}

void TreeMechanism::describe() {
  shape_.coordinates = "joint";
  shape_.nq = tree_.unknown_q();
  shape_.nv = tree_.unknown_v();
  shape_.ng = static_cast<Index>(rows_.names().size());
  shape_.row_level = rows_.levels();
  shape_.plain_coordinates = std::none_of(tree_.links().begin(), tree_.links().end(),
                                          [](const Link& l) { return has_quaternion(l.kind); });
  shape_.analytic = all_terms;
  if (!rows_.wheel_rails().empty()) shape_.analytic.bits &= ~Need(Term::lambda_t).bits;
  all_ = shape_;
  all_.nq = tree_.tree.nq;
  all_.nv = tree_.tree.nv;
  const auto first = [](const std::vector<std::string>& all, Index n) {
    return std::vector<std::string>(all.begin(), all.begin() + n);
  };
  names_.q = first(tree_.q_names, shape_.nq);
  names_.v = first(tree_.v_names, shape_.nv);
  names_.q_units = first(tree_.q_units, shape_.nq);
  names_.v_units = first(tree_.v_units, shape_.nv);
  names_.rows = rows_.names();
  row_forces_ = rows_.forces();
  for (int k = 0; k < driven_.count(); ++k) {
    const LinksOfModel::Drive& d = tree_.drives[k];
    const auto q = static_cast<std::size_t>(shape_.nq + k);
    const auto v = static_cast<std::size_t>(shape_.nv + k);
    names_.driven.push_back({tree_.q_names[q], tree_.q_units[q], tree_.v_units[v], d.signal});
    row_forces_.push_back({RowForce::Of::joint, d.joint, RowForce::no_row, 1, false, {}, {}});
  }
  find_row_outputs();
  for (int i = 0; i < model_->forces.count(); ++i)
    for (const WheelRailRow& c : rows_.wheel_rails())
      if (c.constraint == model_->forces[i].wheel_rail) multiplier_[i] = c.row;
}

void TreeMechanism::make_patterns() {
  inertia_.make_patterns(all_, rows_, elements_);
  rows_.find_places(all_, inertia_.batches());
  elements_.find_places(all_);
}

// Notes the size of every row at some random states; the loops need not be closed there.
void TreeMechanism::find_idle_rows() {
  if (rows_.blocks().empty()) return;
  const auto scratch = make_scratch();
  const State s = initial();
  Vector start = Vector::Zero(all_.nq);
  start.head(shape_.nq) = s.q;
  const Vector still = Vector::Zero(all_.nv);
  Terms t = make_terms(all_);
  const Excitation u{Vector::Zero(all_.nu), Vector::Zero(all_.nu), Vector::Zero(all_.nu)};
  Vector largest = Vector::Zero(all_.ng), dq(all_.nv), q(all_.nq);
  std::uint32_t random = 1;
  for (int k = 0; k < 4; ++k) {
    for (Index i = 0; i < dq.size(); ++i) {
      random = random * 1664525u + 1013904223u;
      dq[i] = static_cast<double>(random >> 8) / (1u << 23) - 1;
    }
    retract(start, dq, q);
    evaluate_all({q, still, still, s.lambda, s.z, u}, Term::g | Term::G, nullptr, t,
                 downcast<TreeWork>(*scratch));
    rows_.note_size(t, largest);
  }
  rows_.leave_out(largest);
}

// K_full keeps the whole pattern.
void TreeMechanism::leave_out_explicit_forces() {
  if (!elements_.any_explicit_only() || shape_.K->full) return;
  Entries entries = inertia_.batches().entries();
  rows_.add_stiffness_entries(entries);
  elements_.add_entries_in_K(entries);
  List<bool> used(shape_.K->size(), false);
  for (const auto& [row, column] : entries)
    if (row < shape_.nv && column < shape_.nv)
      used[linear::place_of(*shape_.K, row, column)] = true;
  thin_ = {shape_.K, used};
  shape_.K = shape_.C = shape_.K_lambda = thin_.pattern();
}

void TreeMechanism::find_modules() {
  const List<int> module = modules_of(*model_);
  if (module.empty()) return;
  shape_.module.assign(shape_.nv, 0);
  for (int b = 1; b < tree_.topology.to.count(); ++b) {
    const int joint = tree_.topology.to[b].joint;
    if (joint < 0) continue;
    const auto motions = motions_of(model_->joints[joint]);
    for (int k = 0; k < tree_.places[joint].count() && tree_.drive_of(joint) < 0; ++k)
      for (int i = 0; i < element::velocities_of(motions[k].kind); ++i)
        shape_.module[tree_.places[joint][k].v + i] = module[b];
  }
}

std::unique_ptr<Scratch> TreeMechanism::make_scratch() const {
  auto work = std::make_unique<TreeWork>(tree_, rows_, elements_, inertia_, all_, driven_);
  if (thin_.thins())
    work->whole_K = work->whole_C = work->whole_K_lambda = linear::Patterned(shape_.K_full);
  return work;
}

Point TreeMechanism::all_of(const Point& p, TreeWork& w) const noexcept {
  return driven_.empty() ? p : driven_.all(p, w.driven);
}

void TreeMechanism::evaluate(const Point& p, Need need, Terms& out,
                             Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  if (!thin_.thins()) return evaluate_whole(p, need, out, w);
  const bool product = driven_.empty() && (need & Term::K) && (need & Term::K_v);
  {
    const ThinPattern::Widened K(thin_, out.K, w.whole_K, need & Term::K),
        C(thin_, out.C, w.whole_C, need & Term::C),
        K_lambda(thin_, out.K_lambda, w.whole_K_lambda, need & Term::K_lambda);
    evaluate_whole(p, product ? Need(need.bits & ~Need(Term::K_v).bits) : need, out, w);
  }
  if (!product) return;  // of the whole pattern, or of w.K
  out.K_v.setZero();
  out.K.multiply_add(1, p.v, out.K_v);
}

void TreeMechanism::evaluate_whole(const Point& p, Need need, Terms& out,
                                   TreeWork& w) const noexcept {
  if (driven_.empty()) return evaluate_all(p, need, nullptr, out, w);
  evaluate_all(driven_.all(p, w.driven), DrivenCoordinates::needed(need), w.driven.given.data(),
               w.driven.terms, w);
  driven_.take(p, need, w.driven, out);
}

void TreeMechanism::evaluate_all(const Point& p, Need need, const double* given, Terms& out,
                                 TreeWork& w) const noexcept {
  const auto any = [&need](Need some) { return (need.bits & some.bits) != 0; };
  const Need rows =
      Term::g | Term::G | Term::gI | Term::gamma | Term::Gv_q | Term::K_lambda | Term::K_lambda_v;
  const Need inertia = Term::f | Term::K | Term::C | Term::K_v;
  const Need states = Term::e | Term::e_qvz | Term::f_z | Term::f_t;
  const Need rates = inertia | Term::gamma | Term::Gv_q | Term::e_qvz | Term::f_z;
  if (need & Term::K_lambda) out.K_lambda.set_zero();
  if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
  if (need & Term::lambda_t) out.lambda_t.setZero();  // of wheels on rails: by differences
  if ((need & Term::f_lambda) && all_.loaded()) elements_.by_multiplier(p, out.f_lambda, w);
  if (need & Term::K_full) {
    // C does not depend on accelerations, so it can be computed here; but unlike K_full it leaves
    // out explicit_only forces.
    const bool with_C = (need & Term::C) && !any(Term::f | Term::K | Term::K_v | states) &&
                        !elements_.any_explicit_only();
    const Need stiff = with_C ? Term::K_full | Term::C : Need(Term::K_full);
    evaluate_K_full(p, stiff, out, w);
    need.bits &= ~stiff.bits;
  }
  if ((need & Term::M) && !any(inertia)) inertia_.mass(p, out.M, w);
  if (!any(inertia | rows | states)) return;
  if (!any(inertia | states) && !rows_.read_motions()) {
    rows_.evaluate(p, need, given, out, inertia_.batches(), w);
    return;
  }
  // Inertia and offset rows use the batches only; elements and all other rows need the WorldMotion.
  const bool elements = any(inertia | states) && !elements_.empty();
  const bool world = elements || (any(rows) && !rows_.by_batches(need));
  inertia_.batches().motions(
      p.q.data(), p.v.data(), given, any(rates),
      {world, elements || (world && any(rates)), true, any(Term::K | Term::K_v)}, w.world,
      w.batches);
  linear::Patterned* K = (need & Term::K) ? &out.K : (need & Term::K_v) ? &w.K : nullptr;
  if (any(inertia)) inertia_.evaluate(p, need, out, K, elements_, w);
  if (any(rows)) rows_.evaluate(p, need, given, out, inertia_.batches(), w);
  if (!any(inertia | states)) return;
  if (!any(inertia)) elements_.evaluate_body_forces(p, need, out, w);
  elements_.evaluate_elements(p, need, out, K, w);
  if (need & Term::f_t) elements_.by_time(p, out, w);
  if (need & Term::K_v) {
    out.K_v.setZero();
    K->multiply_add(1, p.v, out.K_v);
  }
}

// `stiff`: K_full, and C if it is wanted too.
void TreeMechanism::evaluate_K_full(const Point& p, Need stiff, Terms& out,
                                    TreeWork& w) const noexcept {
  inertia_.batches().motions(p.q.data(), p.v.data(), p.a.data(), true, {true, true, true, true},
                             w.world, w.batches);
  inertia_.evaluate(p, stiff, out, &out.K_full, elements_, w);
  rows_.add_to_K_full(p, out, w);
  elements_.evaluate_elements(p, stiff, out, &out.K_full, w);
}

void TreeMechanism::add_forces(const Point& p, const double* a, Vector& f,
                               TreeWork& w) const noexcept {
  inertia_.batches().motions(p.q.data(), p.v.data(), a, a != nullptr,
                             {true, true, elements_.force_reads_columns()}, w.world, w.batches);
  elements_.add_force(p, f, w);
}

void TreeMechanism::acceleration(const Point& at, const Vector& extra, Vector& a,
                                 Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point p = all_of(at, w);
  add_element_forces(p, extra, w);
  if (driven_.empty()) return inertia_.acceleration(p, w.tau, a, w);
  // The recursions read the acceleration of a driven joint where its force would be.
  for (Index i = a.size(); i < w.tau.size(); ++i) w.tau[i] = w.driven.given[i];
  inertia_.acceleration(p, w.tau, w.driven.a, w);
  for (Index i = 0; i < a.size(); ++i) a[i] = w.driven.a[i];
}

void TreeMechanism::balance(const Point& at, const Vector& a, const Vector& extra, Vector& r,
                            Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point p = all_of({at.q, at.v, a, at.lambda, at.z, at.u}, w);
  Vector& all = driven_.empty() ? r : w.driven.terms.f;
  if (inertia_.balances_by_batches()) {
    put_extra(extra, w);
    add_forces(p, p.a.data(), w.tau, w);
    inertia_.balance_by_batches(p, w.tau, all, w);
  } else {
    add_element_forces(p, extra, w);
    inertia_.balance(p, p.a, w.tau, all, w);
  }
  if (!driven_.empty())
    for (Index i = 0; i < r.size(); ++i) r[i] = all[i];
}

void TreeMechanism::put_extra(const Vector& extra, TreeWork& w) noexcept {
  for (Index i = 0; i < extra.size(); ++i) w.tau[i] = extra[i];
  for (Index i = extra.size(); i < w.tau.size(); ++i) w.tau[i] = 0;
}

void TreeMechanism::add_element_forces(const Point& p, const Vector& extra,
                                       TreeWork& w) const noexcept {
  put_extra(extra, w);
  if (elements_.empty()) return;
  add_forces(p, nullptr, w.tau, w);
  if (elements_.any_wrenches())
    inertia_.batches().project(w.wrench.data(), false, w.tau, w.batches);
}

std::shared_ptr<const Mechanism> compile_tree(std::shared_ptr<const Model> model) {
  return std::make_shared<const TreeMechanism>(std::move(model));
}

}  // namespace takt::mechanism
