#include "takt/mechanism/tree/tree_mechanism.hpp"

#include <algorithm>

#include "takt/eom/evaluator.hpp"
#include "takt/mechanism/modules.hpp"
#include "takt/mechanism/tree/memory_needed.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

TreeMechanism::TreeMechanism(std::shared_ptr<const Model> model)
    : Mechanism(std::move(model)), tree_(*model_), rows_((require_memory_of(tree_.tree), tree_)),
      elements_(tree_, rows_, first_state_), inertia_(tree_, elements_), abrupt_(tree_, inertia_) {
  describe();
  make_patterns();
  find_idle_rows();
  if (rows_.any_idle()) make_patterns();  // again, without the idle rows
  find_modules();
}

void TreeMechanism::describe() {
  shape_.coordinates = "joint";
  shape_.nq = tree_.tree.nq;
  shape_.nv = tree_.tree.nv;
  shape_.ng = static_cast<Index>(rows_.names().size());
  shape_.row_level = rows_.levels();
  shape_.plain_coordinates = std::none_of(tree_.links().begin(), tree_.links().end(),
                                          [](const Link& l) { return has_quaternion(l.kind); });
  shape_.analytic = all_terms;
  if (!rows_.wheel_rails().empty()) shape_.analytic.bits &= ~Need(Term::lambda_t).bits;
  names_.q = tree_.q_names;
  names_.v = tree_.v_names;
  names_.q_units = tree_.q_units;
  names_.v_units = tree_.v_units;
  names_.rows = rows_.names();
  row_forces_ = rows_.forces();
  find_row_outputs();
  for (int i = 0; i < model_->forces.count(); ++i)
    for (const WheelRailRow& c : rows_.wheel_rails())
      if (c.constraint == model_->forces[i].wheel_rail) multiplier_[i] = c.row;
}

void TreeMechanism::make_patterns() {
  inertia_.make_patterns(shape_, rows_, elements_);
  rows_.find_places(shape_, inertia_.batches());
  elements_.find_places(shape_);
  abrupt_.find_places(shape_);
}

// Notes the size of every row at some random states; the loops need not be closed there.
void TreeMechanism::find_idle_rows() {
  if (rows_.blocks().empty()) return;
  const auto scratch = make_scratch();
  const State s = initial();
  Terms t = make_terms(shape_);
  const Excitation u{Vector::Zero(shape_.nu), Vector::Zero(shape_.nu), Vector::Zero(shape_.nu)};
  Vector largest = Vector::Zero(shape_.ng), dq(shape_.nv), q(shape_.nq);
  std::uint32_t random = 1;
  for (int k = 0; k < 4; ++k) {
    for (Index i = 0; i < dq.size(); ++i) {
      random = random * 1664525u + 1013904223u;
      dq[i] = static_cast<double>(random >> 8) / (1u << 23) - 1;
    }
    retract(s.q, dq, q);
    evaluate({q, s.v, s.a, s.lambda, s.z, u}, Term::g | Term::G, t, *scratch);
    rows_.note_size(t, largest);
  }
  rows_.leave_out(largest);
}

void TreeMechanism::find_modules() {
  const List<int> module = modules_of(*model_);
  if (module.empty()) return;
  shape_.module.assign(shape_.nv, 0);
  for (int b = 1; b < tree_.topology.to.count(); ++b) {
    const int joint = tree_.topology.to[b].joint;
    if (joint < 0) continue;
    const auto motions = motions_of(model_->joints[joint]);
    for (int k = 0; k < tree_.places[joint].count(); ++k)
      for (int i = 0; i < element::velocities_of(motions[k].kind); ++i)
        shape_.module[tree_.places[joint][k].v + i] = module[b];
  }
}

std::unique_ptr<Scratch> TreeMechanism::make_scratch() const {
  return std::make_unique<TreeWork>(tree_, rows_, elements_, inertia_, shape_);
}

void TreeMechanism::evaluate(const Point& p, Need need, Terms& out,
                             Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const auto any = [&need](Need some) { return (need.bits & some.bits) != 0; };
  const Need rows =
      Term::g | Term::G | Term::gI | Term::gamma | Term::Gv_q | Term::K_lambda | Term::K_lambda_v;
  const Need inertia = Term::f | Term::K | Term::C | Term::K_v;
  const Need states = Term::e | Term::e_qvz | Term::f_z | Term::f_t;
  const Need rates = inertia | Term::gamma | Term::Gv_q | Term::e_qvz | Term::f_z;
  if (need & Term::K_lambda) out.K_lambda.set_zero();
  if (need & Term::K_lambda_v) out.K_lambda_v.setZero();
  if (need & Term::lambda_t) out.lambda_t.setZero();  // of wheels on rails: by differences
  if ((need & Term::f_lambda) && shape_.loaded()) elements_.by_multiplier(p, out.f_lambda, w);
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
  // Inertia and offset rows use the batches only; elements and all other rows need the WorldMotion.
  const bool elements = any(inertia | states) && !elements_.empty();
  const bool world = elements || (any(rows) && !rows_.by_batches(need));
  inertia_.batches().motions(p.q.data(), p.v.data(), nullptr, any(rates),
                             {world, elements || (world && any(rates))}, w.world, w.batches);
  linear::Patterned* K = (need & Term::K) ? &out.K : (need & Term::K_v) ? &w.K : nullptr;
  if (any(inertia)) inertia_.evaluate(p, need, out, K, elements_, w);
  if (any(rows)) rows_.evaluate(p, need, out, inertia_.batches(), w);
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
  inertia_.batches().motions(p.q.data(), p.v.data(), p.a.data(), true, {}, w.world, w.batches);
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

void TreeMechanism::acceleration(const Point& p, const Vector& extra, Vector& a,
                                 Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  copy(extra, w.tau);
  if (!elements_.empty()) {
    add_forces(p, nullptr, w.tau, w);
    if (elements_.any_wrenches())
      inertia_.batches().project(w.wrench.data(), false, w.tau, w.batches);
  }
  inertia_.acceleration(p, w.tau, a, w);
}

void TreeMechanism::balance(const Point& p, const Vector& a, const Vector& extra, Vector& r,
                            Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  copy(extra, w.tau);
  if (inertia_.balances_by_batches()) {
    add_forces(p, a.data(), w.tau, w);
    inertia_.balance_by_batches(p, w.tau, r, w);
    return;
  }
  if (!elements_.empty()) {
    add_forces(p, nullptr, w.tau, w);
    if (elements_.any_wrenches())
      inertia_.batches().project(w.wrench.data(), false, w.tau, w.batches);
  }
  inertia_.balance(p, a, w.tau, r, w);
}

std::shared_ptr<const Mechanism> compile_tree(std::shared_ptr<const Model> model) {
  return std::make_shared<const TreeMechanism>(std::move(model));
}

}  // namespace takt::mechanism
