#include "takt/mechanism/tree/pair_force.hpp"

#include <algorithm>

#include "takt/mechanism/tree/applied_wrenches.hpp"
#include "takt/mechanism/tree/law_measure.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

double sign_of(const Ends::Column& c) noexcept { return c.side == 1 ? 1 : -1; }

}  // namespace

PairForce::PairForce(const JointTree& tree, int index, const Force& f, int first_state)
    : index_(index), z_(first_state), force_(f), ends_(tree.ends(f.from, f.on)) {}

void PairForce::add_entries(ElementEntries& to) const {
  append(to.K, pairs_of(ends_));
  for (int z = 0; z < force_.body_force->states(); ++z)
    for (const Ends::Column& c : ends_.columns) {
      to.f_z.emplace_back(c.column, z_ + z);
      to.e_q.emplace_back(z_ + z, c.column);
    }
}

void PairForce::find_places(const Shape& shape) {
  K_place_ = places_in(*shape.K, pairs_of(ends_));
  fz_place_.clear();
  eq_place_.clear();
  for (int z = 0; z < force_.body_force->states(); ++z)
    for (const Ends::Column& c : ends_.columns) {
      fz_place_.push_back(place_of(*shape.f_z, c.column, z_ + z));
      eq_place_.push_back(place_of(*shape.e_q, z_ + z, c.column));
    }
}

Vec6 PairForce::Seen::in_world(const Vec6& x) const noexcept {
  Vec6 W;
  W << R * x.head<3>(), R * x.tail<3>();
  return about_origin(W, r);
}

PairForce::Seen PairForce::seen(const Point& p, TreeWork& w) const noexcept {
  pick_signals(force_, p, w);
  const auto motion = [&](int side) {
    const Frame pose = pose_of(w.world, ends_.link[side], ends_.frame[side]);
    const Vec6& V = w.world.twist(ends_.group[side]);
    Motion m;
    m.R = pose.R;
    m.p = pose.p;
    m.w = V.head<3>();
    m.v = at_point(V, pose.p);
    return m;
  };
  const Motion a = motion(0), b = motion(1), m = b.seen_from(a);
  return {{m.R, m.p, m.w, m.v, p.z.data() + z_, w.u, w.du}, a.R, b.p, b.w - a.w};
}

Vec6 PairForce::wrench(const Seen& s, TreeWork& w) const noexcept {
  force_.body_force->force(s.in, w.body_force);
  return s.in_world(w.body_force.wrench);
}

void PairForce::evaluate(const Point& p, Need need, Terms& out, linear::Patterned* K,
                         TreeWork& w) const noexcept {
  const Seen s = seen(p, w);
  const Vec6 W = wrench(s, w);
  if (need & Term::f)
    for (const Ends::Column& c : ends_.columns)
      out.f[c.column] += sign_of(c) * W.dot(w.world.S(c.column));
  const int Z = force_.body_force->states();
  if (need & Term::e)
    for (int z = 0; z < Z; ++z) out.e[z_ + z] = w.body_force.e[z];
  const bool stiff = !force_.explicit_only || (need & Term::K_full);
  double* const by_q = stiff && K != nullptr ? K->values().data() : nullptr;
  double* const by_v = stiff && (need & Term::C) ? out.C.values().data() : nullptr;
  const bool states = Z > 0 && ((need & Term::f_z) || (need & Term::e_qvz));
  if (by_q == nullptr && by_v == nullptr && !states) return;
  force_.body_force->derivatives(s.in, w.body_force);
  if (by_q != nullptr || by_v != nullptr) add_stiffness(s, W, by_q, by_v, w);
  if (states) evaluate_states(s, need, out, w);
}

PairForce::Moved PairForce::moved(const Seen& s, const Vec6& displacement,
                                  const Vec6& change) const noexcept {
  const Vec3 shift = at_point(displacement, s.r);
  Moved m;
  m.place << s.R.transpose() * displacement.head<3>(), s.R.transpose() * shift;
  m.twist << s.R.transpose() * change.head<3>(),
      s.R.transpose() * (at_point(change, s.r) + rotation::cross(s.w, shift));
  return m;
}

void PairForce::add_stiffness(const Seen& s, const Vec6& W, double* K, double* C,
                              TreeWork& w) const noexcept {
  const element::BodyForceOut& b = w.body_force;
  const Vec6& V_b = w.world.twist(ends_.group[1]);
  const int n = ends_.columns.count();
  const int* place = K_place_.data();
  for (int k = 0; k < n; ++k, place += n) {
    const Ends::Column& c = ends_.columns[k];
    const Vec6& S = w.world.S(c.column);
    if (K != nullptr) {
      const Moved m = moved(s, S, cross_motion(S, V_b) + w.world.psi(c.column));
      Vec6 L = s.in_world(b.by_place * m.place + b.by_twist * m.twist);
      L.head<3>() += rotation::cross(at_point(S, s.r), W.tail<3>());  // the force moves with b
      const Vec6 turned = cross_force(S, W);
      // dW for a column S_j that q_k does not move, and for one that it moves.
      Vec6 fixed_column = sign_of(c) * L;
      if (c.side == 0) fixed_column += turned;
      const Vec6 moved_column = fixed_column - turned;
      for (int j = 0; j < n; ++j) {
        const Ends::Column& by = ends_.columns[j];
        const bool moves = by.side == c.side && c.group <= by.group;
        K[place[j]] -= sign_of(by) * w.world.S(by.column).dot(moves ? moved_column : fixed_column);
      }
    }
    if (C != nullptr) {
      const Vec6 E = sign_of(c) * s.in_world(b.by_twist * moved(s, S, Vec6::Zero()).place);
      for (int j = 0; j < n; ++j) {
        const Ends::Column& by = ends_.columns[j];
        C[place[j]] -= sign_of(by) * w.world.S(by.column).dot(E);
      }
    }
  }
  if (K != nullptr)
    each_bend(ends_, w.world, [&](int j, int k, const Vec6& bend) {
      K[K_place_[k * n + j]] -= sign_of(ends_.columns[j]) * W.dot(bend);
    });
}

void PairForce::evaluate_states(const Seen& s, Need need, Terms& out, TreeWork& w) const noexcept {
  const element::BodyForceOut& b = w.body_force;
  const Vec6& V_b = w.world.twist(ends_.group[1]);
  const int n = ends_.columns.count(), Z = force_.body_force->states();
  const auto row = [](const Eigen::Matrix<double, 2, 6>& rows, int z, const Vec6& x) {
    return rows.row(z).dot(x);
  };
  for (int k = 0; k < n; ++k) {
    const Ends::Column& c = ends_.columns[k];
    const Vec6& S = w.world.S(c.column);
    const double sign = sign_of(c);
    const Moved m = moved(s, S, cross_motion(S, V_b) + w.world.psi(c.column));
    for (int z = 0; z < Z; ++z) {
      const int at = z * n + k;
      if (need & Term::f_z)
        out.f_z.values()[fz_place_[at]] = sign * S.dot(s.in_world(b.by_z[z / 2].col(z % 2)));
      if (!(need & Term::e_qvz)) continue;
      out.e_q.values()[eq_place_[at]] =
          sign * (row(b.e_place[z / 2], z % 2, m.place) + row(b.e_twist[z / 2], z % 2, m.twist));
      // A unit of q_k' adds to the twist of b what a unit of q_k adds to its place.
      out.e_v.values()[eq_place_[at]] = sign * row(b.e_twist[z / 2], z % 2, m.place);
    }
  }
  if (!(need & Term::e_qvz)) return;
  for (int z = 0; z < Z; ++z)
    for (int y = z / 2 * 2, k = 0; k < 2 && y < Z; ++y, ++k)
      out.e_z.dense()(z_ + z, z_ + y) = b.e_z[z][k];
}

void PairForce::add_force(const Point& p, Vector&, TreeWork& w) const noexcept {
  const Vec6 W = wrench(seen(p, w), w);
  for (int side = 0; side < 2; ++side) {
    const int group = ends_.group[side];
    if (group < 0) continue;
    for (int k = 0; k < 6; ++k) w.wrench[6 * group + k] += side == 1 ? W[k] : -W[k];
  }
}

void PairForce::by_time(const Point& p, Terms& out, TreeWork& w) const noexcept {
  if (force_.signals.empty() || force_.explicit_only) return;
  Seen s = seen(p, w);
  pick_second_derivatives(force_, p, w);
  s.in.ddu = w.ddu;
  force_.body_force->by_time(s.in, w.body_force);
  const Vec6 W = s.in_world(w.body_force.wrench_t);
  for (const Ends::Column& c : ends_.columns)
    out.f_t[c.column] += sign_of(c) * W.dot(w.world.S(c.column));
  for (int z = 0; z < force_.body_force->states(); ++z) out.e_t[z_ + z] = w.body_force.e_t[z];
}

void PairForce::visit(const Point& p, ForceVisitor& visitor, TreeWork& w) const noexcept {
  visitor.body_force(index_, *force_.body_force, seen(p, w).in);
}

void PairForce::add_wrenches(const Point& p, AppliedWrenches& to, TreeWork& w) const noexcept {
  const Vec6 W = wrench(seen(p, w), w);
  to.on(force_.on.body, W);
  to.on(force_.from.body, -W);
}

}  // namespace takt::mechanism
