// Wheel-rail contact rows and forces that are functions of joint coordinates, so that no measure
// between two frames is needed; also the forces of laws without their derivatives.
//
// The contact row depends on u only through q_1 + u. With w = (v_1 + u', v_2, ...) and H the second
// derivatives of g by the coordinates: gI = g_1 u', Gv_q = H w, gamma = w' H w + g_1 u''.
#include "takt/base/error.hpp"
#include "takt/element/rail/wheel_rail.hpp"
#include "takt/mechanism/tree/bushing.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

void TreeMechanism::add_contact_row(const Constraint& c, int index) {
  ContactRow row;
  row.constraint = index;
  row.signal = c.driven_by;
  row.row = static_cast<int>(shape_.ng++);
  for (int k = 0; k < 6; ++k) {
    const Place p = place_of(c.joint, k);
    if (p.v < 0)
      throw Error("the joint of the wheelset closes a loop", c.where,
                  "write `cut: false` at joint '" + model_->joints[at(c.joint)].name + "'");
    row.q[at(k)] = p.q;
    row.v[at(k)] = p.v;
  }
  row.track = -1;
  for (const ContactRow& other : contacts_)
    if (other.q[0] == row.q[0] && other.signal == row.signal &&
        model_->constraints[at(other.constraint)].contact->same_track(*c.contact))
      row.track = other.track;
  if (row.track < 0) row.track = tracks_++;
  names_.rows.push_back(c.name);
  shape_.row_level.push_back(RowLevel::position);
  contacts_.push_back(std::move(row));
}

const element::Smooth& TreeMechanism::track_of(const ContactRow& c, const Point& p,
                                               Work& w) const noexcept {
  const element::WheelRail& contact = *model_->constraints[at(c.constraint)].contact;
  Work::Track& track = w.tracks[at(c.track)];
  const double s = contact.along(p.q[c.q[0]], p.u.u[c.signal]);
  if (!(s == track.s)) track = {s, contact.track(s)};
  return track.y;
}

void TreeMechanism::evaluate_contacts(const Point& p, Need need, Terms& out,
                                      Work& w) const noexcept {
  const auto any = [need](Need some) { return (need.bits & some.bits) != 0; };
  const bool stiff = any(Term::K_lambda | Term::K_full),
             curved = stiff || any(second_order | Term::gamma);
  element::WheelRail::Row r;
  for (const ContactRow& c : contacts_) {
    double q[6];
    Vec6 v;
    for (std::size_t k = 0; k < 6; ++k) {
      q[k] = p.q[c.q[k]];
      v[static_cast<Index>(k)] = p.v[c.v[k]];
    }
    const double du = p.u.du[c.signal], lambda = p.lambda[c.row];
    model_->constraints[at(c.constraint)].contact->row(q, track_of(c, p, w), curved, r);
    if (need & Term::g) out.g[c.row] = r.g;
    if (need & Term::gI) out.gI[c.row] = r.G[0] * du;
    if (need & Term::G)
      for (std::size_t k = 0; k < 6; ++k) out.G.values()[c.G_place[k]] = r.G[static_cast<Index>(k)];
    if ((need & Term::gamma) || (need & Term::Gv_q)) {
      Vec6 moved = v;
      moved[0] += du;
      const Vec6 H_w = r.H * moved;
      if (need & Term::gamma) out.gamma[c.row] = moved.dot(H_w) + r.G[0] * p.u.ddu[c.signal];
      if (need & Term::Gv_q)
        for (std::size_t k = 0; k < 6; ++k)
          out.Gv_q.values()[c.G_place[k]] = H_w[static_cast<Index>(k)];
    }
    if (need & Term::K_lambda_v) {
      const Vec6 H_v = r.H * v;
      for (std::size_t k = 0; k < 6; ++k)
        out.K_lambda_v[c.v[k]] += lambda * H_v[static_cast<Index>(k)];
    }
    for (std::size_t k = 0; stiff && k < 36; ++k) {
      if (need & Term::K_lambda) out.K_lambda.values()[c.K_place[k]] += lambda * r.H.data()[k];
      if (need & Term::K_full) out.K_full.values()[c.K_place[k]] += lambda * r.H.data()[k];
    }
  }
}

element::LawIn TreeMechanism::law_in(const LawElement& e, const Point& p, Work& w) const noexcept {
  return {w.s,
          w.ds,
          p.z.data() + e.z,
          w.u,
          w.du,
          e.multiplier < 0 ? 0.0 : p.lambda[e.multiplier],
          e.contact < 0 ? nullptr : &track_of(contacts_[at(e.contact)], p, w)};
}

void TreeMechanism::evaluate_coordinates(const LawElement& e, const Point& p, Need need, Terms& out,
                                         linear::Patterned* K, Work& w) const noexcept {
  const Force& f = model_->forces[at(e.force)];
  if (need & Term::f) push(e, p, out.f, w);
  const bool stiff = !f.explicit_only || (need & Term::K_full);
  if (!stiff || (K == nullptr && !(need & Term::C))) return;
  const std::size_t M = e.measures.size(), U = e.columns.size();
  for (std::size_t m = 0; m < M; ++m) {
    w.s[m] = p.q[e.measures[m].q];
    w.ds[m] = p.v[e.measures[m].v];
  }
  pick_signals(f, p, w);
  f.law->derivatives(law_in(e, p, w), w.law);
  double* const by_q = K == nullptr ? nullptr : K->values().data();
  double* const by_v = (need & Term::C) ? out.C.values().data() : nullptr;
  for (std::size_t n = 0; n < M; ++n)
    for (std::size_t m = 0; m < M; ++m) {
      const int place = e.K_place[at(e.measures[n].local[0]) * U + at(e.measures[m].local[0])];
      if (by_q) by_q[place] -= w.law.Q_s[m][n];
      if (by_v) by_v[place] -= w.law.Q_ds[m][n];
    }
}

void TreeMechanism::by_multipliers(const Point& p, linear::Patterned& f_lambda,
                                   Work& w) const noexcept {
  f_lambda.set_zero();
  for (const LawElement& e : laws_) {
    if (e.multiplier < 0) continue;
    const Force& f = model_->forces[at(e.force)];
    for (std::size_t m = 0; m < e.measures.size(); ++m) {
      w.s[m] = p.q[e.measures[m].q];
      w.ds[m] = p.v[e.measures[m].v];
    }
    pick_signals(f, p, w);
    f.law->derivatives(law_in(e, p, w), w.law);
    for (std::size_t m = 0; m < e.measures.size(); ++m)
      f_lambda.values()[e.by_multiplier[at(e.measures[m].local[0])]] += w.law.Q_lambda[m];
  }
}

void TreeMechanism::push(const LawElement& e, const Point& p, Vector& f, Work& w) const noexcept {
  if (e.bushing) {
    load(e, p, w);
    return;
  }
  const element::Law& law = *model_->forces[at(e.force)].law;
  if (e.coordinates) {
    for (std::size_t m = 0; m < e.measures.size(); ++m) {
      w.s[m] = p.q[e.measures[m].q];
      w.ds[m] = p.v[e.measures[m].v];
    }
    pick_signals(model_->forces[at(e.force)], p, w);
    law.force(law_in(e, p, w), w.law);
    for (std::size_t m = 0; m < e.measures.size(); ++m) f[e.measures[m].v] += w.law.Q[m];
    return;
  }
  law_inputs(e, p, w, false);
  law.force(law_in(e, p, w), w.law);
  for (std::size_t k = 0; k < e.columns.size(); ++k)
    for (int m = 0; m < law.measures(); ++m)
      f[e.columns[k]] += w.law.Q[m] * w.G(m, static_cast<Index>(k));
}

void TreeMechanism::load(const LawElement& e, const Point& p, Work& w) const noexcept {
  const Force& force = model_->forces[at(e.force)];
  Bushing bushing(e.measures[0].ends, w.world, w.s, w.ds);
  pick_signals(force, p, w);
  force.law->force(law_in(e, p, w), w.law);
  bushing.set_force(w.law);
  bushing.load(w.wrench.data());
}

}  // namespace takt::mechanism
