// The initial state of a mechanism in joint coordinates, and the state for given motions of bodies.
#include <Eigen/LU>
#include <cmath>

#include "takt/mechanism/tree/tree_mechanism.hpp"

namespace takt::mechanism {
namespace {

using element::MotionKind;

// The motion of the far frame of a joint relative to the near one, in the axes of the near one.
struct RelativeMotion {
  Mat3 R;
  Vec3 d, w, v;

  RelativeMotion(const Motion& near, const Motion& far)
      : R(near.R.transpose() * far.R), d(near.R.transpose() * (far.p - near.p)),
        w(near.R.transpose() * (far.w - near.w)),
        v(near.R.transpose() * (far.v - near.v - rotation::cross(near.w, far.p - near.p))) {}
};

using Places = List<JointTree::Place>;

// Coordinate and velocity of one motion, if it is the only rotation of its joint; and of both
// rotations of a universal joint.
void set_motion(MotionKind kind, const Joint& joint, const RelativeMotion& m, const Places& places,
                int i, State& s) {
  const int q = places[i].q, v = places[i].v;
  const auto put = [&](double x, double dx) { s.q[q] = x, s.v[v] = dx; };
  switch (kind) {
    case MotionKind::Tx: put(m.d[0], m.v[0]); break;
    case MotionKind::Ty: put(m.d[1], m.v[1]); break;
    case MotionKind::Tz: put(m.d[2], m.v[2]); break;
    case MotionKind::Rz: put(std::atan2(m.R(1, 0), m.R(0, 0)), m.w[2]); break;
    case MotionKind::Hz: put(m.d[2] / (joint.pitch / (2 * M_PI)), m.w[2]); break;
    case MotionKind::Rx:  // universal: R = Rx Ry
      put(std::atan2(m.R(2, 1), m.R(1, 1)), m.w[0]);
      break;
    case MotionKind::Ry: {
      const double x = s.q[places[0].q];
      put(std::atan2(m.R(0, 2), m.R(0, 0)), std::cos(x) * m.w[1] + std::sin(x) * m.w[2]);
      break;
    }
    case MotionKind::T3:
      s.q.segment<3>(q) = m.d;
      s.v.segment<3>(v) = m.v;
      break;
    case MotionKind::Q:
      s.q.segment<4>(q) = rotation::quaternion_of(m.R);
      s.v.segment<3>(v) = m.R.transpose() * m.w;
      break;
    case MotionKind::general_length:
    case MotionKind::general_angle: {  // the first coordinate stands for all
      if (i > 0) break;
      Vec6 twist;
      twist << m.R.transpose() * m.w, m.R.transpose() * m.v;
      element::find_coordinates(*joint.motion, {m.R, m.d}, s.q.data() + q);
      element::find_rates(*joint.motion, s.q.data() + q, twist, s.v.data() + v);
      break;
    }
  }
}

// The last three motions of a joint are rotations by these angles; the columns of J are their axes.
void set_angles(const Vec3& angles, const Mat3& J, const RelativeMotion& m, const Places& places,
                State& s) {
  const Vec3 rates = J.inverse() * m.w;
  for (int i = 0; i < 3; ++i) {
    const JointTree::Place& place = places[places.count() - 3 + i];
    s.q[place.q] = angles[i];
    s.v[place.v] = rates[i];
  }
}

void set_yaw_roll_pitch(const RelativeMotion& m, const Places& places, State& s) {
  const Mat3& R = m.R;  // Rz Rx Ry
  const double z = std::atan2(-R(0, 1), R(1, 1));
  const double x = std::atan2(R(2, 1), std::hypot(R(0, 1), R(1, 1)));
  Mat3 J;  // w = z' e_z + x' (Rz e_x) + y' (Rz Rx e_y)
  J.col(0) = Vec3::UnitZ();
  J.col(1) = Vec3(std::cos(z), std::sin(z), 0);
  J.col(2) = R.col(1);
  set_angles({z, x, std::atan2(-R(2, 0), R(2, 2))}, J, m, places, s);
}

void set_cardan_angles(const RelativeMotion& m, const Places& places, State& s) {
  const Mat3& R = m.R;  // Rz Ry Rx
  const double z = std::atan2(R(1, 0), R(0, 0));
  const double y = std::atan2(-R(2, 0), std::hypot(R(2, 1), R(2, 2)));
  Mat3 J;  // w = z' e_z + y' (Rz e_y) + x' (Rz Ry e_x)
  J.col(0) = Vec3::UnitZ();
  J.col(1) = Vec3(-std::sin(z), std::cos(z), 0);
  J.col(2) = Vec3(std::cos(z) * std::cos(y), std::sin(z) * std::cos(y), -std::sin(y));
  set_angles({z, y, std::atan2(R(2, 1), R(2, 2))}, J, m, places, s);
}

}  // namespace

State TreeMechanism::initial() const {
  State s;
  s.q = Vector::Zero(shape_.nq);
  s.v = Vector::Zero(shape_.nv);
  s.a = Vector::Zero(shape_.nv);
  s.lambda = Vector::Zero(shape_.ng);
  s.z = Vector::Zero(shape_.nz);
  for (const Link& l : tree_.links())
    if (has_quaternion(l.kind)) s.q[l.q + plain_of(l)] = 1;
  const auto put = [](const std::vector<std::string>& names, Vector& x, const Joint& j,
                      const std::vector<std::pair<std::string, double>>& values) {
    for (const auto& [component, value] : values) {
      const std::string full = component.empty() ? j.name : j.name + "." + component;
      for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == full) x[static_cast<Index>(i)] = value;
    }
  };
  for (const Joint& j : model_->joints) {
    put(names_.q, s.q, j, j.guess);
    put(names_.q, s.q, j, j.q0);
    put(names_.v, s.v, j, j.v0);
  }
  return s;
}

// Computes, joint by joint along the tree, the coordinates that bring each body to its pose.
State TreeMechanism::state_of(std::span<const Motion> bodies, double t) const {
  State s = initial();
  s.t = t;
  for (int k = 1; k < tree_.topology.order.count(); ++k) {
    const Topology::TreeJoint& to = tree_.topology.to[tree_.topology.order[k]];
    const Joint& j = model_->joints[to.joint];
    const Places& places = tree_.places[to.joint];
    const auto motions = motions_of(j);
    if (motions.empty() || tree_.drive_of(to.joint) >= 0) continue;
    const Motion in = bodies[j.inboard.body].of(j.inboard.frame);
    const Motion out = bodies[j.outboard.body].of(j.outboard.frame);
    // Joints with T3 or Q are not inverted if the tree passes them backwards (joint_tree.cpp).
    const bool backwards = to.reversed && (motions.back().kind == MotionKind::Q ||
                                           motions.front().kind == MotionKind::T3);
    const RelativeMotion m = backwards ? RelativeMotion(out, in) : RelativeMotion(in, out);
    for (int i = 0; i < places.count(); ++i) set_motion(motions[i].kind, j, m, places, i, s);
    if (motions.size() < 3 || j.motion) continue;
    if (motions.back().kind == MotionKind::Ry) set_yaw_roll_pitch(m, places, s);
    if (motions.back().kind == MotionKind::Rx) set_cardan_angles(m, places, s);
  }
  return s;
}

}  // namespace takt::mechanism
