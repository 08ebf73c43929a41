#include "takt/model/joint_components.hpp"

#include <cmath>
#include <numbers>

#include "takt/base/error.hpp"
#include "takt/base/text.hpp"

namespace takt {
namespace {

using element::JointMotion;
using element::MotionKind;

std::span<const JointMotion> motions_of(const element::JointEntry& type, bool cardan) {
  return cardan && !type.cardan.empty() ? type.cardan : type.tree;
}

std::vector<JointComponent> components(const element::JointEntry& type, bool cardan,
                                       std::initializer_list<const char*> translations,
                                       std::initializer_list<const char*> rotations, bool rates) {
  std::vector<JointComponent> all;
  for (const JointMotion& m : motions_of(type, cardan)) {
    if (m.kind == MotionKind::T3)
      for (const char* name : translations) all.push_back({name, true, false});
    else if (m.kind == MotionKind::Q)
      for (const char* name : rotations) all.push_back({name, false, !rates});
    else
      all.push_back({std::string(m.name), element::slides(m.kind), false});
  }
  return all;
}

}  // namespace

std::vector<JointComponent> coordinates_of(const element::JointEntry& type, bool cardan) {
  return components(type, cardan, {"x", "y", "z"}, {"qw", "qx", "qy", "qz"}, false);
}

std::vector<JointComponent> velocities_of(const element::JointEntry& type, bool cardan) {
  return components(type, cardan, {"vx", "vy", "vz"}, {"wx", "wy", "wz"}, true);
}

int find_component(const std::vector<JointComponent>& all, std::string_view name) noexcept {
  if (name.empty()) return all.size() == 1 ? 0 : -1;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<int>(i);
  return -1;
}

int require_component(const Joint& j, const std::vector<JointComponent>& all, std::string_view name,
                      const std::string& where) {
  const int i = find_component(all, name);
  if (i >= 0) return i;
  const std::vector<std::string> names = names_of(all);
  if (name.empty())
    throw Error("joint '" + j.name + "' has " + std::to_string(all.size()) + " components", where,
                all.empty() ? "a weld joint has none" : "name one of " + join(names, ", "));
  throw Error("joint '" + j.name + "' has no component '" + std::string(name) + "'", where,
              did_you_mean(name, names,
                           all.size() == 1 ? "it has only one: leave the component out"
                                           : "it has " + join(names, ", ")));
}

bool is_length(const Joint& j, int component) {
  const std::vector<JointComponent> all = coordinates_of(*j.type, j.cardan);
  return component < std::ssize(all) && all[component].length;
}

std::vector<double> drawn_coordinates(const Joint& joint, const Frame& inboard,
                                      const Frame& outboard) {
  Frame rest = inboard.inverse() * outboard;  // relative pose left for the remaining motions
  std::vector<double> q;
  const auto rotate = [&](double angle, int axis) {
    q.push_back(angle);
    const double c = std::cos(angle), s = std::sin(angle);
    Mat3 R = Mat3::Identity();
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    R(i, i) = R(j, j) = c;
    R(j, i) = s;
    R(i, j) = -s;
    rest = Frame{R, Vec3::Zero()}.inverse() * rest;
  };
  const auto translate = [&](int axis) {
    q.push_back(rest.p[axis]);
    rest.p[axis] = 0;
  };
  const Mat3& R = rest.R;
  const std::span<const JointMotion> motions = motions_of(*joint.type, joint.cardan);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const JointMotion& m = motions[i];
    const bool before_x = i + 1 < motions.size() && motions[i + 1].kind == MotionKind::Rx;
    switch (m.kind) {
      case MotionKind::Tx: translate(0); break;
      case MotionKind::Ty: translate(1); break;
      case MotionKind::Tz: translate(2); break;
      case MotionKind::T3:
        for (int k = 0; k < 3; ++k) translate(k);
        break;
      // The sequences that exist are z; z y x; z x y; x y. In each of them the angles can be read
      // off like this.
      case MotionKind::Rz:
        rotate(before_x ? std::atan2(-R(0, 1), R(1, 1)) : std::atan2(R(1, 0), R(0, 0)), 2);
        break;
      case MotionKind::Ry: rotate(std::atan2(-R(2, 0), R(0, 0)), 1); break;
      case MotionKind::Rx: rotate(std::atan2(R(2, 1), R(1, 1)), 0); break;
      case MotionKind::Hz:
        rotate(joint.pitch != 0 ? rest.p[2] * 2 * std::numbers::pi / joint.pitch
                                : std::atan2(R(1, 0), R(0, 0)),
               2);
        break;
      case MotionKind::general_length:
      case MotionKind::general_angle: {  // the joint's one Motion has all its coordinates
        q.assign(motions.size(), 0.0);
        if (joint.motion) element::find_coordinates(*joint.motion, rest, q.data());
        return q;
      }
      case MotionKind::Q: {
        const rotation::Quaternion e = rotation::quaternion_of(R);
        for (int k = 0; k < 4; ++k) q.push_back(e[k]);
        break;
      }
    }
  }
  return q;
}

}  // namespace takt
