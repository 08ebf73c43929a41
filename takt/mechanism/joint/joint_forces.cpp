// Forces of the elements and their derivatives in joint coordinates.
//
//   f_j = sum_m Q_m G_mj,    -df_j/dq_k = -sum_m (Q_m dG_mj/dq_k + G_mj (Q_s G + Q_ds Gd)_mk)
//
// Terms used: G_mj = ds_m/dq_j, Gd_mk = d(s_m')/dq_k; Q and its derivatives from the law.
#include <algorithm>

#include "takt/base/error.hpp"
#include "takt/mechanism/joint/joint_work.hpp"

namespace takt::mechanism {

using element::MeasureKind;

LawMeasure JointMechanism::law_measure(const ModelMeasure& m, const Force& f) const {
  LawMeasure out;
  const auto between = [&](const Attachment& a, const Attachment& b) {
    out.ends = ends_of(groups_, link_of(a.body), on_link(a), link_of(b.body), on_link(b));
  };
  if (m.joint < 0) {
    out.row = {m.measure.kind, m.measure.i, m.measure.j, m.measure.L, 0, -1, false};
    if (out.row.kind == MeasureKind::difference) out.row.kind = MeasureKind::along;
    between(m.measure.a, m.measure.b);
    return out;
  }
  const Joint& joint = model_->joints[at(m.joint)];
  const auto motions = motions_of(joint);
  const Place p = place_of(m.joint, m.component);
  const bool simple = p.v >= 0 || (p.q < 0 && m.component < static_cast<int>(motions.size()) &&
                                   element::velocities_of(motions[at(m.component)].kind) == 1);
  if (!simple)
    throw Error(
        "force '" + f.name + "' acts on a coordinate that joint '" + joint.name + "' does not have",
        f.where, "name a joint with a simple coordinate: revolute, prismatic, screw");
  if (p.q >= 0) {
    out.q = p.q;
    out.v = p.v;
    out.ends.columns.push_back({p.v, groups_.of_column[at(p.v)], 0});
    return out;
  }
  const element::MotionKind kind = motions[at(m.component)].kind;
  if (kind == element::MotionKind::Tz)
    out.row.kind = MeasureKind::along;
  else if (kind == element::MotionKind::Rz || kind == element::MotionKind::Hz)
    out.row.kind = MeasureKind::angle;
  else
    throw Error("force '" + f.name + "' acts on joint '" + joint.name + "', which closes a loop",
                f.where, "write `cut: false` at joint '" + joint.name + "'");
  out.row.i = 2;
  between(joint.inboard, joint.outboard);
  return out;
}

void JointMechanism::add_forces() {
  for (std::size_t i = 0; i < model_->forces.size(); ++i) {
    const Force& f = model_->forces[i];
    if (f.body_force != nullptr) {
      BodyElement e;
      e.force = static_cast<int>(i);
      e.z = first_state_[i];
      e.link = link_of(f.on.body);
      e.group = e.link < 0 ? -1 : groups_.of_link[at(e.link)];
      e.frame = on_link(f.on);
      e.columns = groups_.path(e.link);
      body_forces_.push_back(std::move(e));
      continue;
    }
    LawElement e;
    e.force = static_cast<int>(i);
    e.z = first_state_[i];
    for (const ModelMeasure& m : f.measures) {
      e.measures.push_back(law_measure(m, f));
      for (const Ends::Column& c : e.measures.back().ends.columns) {
        const auto found = std::find(e.columns.begin(), e.columns.end(), c.column);
        e.measures.back().local.push_back(static_cast<int>(found - e.columns.begin()));
        if (found == e.columns.end()) e.columns.push_back(c.column);
      }
    }
    laws_.push_back(std::move(e));
  }
}

// Measures, rates, G and, with `derivatives`, Gd and the pulls' curvature.
void JointMechanism::law_inputs(const LawElement& e, const Point& p, Work& w,
                                bool derivatives) const noexcept {
  const Force& f = model_->forces[at(e.force)];
  for (std::size_t k = 0; k < f.signals.size(); ++k) {
    w.u[k] = p.u.u[f.signals[k]];
    w.du[k] = p.u.du[f.signals[k]];
  }
  const Index U = static_cast<Index>(e.columns.size());
  for (std::size_t m = 0; m < e.measures.size(); ++m) {
    const LawMeasure& measure = e.measures[m];
    const Index row = static_cast<Index>(m);
    for (Index k = 0; k < U; ++k) w.G(row, k) = w.Gd(row, k) = 0;
    if (measure.q >= 0) {
      w.s[m] = p.q[measure.q];
      w.ds[m] = p.v[measure.v];
      w.G(row, measure.local[0]) = 1;
      continue;
    }
    const MeasureRow& r = measure.row;
    Pull& x = w.pull[m];
    pull(r.kind, r.i, r.j, r.L, pose_of(w.world, measure.ends.link[0], measure.ends.frame[0]),
         pose_of(w.world, measure.ends.link[1], measure.ends.frame[1]), derivatives, x);
    w.s[m] = x.s;
    w.ds[m] = rate_of(measure.ends, w.world, x);
    for (std::size_t k = 0; k < measure.ends.columns.size(); ++k) {
      const Ends::Column& c = measure.ends.columns[k];
      w.G(row, measure.local[k]) += x.Gamma[c.side].dot(w.world.S[at(c.column)]);
      if (derivatives) w.Gd(row, measure.local[k]) += rate_by(measure.ends, w.world, x, c);
    }
  }
}

void JointMechanism::evaluate_law(const LawElement& e, const Point& p, Need need, Terms& out,
                                  Work& w) const noexcept {
  const Force& f = model_->forces[at(e.force)];
  const element::Law& law = *f.law;
  const bool stiff = !f.explicit_only;
  const bool derivatives = (need & Term::K) || (need & Term::C) || (need & Term::K_v) ||
                           (need & Term::K_full) || (need & Term::e_qvz) || (need & Term::f_z);
  law_inputs(e, p, w, derivatives);
  const element::LawIn in{w.s, w.ds, p.z.data() + e.z, w.u, w.du};
  law.force(in, w.law);
  const int M = law.measures(), Z = law.states();
  const int U = static_cast<int>(e.columns.size());
  if (need & Term::f)
    for (int k = 0; k < U; ++k)
      for (int m = 0; m < M; ++m) out.f[e.columns[at(k)]] += w.law.Q[m] * w.G(m, k);
  if (need & Term::e)
    for (int z = 0; z < Z; ++z) out.e[e.z + z] = w.law.e[z];
  if (!derivatives) return;
  law.derivatives(in, w.law);

  const auto stiffness = [&](auto sink_outer, auto sink_of) {
    for (int m = 0; m < M; ++m)
      for (int k = 0; k < U; ++k) {
        double x = 0;
        for (int n = 0; n < M; ++n)
          x += w.law.Q_s[m][n] * w.G(n, k) + w.law.Q_ds[m][n] * w.Gd(n, k);
        w.QG(m, k) = x;
      }
    for (int k = 0; k < U; ++k)
      for (int j = 0; j < U; ++j) {
        double x = 0;
        for (int m = 0; m < M; ++m) x += w.G(m, j) * w.QG(m, k);
        sink_outer(e.columns[at(j)], e.columns[at(k)], -x);
      }
    for (std::size_t m = 0; m < e.measures.size(); ++m)
      if (e.measures[m].q < 0)
        pull_pairs(e.measures[m].ends, w.world, w.pull[m], sink_of(e.measures[m], w.law.Q[m]));
  };
  const auto into = [&](linear::Patterned& A) {
    double* values = A.values().data();
    stiffness(ToMatrix{e.K_place.data(), values}, [=](const LawMeasure& m, double Q) {
      return ToMatrix{m.K_place.data(), values, -Q};
    });
  };
  if ((need & Term::K) && stiff) into(out.K);
  if (need & Term::K_full) into(out.K_full);
  if ((need & Term::K_v) && stiff) {
    double* y = out.K_v.data();
    stiffness(ToProduct{y, p.v.data()}, [&](const LawMeasure&, double Q) {
      return ToProduct{y, p.v.data(), -Q};
    });
  }
  if ((need & Term::C) && stiff) {
    ToMatrix sink{e.K_place.data(), out.C.values().data()};
    for (int k = 0; k < U; ++k)
      for (int j = 0; j < U; ++j) {
        double x = 0;
        for (int m = 0; m < M; ++m)
          for (int n = 0; n < M; ++n) x += w.G(m, j) * w.law.Q_ds[m][n] * w.G(n, k);
        sink(0, 0, -x);
      }
  }
  if (Z == 0) return;
  if (need & Term::f_z) {
    const int* place = e.fz_place.data();
    for (int z = 0; z < Z; ++z)
      for (int k = 0; k < U; ++k) {
        double x = 0;
        for (int m = 0; m < M; ++m) x += w.G(m, k) * w.law.Q_z[m][z];
        out.f_z.values()[*place++] = x;
      }
  }
  if (need & Term::e_qvz) {
    const int* place = e.eq_place.data();
    for (int k = 0; k < U; ++k)
      for (int z = 0; z < Z; ++z) {
        double by_q = 0, by_v = 0;
        for (int m = 0; m < M; ++m) {
          by_q += w.law.e_s[z][m] * w.G(m, k) + w.law.e_ds[z][m] * w.Gd(m, k);
          by_v += w.law.e_ds[z][m] * w.G(m, k);
        }
        out.e_q.values()[*place] = by_q;
        out.e_v.values()[*place++] = by_v;
      }
    for (int z = 0; z < Z; ++z)
      for (int y = 0; y < Z; ++y) out.e_z.dense()(e.z + z, e.z + y) = w.law.e_z[z][y];
  }
}

// What a body force sees; its signals are put into the workspace.
element::BodyForceIn JointMechanism::body_force_input(const BodyElement& e, const Point& p,
                                                      Work& w) const noexcept {
  const Force& f = model_->forces[at(e.force)];
  for (std::size_t k = 0; k < f.signals.size(); ++k) {
    w.u[k] = p.u.u[f.signals[k]];
    w.du[k] = p.u.du[f.signals[k]];
  }
  const Frame pose = pose_of(w.world, e.link, e.frame);  // from o
  const Vec6 V = w.world.twist(e.group);
  const Vec3 velocity = V.tail<3>() + rotation::cross(V.head<3>(), pose.p);
  return {pose.R, pose.p + w.world.o, V.head<3>(), velocity, p.z.data() + e.z, w.u, w.du};
}

void JointMechanism::evaluate_body_force(const BodyElement& e, const Point& p, Need need,
                                         Terms& out, Work& w) const noexcept {
  const Force& f = model_->forces[at(e.force)];
  const element::BodyForceIn in = body_force_input(e, p, w);
  const Vec6 V = w.world.twist(e.group);
  const Vec3 omega = in.w, r = in.p - w.world.o;
  element::BodyForceOut& b = w.body_force;
  f.body_force->force(in, b);
  const int U = static_cast<int>(e.columns.size()), Z = f.body_force->states();
  const Vec3 F = b.wrench.tail<3>();
  Vec6 W;  // about o
  W << b.wrench.head<3>() + rotation::cross(r, F), F;
  if (need & Term::f)
    for (int k : e.columns) out.f[k] += W.dot(w.world.S[at(k)]);
  if (need & Term::e)
    for (int z = 0; z < Z; ++z) out.e[e.z + z] = b.e[z];
  const bool matrices =
      (need & Term::K) || (need & Term::C) || (need & Term::K_v) || (need & Term::K_full);
  if (!matrices && !((Z > 0) && ((need & Term::f_z) || (need & Term::e_qvz)))) return;
  f.body_force->derivatives(in, b);
  // (theta, dp) = P xi; a displaced point moves with w x dp at a fixed twist
  Mat6 P = Mat6::Identity();
  P.bottomLeftCorner<3, 3>() = -rotation::skew(r);
  const Mat6 by_twist = P.transpose() * b.by_twist * P;
  Mat6 place = b.by_place;
  place.rightCols<3>() += b.by_twist.rightCols<3>() * rotation::skew(omega);
  Mat6 by_place = P.transpose() * place * P;
  by_place.topRows<3>() -= rotation::skew(F) * P.bottomRows<3>();  // dp x F

  const auto stiffness = [&](auto sink) {
    for (int k : e.columns) {
      const Vec6& S_k = w.world.S[at(k)];
      const Vec6 turned = by_place * S_k + by_twist * (cross_motion(S_k, V) + w.world.psi[at(k)]);
      const Vec6 carried = turned - cross_force(S_k, W);  // W . (S_k x S_j) = -S_j . (S_k x* W)
      for (int j : e.columns) {
        const bool moves = groups_.of_column[at(k)] <= groups_.of_column[at(j)];
        sink(j, k, -w.world.S[at(j)].dot(moves ? carried : turned));
      }
    }
  };
  const bool stiff = !f.explicit_only;
  if ((need & Term::K) && stiff) stiffness(ToMatrix{e.K_place.data(), out.K.values().data()});
  if (need & Term::K_full) stiffness(ToMatrix{e.K_place.data(), out.K_full.values().data()});
  if ((need & Term::K_v) && stiff) stiffness(ToProduct{out.K_v.data(), p.v.data()});
  if ((need & Term::C) && stiff) {
    ToMatrix sink{e.K_place.data(), out.C.values().data()};
    for (int k : e.columns) {
      const Vec6 turned = by_twist * w.world.S[at(k)];
      for (int j : e.columns) sink(j, k, -w.world.S[at(j)].dot(turned));
    }
  }
  if (Z == 0) return;
  if (need & Term::f_z) {
    const int* to = e.fz_place.data();
    for (int z = 0; z < Z; ++z) {
      const Vec6 by_z = P.transpose() * b.by_z.col(z);
      for (int k = 0; k < U; ++k)
        out.f_z.values()[*to++] = by_z.dot(w.world.S[at(e.columns[at(k)])]);
    }
  }
  if (need & Term::e_qvz) {
    const int* to = e.eq_place.data();
    for (int k : e.columns) {
      const Vec6& S = w.world.S[at(k)];
      const Vec6 moved = P * S;
      Vec6 change = P * (cross_motion(S, V) + w.world.psi[at(k)]);
      change.tail<3>() += rotation::cross(omega, moved.tail<3>());
      for (int z = 0; z < Z; ++z) {
        out.e_q.values()[*to] = b.e_place.row(z).dot(moved) + b.e_twist.row(z).dot(change);
        out.e_v.values()[*to++] = b.e_twist.row(z).dot(moved);
      }
    }
    for (int z = 0; z < Z; ++z)
      for (int y = 0; y < Z; ++y) out.e_z.dense()(e.z + z, e.z + y) = b.e_z[z][y];
  }
}

void JointMechanism::evaluate_forces(const Point& p, Need need, Terms& out,
                                     Work& w) const noexcept {
  for (const LawElement& e : laws_) evaluate_law(e, p, need, out, w);
  for (const BodyElement& e : body_forces_) evaluate_body_force(e, p, need, out, w);
}

double JointMechanism::potential(const Point& p, Scratch& scratch) const noexcept {
  Work& w = static_cast<Work&>(scratch);
  w.world.place(tree_.tree, groups_, p.q.data());
  w.world.move(groups_, p.v.data());
  double E = 0;
  for (std::size_t i = 0; i < tree_.tree.links.size(); ++i) {
    const LinkInertia& in = tree_.tree.links[i].inertia;
    E -= model_->gravity.dot(in.m * w.world.p[i] + w.world.R[i] * in.h);
  }
  for (const LawElement& e : laws_) {
    law_inputs(e, p, w, false);
    E += model_->forces[at(e.force)].law->potential({w.s, w.ds, p.z.data() + e.z, w.u, w.du});
  }
  for (const BodyElement& e : body_forces_) {
    const Force& f = model_->forces[at(e.force)];
    E += f.body_force->potential(body_force_input(e, p, w));
  }
  return E;
}

}  // namespace takt::mechanism
