// Motions of bodies and coordinates of joints, from joint coordinates.
#include <cmath>

#include "takt/mechanism/tree/tree_mechanism.hpp"
#include "takt/mechanism/tree/workspace.hpp"

namespace takt::mechanism {
namespace {

// The motion of a massless rod between two joints, from its ends. It does not turn about its own
// axis.
void place_rod(const Model& model, const Topology::Rod& rod, std::span<Motion> bodies) noexcept {
  Motion end[2];
  Vec3 local[2];
  for (int k = 0; k < 2; ++k) {
    const Joint& j = model.joints[rod.joint[k]];
    const bool outboard = j.outboard.body == rod.body;
    const Attachment& far = outboard ? j.inboard : j.outboard;
    end[k] = bodies[far.body].of(far.frame);
    local[k] = (outboard ? j.outboard : j.inboard).frame.p;
  }
  const Vec3 d = end[1].p - end[0].p, dv = end[1].v - end[0].v, da = end[1].dv - end[0].dv;
  const Mat3 drawn = model.bodies[rod.body].design.R;
  const Vec3 from = (drawn * (local[1] - local[0])).normalized(), to = d.normalized();
  const Vec3 axis = rotation::cross(from, to);
  const double c = from.dot(to), s = axis.norm();
  Motion& m = bodies[rod.body];
  m.R = s > 1e-12 ? Mat3(rotation::matrix_of(rotation::exp(std::atan2(s, c) / s * axis)) * drawn)
                  : drawn;
  m.w = rotation::cross(d, dv) / d.squaredNorm();
  m.dw = (rotation::cross(d, da) - 2 * d.dot(dv) * m.w) / d.squaredNorm();
  const Vec3 r = -(m.R * local[0]);
  m.p = end[0].p + r;
  m.v = end[0].v + rotation::cross(m.w, r);
  m.dv = end[0].dv + rotation::cross(m.dw, r) + rotation::cross(m.w, rotation::cross(m.w, r));
}

}  // namespace

Mechanism::Place TreeMechanism::place_of(int joint, int component) const noexcept {
  const JointTree::Place p = tree_.place_of(joint, component);
  return p.q < shape_.nq ? Place{p.q, p.v} : Place{};  // driven: no unknown
}

void TreeMechanism::motions(const Point& p, std::span<Motion> out,
                            Scratch& scratch) const noexcept {
  TreeWork& w = downcast<TreeWork>(scratch);
  motions_of_all(all_of(p, w), out, w);
}

void TreeMechanism::motions_of_all(const Point& p, std::span<Motion> out,
                                   TreeWork& w) const noexcept {
  inertia_.batches().motions(p.q.data(), p.v.data(), p.a.data(), true, {}, w.world, w.batches);
  for (int b = 0; b < tree_.seat.count(); ++b) {
    const Seat& seat = tree_.seat[b];
    Motion& m = out[b];
    m = Motion{};
    if (seat.link < 0) {
      m.R = seat.frame.R;
      m.p = seat.frame.p;
      continue;
    }
    const int g = tree_.groups.of_link[seat.link];
    const Vec6 &V = w.world.twist(g), &A = w.world.acceleration(g);
    const Frame pose = w.world.pose[seat.link] * seat.frame;
    const Vec3& r = pose.p;
    m.R = pose.R;
    m.p = w.world.o + r;
    m.w = V.head<3>();
    m.v = V.tail<3>() + rotation::cross(m.w, r);
    m.dw = A.head<3>();
    m.dv = A.tail<3>() + rotation::cross(m.dw, r) + rotation::cross(m.w, m.v);
  }
  for (const Topology::Rod& rod : tree_.topology.rods) place_rod(*model_, rod, out);
}

Mechanism::CoordinateValue TreeMechanism::coordinate(const Point& p, int joint, int component,
                                                     std::span<const Motion> bodies,
                                                     Scratch& scratch) const noexcept {
  const Place place = place_of(joint, component);
  if (place.q >= 0) return {p.q[place.q], place.v < 0 ? 0.0 : p.v[place.v]};
  if (const int k = tree_.drive_of(joint); k >= 0)
    return {p.u.u[tree_.drives[k].signal], p.u.du[tree_.drives[k].signal]};
  const Joint& j = model_->joints[joint];
  const auto motions = motions_of(j);
  CoordinateValue c;
  if (component >= static_cast<int>(motions.size())) return c;
  const bool slides = motions[component].kind == element::MotionKind::Tz;
  ModelMeasure m;
  m.measure.kind = slides ? element::MeasureKind::along : element::MeasureKind::angle;
  m.measure.a = j.inboard;
  m.measure.b = j.outboard;
  c.q = measure_value(m, p, bodies, scratch, &c.dq);
  return c;
}

}  // namespace takt::mechanism
