// The partial derivatives by time of forces and auxiliary states, in joint coordinates:
//
//   f_t = sum_m (Q_u u' + Q_u' u'')_m G_m
//
// Only elements that read signals contribute. Elements marked explicit_only do not: K does not
// contain them, so f_t must not contain them either.
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

void TreeMechanism::evaluate_by_time(const Point& p, Terms& out, Work& w) const noexcept {
  out.f_t.setZero();
  out.e_t.setZero();
  const auto pick_second = [&](const Force& f) {
    for (std::size_t k = 0; k < f.signals.size(); ++k) w.ddu[k] = p.u.ddu[f.signals[k]];
  };
  for (const LawElement& e : laws_) {
    const Force& f = model_->forces[at(e.force)];
    if (f.signals.empty() || f.explicit_only) continue;
    law_inputs(e, p, w, false);
    pick_second(f);
    element::LawIn in = law_in(e, p, w);
    in.ddu = w.ddu;
    f.law->by_time(in, w.law);
    for (int k : e.pushed)
      for (int m : e.acts) out.f_t[e.columns[at(k)]] += w.law.Q_t[m] * w.G(m, k);
    for (int z = 0; z < f.law->states(); ++z) out.e_t[e.z + z] = w.law.e_t[z];
  }
  for (const BodyElement& e : body_forces_) {
    const Force& f = model_->forces[at(e.force)];
    if (f.signals.empty() || f.explicit_only) continue;
    element::BodyForceIn in = body_force_input(e, p, w);
    pick_second(f);
    in.ddu = w.ddu;
    f.body_force->by_time(in, w.body_force);
    const Vec6& wrench = w.body_force.wrench_t;
    Vec6 W = wrench;  // about o
    W.head<3>() += rotation::cross(in.p - w.world.o, wrench.tail<3>());
    for (int k : e.columns) out.f_t[k] += W.dot(w.world.S(k));
    for (int z = 0; z < f.body_force->states(); ++z) out.e_t[e.z + z] = w.body_force.e_t[z];
  }
}

}  // namespace takt::mechanism
