// Reactions of joints in joint coordinates: what the bodies need for their motion, less what elements
// and constraint rows apply, is summed from the leaves of the tree to ground.
#include "takt/mechanism/tree/applied_wrenches.hpp"
#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

// The wrench about o that a body needs for its motion: F = d(momentum)/dt - weight.
Vec6 needed_by(const Body& body, const Motion& m, const Vec3& gravity, const Vec3& o) noexcept {
  const Motion c = m.of({Mat3::Identity(), body.centre});
  const Mat3 I = c.R * body.inertia * c.R.transpose();
  const Vec3 F = body.mass * (c.dv - gravity);
  const Vec3 T = I * c.dw + rotation::cross(c.w, I * c.w);
  Vec6 W;
  W << T + rotation::cross(c.p - o, F), F;
  return W;
}

// A wrench about o on the outboard body, at the outboard frame of the joint, in inboard axes.
Vec6 at_joint(const Joint& j, const Vec6& on_outboard, std::span<const Motion> bodies,
              const Vec3& o) noexcept {
  const Motion in = bodies[j.inboard.body].of(j.inboard.frame);
  const Motion out = bodies[j.outboard.body].of(j.outboard.frame);
  const Vec3 F = on_outboard.tail<3>();
  const Vec3 T = on_outboard.head<3>() - rotation::cross(out.p - o, F);
  Vec6 W;
  W << in.R.transpose() * T, in.R.transpose() * F;
  return W;
}

// True if the row of a block belongs to the massless rod.
bool replaces(const RowBlock& b, const Topology::Rod& rod, const JointTree& tree) {
  return b.extra >= 0 && (b.extra == rod.extra || tree.topology.extra[b.extra].name ==
                                                      tree.model.bodies[rod.body].name + ".plane");
}

}  // namespace

void TreeMechanism::reactions(const Point& at, std::span<Vec6> out, std::span<Vec6> constraints,
                              Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  const Point p = all_of(at, w);
  List<Motion>& bodies = w.bodies;
  motions_of_all(p, bodies, w);  // also fills the world
  const Model& model = *model_;
  const Vec3& o = w.world.o;
  for (int b = 0; b < bodies.count(); ++b)
    w.body_wrench[b] = needed_by(model.bodies[b], bodies[b], model.gravity, o);
  AppliedWrenches applied(tree_, bodies, w.world, w.body_wrench);
  elements_.add_wrenches(p, applied, w);
  for (const TreeInertia::Rotor& r : inertia_.rotors())  // takes its share of the motor's torque
    applied.in_joint(r.joint, r.v, -r.inertia * p.a[r.v]);
  for (Vec6& x : out) x.setZero();
  for (Vec6& x : constraints) x.setZero();
  for (const RowBlock& b : rows_.blocks()) {
    Vec6 on[2] = {Vec6::Zero(), Vec6::Zero()};
    for (int r = 0; r < b.count; ++r) {
      b.gradient(r, false, w.world, w.gradient[0]);
      for (int x = 0; x < 2; ++x) on[x] -= p.lambda[b.first + r] * w.gradient[0].Gamma[x];
    }
    if (b.joint >= 0) {
      const Joint& j = model.joints[b.joint];
      out[b.joint] = at_joint(j, on[1], bodies, o);
      applied.on(j.inboard.body, on[0]);
      applied.on(j.outboard.body, on[1]);
    } else {
      const Constraint& c = rows_.constraint_of(b);
      applied.on(c.a.body, on[0]);
      applied.on(c.b.body, on[1]);
      if (b.constraint >= 0) {
        Vec6& W = constraints[b.constraint];
        const Vec3 end = bodies[c.b.body].of(c.b.frame).p - o, F = on[1].tail<3>();
        W << on[1].head<3>() - rotation::cross(end, F), F;
      }
    }
    for (const Topology::Rod& rod : tree_.topology.rods)  // its joints transmit the row forces
      for (int x = 0; x < 2 && replaces(b, rod, tree_); ++x) {
        const Joint& j = model.joints[rod.joint[x]];
        const Vec6 on_outboard = j.outboard.body == rod.body ? Vec6(-on[x]) : on[x];
        // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): it is replaced
        const Vec6 before = out[rod.joint[x]];
        out[rod.joint[x]] = at_joint(j, on_outboard, bodies, o);
        out[rod.joint[x]] += before;
      }
  }
  const List<int>& order = tree_.topology.order;
  for (int k = order.count(); k-- > 1;) {
    const Topology::TreeJoint& to = tree_.topology.to[order[k]];
    const Vec6 carried = w.body_wrench[order[k]];
    out[to.joint] =
        at_joint(model.joints[to.joint], to.reversed ? Vec6(-carried) : carried, bodies, o);
    w.body_wrench[to.parent] += carried;
  }
}

}  // namespace takt::mechanism
