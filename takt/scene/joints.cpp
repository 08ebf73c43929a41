// The joints of a scene: their ends, and the directions in which they move, from the motions that the
// catalogue of joints gives them.
#include <algorithm>

#include "takt/scene/describe.hpp"
#include "takt/scene/parts.hpp"

namespace takt::scene {
namespace {

using element::MotionKind;

Mat3 turned(const Vec3& about, double angle) {
  return rotation::matrix_of(rotation::exp(angle * about));
}

// The direction of each column S of a Motion: about it where it turns, along it where it only slides.
void add_general(const takt::Joint& j, const double* q, std::vector<Joint::Axis>& axes) {
  element::MotionPoint at;
  j.motion->without_curvature(q, at);
  for (int i = 0; i < j.motion->coordinates(); ++i) {
    const Vec3 w = at.S[i].head<3>(), v = at.S[i].tail<3>();
    const bool turns = w.norm() > v.norm();
    const Vec3 along = turns ? w : v;
    if (along.norm() > 0) axes.push_back({turns, at.R * along.normalized()});
  }
}

// Each motion moves the axes of those after it.
std::vector<Joint::Axis> axes_of(Situation& s, int joint) {
  const takt::Joint& j = s.model.joints[joint];
  const Point p = s.point();
  const auto coordinate = [&](int component) {
    return s.mechanism.coordinate(p, joint, component, s.bodies, *s.scratch).q;
  };
  std::vector<Joint::Axis> axes;
  if (j.motion != nullptr) {
    double q[element::max_motion_coordinates] = {};
    for (int i = 0; i < j.motion->coordinates(); ++i) q[i] = coordinate(i);
    add_general(j, q, axes);
    return axes;
  }
  Mat3 R = Mat3::Identity();
  int component = 0;
  for (const element::JointMotion& m : mechanism::motions_of(j)) {
    const auto axis = [&](int k) { return Vec3(R.col(k)); };
    switch (m.kind) {
      case MotionKind::Tx:
      case MotionKind::Ty:
      case MotionKind::Tz:
        axes.push_back({false, axis(static_cast<int>(m.kind) - static_cast<int>(MotionKind::Tx))});
        break;
      case MotionKind::Rx:
      case MotionKind::Ry:
      case MotionKind::Rz: {
        const int k = static_cast<int>(m.kind) - static_cast<int>(MotionKind::Rx);
        axes.push_back({true, axis(k)});
        R = R * turned(Vec3::Unit(k), coordinate(component));
        break;
      }
      case MotionKind::Hz:
        axes.push_back({true, axis(2)});
        axes.push_back({false, axis(2)});
        break;
      case MotionKind::T3:
      case MotionKind::Q:
        for (int k = 0; k < 3; ++k) axes.push_back({m.kind == MotionKind::Q, axis(k)});
        break;
      case MotionKind::general_length:
      case MotionKind::general_angle: break;  // in the Motion
    }
    component += element::coordinates_of(m.kind);
  }
  return axes;
}

}  // namespace

std::vector<Joint> joints_of(Situation& s) {
  std::vector<Joint> all;
  for (int i = 0; i < s.model.joints.count(); ++i) {
    const takt::Joint& j = s.model.joints[i];
    Joint joint{.name = j.name,
                .type = std::string(j.type->name),
                .inboard = {j.inboard.body, s.frame_from_centre(j.inboard)},
                .outboard = {j.outboard.body, s.frame_from_centre(j.outboard)},
                .axes = axes_of(s, i)};
    const auto& cut = s.topology.cut;
    joint.cut = std::find(cut.begin(), cut.end(), i) != cut.end();
    joint.driven = j.driven_by >= 0;
    joint.line = line_of(s.model, j.where);
    all.push_back(std::move(joint));
  }
  return all;
}

}  // namespace takt::scene
