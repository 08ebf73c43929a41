// Poses, twists and accelerations of bodies from natural coordinates, and coordinates of joints
// from those.
#include <cmath>

#include "takt/mechanism/natural/attitude.hpp"
#include "takt/mechanism/natural/natural_mechanism.hpp"

namespace takt::mechanism::natural {
namespace {

using element::MotionKind;
using rotation::cross;

// The value of a carrier or of a difference of two; for a rate the constants are left out.
Vec3 value(const List<Weighted>& sum, const double* x, bool rate) noexcept {
  Vec3 y = Vec3::Zero();
  for (int k = 0; k < sum.count(); ++k) {
    const Vec3 part = sum[k].at(x) - (rate ? sum[k].constant : Vec3::Zero());
    k == 0 ? y += part : y -= part;
  }
  return y;
}

// The smallest rotation that takes unit vector a to unit vector b.
Mat3 shortest(const Vec3& a, const Vec3& b) noexcept {
  const double c = a.dot(b);
  if (c < -1 + 1e-12) {  // half a turn about any axis normal to a
    const Vec3 n = cross(a, std::abs(a[0]) < 0.5 ? Vec3::UnitX() : Vec3::UnitY()).normalized();
    return 2 * n * n.transpose() - Mat3::Identity();
  }
  const Mat3 V = rotation::skew(cross(a, b));
  return Mat3::Identity() + V + V * V / (1 + c);
}

}  // namespace

void NaturalMechanism::find_poses() {
  const Space space = whole_space(parts_);
  poses_.resize(model_->bodies.size());
  for (int body = 0; body < poses_.count(); ++body) {
    Pose& pose = poses_[body];
    const Part& part = parts_.of(body);
    const Frame in_part = parts_.placed[body], to_body = in_part.inverse();
    if (!part.moves()) {
      pose.fixed.R = in_part.R;
      pose.fixed.p = in_part.p;
      continue;
    }
    if (part.replaced) continue;
    pose.moves = true;
    const Frame design = model_->bodies[part.root].design * in_part;
    pose.R0 = design.R;
    const List<Vec3> directions = part.directions();
    pose.directions = std::min(2, directions.count());
    if (directions.size() == 3) {
      pose.p = {space.weights({body, true, Vec3::Zero(), -1})};
      pose.e1 = {space.weights({body, false, Vec3::UnitX(), -1})};
      pose.e2 = {space.weights({body, false, Vec3::UnitY(), -1})};
      continue;
    }
    const int base = part.base();
    const Slot& origin = part.slots[base];
    pose.p = {space.weights({part.root, true, Vec3::Zero(), base})};
    pose.at = to_body * origin.local;
    Vec3 local[2];
    int n = 0;
    for (int a = 0; a < part.slots.count(); ++a) {
      if (a == base) continue;
      const Slot& s = part.slots[a];
      List<Weighted>& e = n == 0 ? pose.e1 : pose.e2;
      e = {space.weights({part.root, s.point, Vec3::Zero(), a})};
      if (s.point) e.push_back(pose.p.front());
      local[n++] = to_body.R * (s.point ? Vec3(s.local - origin.local) : s.local);
    }
    if (n == 2) pose.axes = Attitude(local[0], local[1]).R;
    if (n == 1) pose.d0 = (design.R * local[0]).normalized();
  }
  for (const MasslessLink& link : sources_.links) {
    Pose& pose = poses_[link.body];
    const Frame& design = model_->bodies[link.body].design;
    pose.moves = true;
    pose.directions = link.has_axis ? 2 : 1;
    pose.p = {space.weights(link.from)};
    pose.e1 = {space.weights(link.to), space.weights(link.from)};
    pose.at = link.local_from;
    pose.R0 = design.R;
    const Vec3 d = link.local_to - link.local_from;
    pose.d0 = (design.R * d).normalized();
    if (link.has_axis) {
      pose.e2 = {space.weights(link.axis)};
      pose.axes = Attitude(d, link.local_axis).R;
    }
  }
}

void NaturalMechanism::motions(const Point& p, std::span<Motion> out, Scratch&) const noexcept {
  const double *q = p.q.data(), *v = p.v.data(), *a = p.a.data();
  for (int b = 0; b < poses_.count(); ++b) {
    const Pose& pose = poses_[b];
    if (!pose.moves) {
      out[b] = pose.fixed;
      continue;
    }
    Motion m;
    m.R = pose.R0;
    const Vec3 e1 = value(pose.e1, q, false), de1 = value(pose.e1, v, true);
    const Vec3 dde1 = value(pose.e1, a, true);
    if (pose.directions == 1) {
      m.R = shortest(pose.d0, e1.normalized()) * pose.R0;
      m.w = cross(e1, de1) / e1.squaredNorm();
      m.dw = cross(e1, dde1) / e1.squaredNorm();
    } else if (pose.directions == 2) {
      const Vec3 e2 = value(pose.e2, q, false), de2 = value(pose.e2, v, true);
      const Attitude attitude(e1, e2);
      m.R = attitude.R * pose.axes.transpose();
      m.w = attitude.rate(de1, de2);
      // e'' = dw x e + w x (w x e) on a rigid body
      const Vec3 c1 = dde1 - cross(m.w, cross(m.w, e1));
      const Vec3 c2 = value(pose.e2, a, true) - cross(m.w, cross(m.w, e2));
      m.dw = attitude.rate(c1, c2);
    }
    m.p = value(pose.p, q, false);
    m.v = value(pose.p, v, true);
    m.dv = value(pose.p, a, true);
    out[b] = m.of({Mat3::Identity(), -pose.at});
  }
}

Mechanism::CoordinateValue NaturalMechanism::coordinate(const Point&, int joint, int component,
                                                        std::span<const Motion> bodies,
                                                        Scratch&) const noexcept {
  const Joint& j = model_->joints[joint];
  const Motion a = bodies[j.inboard.body].of(j.inboard.frame),
               b = bodies[j.outboard.body].of(j.outboard.frame);
  // The outboard frame seen from the inboard one, in the axes of the latter.
  const Mat3 R = a.R.transpose() * b.R;
  const Vec3 d = a.R.transpose() * (b.p - a.p), w = a.R.transpose() * (b.w - a.w),
             v = a.R.transpose() * (b.v - a.v - cross(a.w, b.p - a.p));
  const auto motions = j.cardan && !j.type->cardan.empty() ? j.type->cardan : j.type->tree;
  int left = component, turns = 0;
  for (const element::JointMotion& m : motions)
    turns += m.kind == MotionKind::Rx || m.kind == MotionKind::Ry || m.kind == MotionKind::Rz;
  const CoordinateValue yaw{std::atan2(R(1, 0), R(0, 0)), w[2]};
  for (const element::JointMotion& m : motions) {
    const int n = element::coordinates_of(m.kind);
    if (left >= n) {
      left -= n;
      continue;
    }
    switch (m.kind) {
      case MotionKind::Tx: return {d[0], v[0]};
      case MotionKind::Ty: return {d[1], v[1]};
      case MotionKind::Tz: return {d[2], v[2]};
      case MotionKind::T3: return {d[left], v[left]};
      case MotionKind::Hz: {
        const double L = j.pitch / (2 * M_PI);
        return L == 0 ? yaw : CoordinateValue{d[2] / L, v[2] / L};
      }
      case MotionKind::Q: {  // q' = 1/2 q (x) (0, w in the outboard frame)
        const rotation::Quaternion q = rotation::quaternion_of(R);
        rotation::Quaternion turn;
        turn << 0, R.transpose() * w;
        return {q[left], 0.5 * rotation::product(q, turn)[left]};
      }
      default: break;
    }
    if (turns == 1) return yaw;
    if (turns == 2) {  // Rx(a) Ry(b)
      const double A = std::atan2(R(2, 1), R(1, 1));
      if (m.kind == MotionKind::Rx) return {A, w[0]};
      return {std::atan2(R(0, 2), R(0, 0)), std::cos(A) * w[1] + std::sin(A) * w[2]};
    }
    // Rz(y) Ry(p) Rx(r)
    const double y = yaw.q, pitch = std::atan2(-R(2, 0), std::hypot(R(2, 1), R(2, 2)));
    const double dr = (std::cos(y) * w[0] + std::sin(y) * w[1]) / std::cos(pitch);
    if (m.kind == MotionKind::Rx) return {std::atan2(R(2, 1), R(2, 2)), dr};
    if (m.kind == MotionKind::Ry) return {pitch, std::cos(y) * w[1] - std::sin(y) * w[0]};
    return {y, w[2] + std::sin(pitch) * dr};
  }
  return {};
}

}  // namespace takt::mechanism::natural
