// Potential energy of gravity and elements, and power of elements and drives, in joint coordinates.
#include <cmath>

#include "takt/element/force/power.hpp"
#include "takt/mechanism/largest_force.hpp"
#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

class AddPotentials final : public ForceVisitor {
 public:
  explicit AddPotentials(double& V) : V_(V) {}
  void law(int, const element::Law& law, const element::LawIn& in,
           std::span<const int>) noexcept override {
    V_ += law.potential(in);
  }
  void body_force(int, const element::BodyForce& force,
                  const element::BodyForceIn& in) noexcept override {
    V_ += force.potential(in);
  }

 private:
  double& V_;
};

class AddPowers final : public ForceVisitor {
 public:
  AddPowers(ElementPower& out, TreeWork& w) : out_(out), w_(w) {}
  void law(int index, const element::Law& law, const element::LawIn& in,
           std::span<const int> acts) noexcept override {
    out_.potential += law.potential(in);
    law.force(in, w_.law);
    for (const int m : acts) note_force(out_, index, m, -w_.law.Q[m]);
    add(element::power_of(law, in, w_.law));
  }
  void body_force(int index, const element::BodyForce& force,
                  const element::BodyForceIn& in) noexcept override {
    out_.potential += force.potential(in);
    force.force(in, w_.body_force);
    for (int k = 0; k < 6; ++k) note_force(out_, index, k, w_.body_force.wrench[k]);
    add(element::power_of(force, in, w_.body_force));
  }

 private:
  void add(const element::Power& x) noexcept {
    out_.inputs += x.inputs;
    out_.dissipated += x.dissipated;
  }
  ElementPower& out_;
  TreeWork& w_;
};

}  // namespace

double TreeMechanism::potential_of_gravity(const Point& p, TreeWork& w) const noexcept {
  inertia_.batches().motions(p.q.data(), p.v.data(), nullptr, false, {}, w.world, w.batches);
  double V = 0;
  for (int i = 0; i < tree_.tree.links.count(); ++i) {
    const LinkInertia& in = tree_.tree.links[i].inertia;
    const Frame& pose = w.world.pose[i];
    V -= model_->gravity.dot(in.m * (w.world.o + pose.p) + pose.R * in.h);
  }
  return V;
}

double TreeMechanism::potential(const Point& at, Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point p = all_of(at, w);
  double V = potential_of_gravity(p, w);
  AddPotentials add(V);
  elements_.visit(p, add, w);
  return V;
}

void TreeMechanism::power(const Point& at, ElementPower& out, Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point p = all_of(at, w);
  out = {};
  out.potential = potential_of_gravity(p, w);
  AddPowers add(out, w);
  elements_.visit(p, add, w);
}

double TreeMechanism::kinetic_with_drives(const Point& p, Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point all = driven_.all(p, w.driven);
  motions_of_all(all, w.bodies, w);
  double T = 0;
  for (int b = 1; b < model_->bodies.count(); ++b) {
    const Body& body = model_->bodies[b];
    const Motion c = w.bodies[b].of({Mat3::Identity(), body.centre});
    const Vec3 turning = c.R.transpose() * c.w;
    T += 0.5 * (body.mass * c.v.squaredNorm() + turning.dot(body.inertia * turning));
  }
  for (const TreeInertia::Rotor& r : inertia_.rotors())
    T += 0.5 * r.inertia * all.v[r.v] * all.v[r.v];
  return T;
}

const DrivenCoordinates::Look& TreeMechanism::look_at_drives(const Point& p,
                                                             TreeWork& w) const noexcept {
  const Point all = driven_.all(p, w.driven);
  DrivenCoordinates::Look& look = w.driven.look;
  if (look.is_of(all)) return look;
  evaluate_all(all, Term::f | Term::G, all.a.data(), w.driven.terms, w);
  for (const TreeInertia::Rotor& r : inertia_.rotors())
    w.driven.terms.f[r.v] -= r.inertia * all.a[r.v];
  driven_.look(all, w.driven);
  return look;
}

double TreeMechanism::power_of_drives(const Point& p, Scratch& scratch) const noexcept {
  return driven_.empty() ? 0 : look_at_drives(p, downcast<TreeWork>(scratch)).power;
}

double TreeMechanism::drive_force(int joint, const Point& p, Scratch& scratch) const noexcept {
  const int k = tree_.drive_of(joint);
  return k < 0 ? 0 : look_at_drives(p, downcast<TreeWork>(scratch)).force[k];
}

}  // namespace takt::mechanism
