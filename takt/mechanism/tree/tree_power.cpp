// Potential energy of gravity and elements, and power of the elements, in joint coordinates.
#include <cmath>

#include "takt/element/force/power.hpp"
#include "takt/mechanism/largest_force.hpp"
#include "takt/mechanism/tree/bushing.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {

// Sets V to the potential of gravity, then calls `law(element, law, its input)` or
// `body(element, force, its input)` for every element.
template <class OfLaw, class OfBody>
void TreeMechanism::visit_elements(const Point& p, Work& w, double& V, OfLaw&& law,
                                   OfBody&& body) const noexcept {
  batches_.motions(p.q.data(), p.v.data(), nullptr, false, {}, w.world, w.batches);
  V = 0;
  for (std::size_t i = 0; i < tree_.tree.links.size(); ++i) {
    const LinkInertia& in = tree_.tree.links[i].inertia;
    const Frame& pose = w.world.pose[i];
    V -= model_->gravity.dot(in.m * (w.world.o + pose.p) + pose.R * in.h);
  }
  for (const LawElement& e : laws_) {
    const Force& f = model_->forces[at(e.force)];
    if (e.bushing) {
      Bushing(e.measures[0].ends, w.world, w.s, w.ds);
      pick_signals(f, p, w);
    } else {
      law_inputs(e, p, w, false);
    }
    law(e, *f.law, law_in(e, p, w));
  }
  for (const BodyElement& e : body_forces_)
    body(e, *model_->forces[at(e.force)].body_force, body_force_input(e, p, w));
}

double TreeMechanism::potential(const Point& p, Scratch& scratch) const noexcept {
  double V = 0;
  visit_elements(
      p, downcast<Work>(scratch), V,
      [&V](const LawElement&, const element::Law& law, const element::LawIn& in) {
        V += law.potential(in);
      },
      [&V](const BodyElement&, const element::BodyForce& force, const element::BodyForceIn& in) {
        V += force.potential(in);
      });
  return V;
}

void TreeMechanism::power(const Point& p, ElementPower& out, Scratch& scratch) const noexcept {
  Work& w = downcast<Work>(scratch);
  out = {};
  double& V = out.potential;
  const auto add = [&out](const element::Power& x) {
    out.inputs += x.inputs;
    out.dissipated += x.dissipated;
  };
  visit_elements(
      p, w, V,
      [&](const LawElement& e, const element::Law& law, const element::LawIn& in) {
        V += law.potential(in);
        law.force(in, w.law);
        for (const int m : e.acts) note_force(out, e.force, m, -w.law.Q[m]);
        add(element::power_of(law, in, w.law));
      },
      [&](const BodyElement& e, const element::BodyForce& force, const element::BodyForceIn& in) {
        V += force.potential(in);
        force.force(in, w.body_force);
        for (int k = 0; k < 6; ++k) note_force(out, e.force, k, w.body_force.wrench[k]);
        add(element::power_of(force, in, w.body_force));
      });
}

}  // namespace takt::mechanism
