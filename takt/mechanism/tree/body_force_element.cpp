#include "takt/mechanism/tree/body_force_element.hpp"

#include <algorithm>

#include "takt/base/simd.hpp"
#include "takt/mechanism/tree/applied_wrenches.hpp"
#include "takt/mechanism/tree/law_measure.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

using PerState = simd::baseline::Two;  // one value for each state of a pair

}  // namespace

BodyForceElement::BodyForceElement(const JointTree& tree, int index, const Force& f,
                                   int first_state)
    : index_(index), z_(first_state), force_(f), link_(tree.link_of(f.on.body)),
      group_(link_ < 0 ? -1 : tree.groups.of_link[link_]), frame_(tree.on_link(f.on)),
      columns_(tree.groups.path(link_)) {}

void BodyForceElement::add_entries(ElementEntries& to) const {
  append(to.K, pairs_of(columns_));
  for (int z = 0; z < force_.body_force->states(); ++z)
    for (int c : columns_) {
      to.f_z.emplace_back(c, z_ + z);
      to.e_q.emplace_back(z_ + z, c);
    }
}

void BodyForceElement::find_places(const Shape& shape) {
  fz_place_.clear();
  eq_place_.clear();
  const int Z = force_.body_force->states();
  for (int z = 0; z < Z; ++z)
    for (int c : columns_) fz_place_.push_back(place_of(*shape.f_z, c, z_ + z));
  for (int c : columns_)
    for (int z = 0; z < Z; ++z) eq_place_.push_back(place_of(*shape.e_q, z_ + z, c));
}

// The arguments of the force; copies its signals to the workspace.
element::BodyForceIn BodyForceElement::inputs(const Point& p, TreeWork& w) const noexcept {
  pick_signals(force_, p, w);
  const Frame pose = pose_of(w.world, link_, frame_);  // from o
  const Vec6& V = w.world.twist(group_);
  const Vec3 velocity = V.tail<3>() + rotation::cross(V.head<3>(), pose.p);
  return {pose.R, pose.p + w.world.o, V.head<3>(), velocity, p.z.data() + z_, w.u, w.du};
}

element::BodyForceIn BodyForceElement::evaluate_force(const Point& p, Need need, bool matrices,
                                                      Terms& out, TreeWork& w) const noexcept {
  const element::BodyForceIn in = inputs(p, w);
  element::BodyForceOut& b = w.body_force;
  const int Z = force_.body_force->states();
  const bool states = Z > 0 && ((need & Term::f_z) || (need & Term::e_qvz));
  if (matrices || states)
    force_.body_force->force_and_derivatives(in, b);
  else
    force_.body_force->force(in, b);
  if (need & Term::e)
    for (int z = 0; z < Z; ++z) out.e[z_ + z] = b.e[z];
  if (states) evaluate_states(need, in, out, w);
  return in;
}

void BodyForceElement::evaluate(const Point& p, Need need, Terms& out, linear::Patterned*,
                                TreeWork& w) const noexcept {
  evaluate_force(p, need, false, out, w);
}

void BodyForceElement::load(int load, const BatchedTree& batches, const BatchedTree::Wanted& want,
                            const Point& p, Need need, Terms& out, TreeWork& w) const noexcept {
  const bool matrices = want.K || want.C;
  const element::BodyForceIn in = evaluate_force(p, need, matrices, out, w);
  const Vec3 r = in.p - w.world.o;
  const bool known = !matrices || !force_.explicit_only || (need & Term::K_full);
  const element::BodyForceOut& b = w.body_force;
  const kernel::Load of{
      b.wrench.data(),  r.data(), in.w.data(), in.v.data(), matrices ? b.by_place.data() : nullptr,
      b.by_twist.data()};
  batches.put(load, known ? &of : nullptr, w.batches);
}

void BodyForceElement::add_to_f(const Point& p, Vector& f, TreeWork& w) const noexcept {
  const element::BodyForceIn in = inputs(p, w);
  force_.body_force->force(in, w.body_force);
  const Vec6 W = about_origin(w.body_force.wrench, in.p - w.world.o);
  for (int k : columns_) f[k] += W.dot(w.world.S(k));
}

void BodyForceElement::add_force(const Point& p, Vector&, TreeWork& w) const noexcept {
  if (group_ < 0) return;
  const element::BodyForceIn in = inputs(p, w);
  force_.body_force->force(in, w.body_force);
  const Vec6 W = about_origin(w.body_force.wrench, in.p - w.world.o);
  for (int k = 0; k < 6; ++k) w.wrench[6 * group_ + k] += W[k];
}

void BodyForceElement::by_time(const Point& p, Terms& out, TreeWork& w) const noexcept {
  if (force_.signals.empty() || force_.explicit_only) return;
  element::BodyForceIn in = inputs(p, w);
  pick_second_derivatives(force_, p, w);
  in.ddu = w.ddu;
  force_.body_force->by_time(in, w.body_force);
  const Vec6 W = about_origin(w.body_force.wrench_t, in.p - w.world.o);
  for (int k : columns_) out.f_t[k] += W.dot(w.world.S(k));
  for (int z = 0; z < force_.body_force->states(); ++z) out.e_t[z_ + z] = w.body_force.e_t[z];
}

void BodyForceElement::visit(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  visitor.body_force(index_, *force_.body_force, inputs(p, w));
}

void BodyForceElement::add_wrenches(const Point& p, AppliedWrenches& to,
                                    TreeWork& w) const noexcept {
  const element::BodyForceIn in = inputs(p, w);
  force_.body_force->force(in, w.body_force);
  to.on(force_.on.body, about_origin(w.body_force.wrench, in.p - w.world.o));
}

void BodyForceElement::evaluate_states(Need need, const element::BodyForceIn& in, Terms& out,
                                       TreeWork& w) const noexcept {
  const int Z = force_.body_force->states();
  for (int first = 0; first < Z; first += 2) evaluate_two_states(first, need, in, out, w);
}

// The derivatives by and of a pair of auxiliary states, for each column of the path:
//
//   f_z = S.by_z,   e_v = S.twist,   e_q = S.place + psi.twist
//
// Column k moves the frame by X S, where X transforms to the point r, and changes its twist by
// X (S x V + psi) + (0, w x (X S)_tail). The factors of S and psi are the same for all columns.
void BodyForceElement::evaluate_two_states(int first, Need need, const element::BodyForceIn& in,
                                           Terms& out, TreeWork& w) const noexcept {
  const element::BodyForceOut& b = w.body_force;
  const Vec3 r = in.p - w.world.o;
  const Vec6& V = w.world.twist(group_);
  const Vec3 w_o = V.head<3>(), v_o = V.tail<3>();
  const int Z = force_.body_force->states(), pair = first / 2, count = std::min(2, Z - first);
  PerState acts_S[6] = {}, place_S[6] = {}, twist_S[6] = {};
  for (int z = 0; z < count; ++z) {
    const Vec6 twist = b.e_twist[pair].row(z).transpose();
    Vec6 place = b.e_place[pair].row(z).transpose();
    place.tail<3>() += rotation::cross(twist.tail<3>(), in.w);
    const Vec6 t = about_origin(twist, r);
    Vec6 p_o = about_origin(place, r);
    p_o.head<3>() += rotation::cross(w_o, t.head<3>()) + rotation::cross(v_o, t.tail<3>());
    p_o.tail<3>() += rotation::cross(w_o, t.tail<3>());
    const Vec6 f = about_origin(b.by_z[pair].col(z), r);
    for (int i = 0; i < 6; ++i) {
      acts_S[i][z] = f[i];
      place_S[i][z] = p_o[i];
      twist_S[i][z] = t[i];
    }
  }
  const bool acts = need & Term::f_z, changes = need & Term::e_qvz;
  double *f_z = out.f_z.values().data(), *e_q = out.e_q.values().data();
  double* const e_v = out.e_v.values().data();
  const int n = columns_.count();
  for (int k = 0; k < n; ++k) {
    const double *S = w.world.S(columns_[k]).data(), *psi = w.world.psi(columns_[k]).data();
    PerState f{}, q{}, v{};
#pragma GCC unroll 6
    for (int i = 0; i < 6; ++i) {
      f += S[i] * acts_S[i];
      q += S[i] * place_S[i] + psi[i] * twist_S[i];
      v += S[i] * twist_S[i];
    }
    const auto put = [&](int z, double by_f, double by_q, double by_v) {
      if (acts) f_z[fz_place_[z * n + k]] = by_f;
      if (!changes) return;
      const int to = eq_place_[k * Z + z];
      e_q[to] = by_q;
      e_v[to] = by_v;
    };
    put(first, f[0], q[0], v[0]);
    if (count == 2) put(first + 1, f[1], q[1], v[1]);
  }
  if (changes)
    for (int z = first; z < first + count; ++z)
      for (int y = 0; y < count; ++y) out.e_z.dense()(z_ + z, z_ + first + y) = b.e_z[z][y];
}

}  // namespace takt::mechanism
