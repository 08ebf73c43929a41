// The tree of a mechanism in joint coordinates: links in visiting order (a parent before its
// children, subtrees contiguous). One joint moves each link, about or along its own z.
//
// Terms used: a link's frame is its joint's outboard frame; `place` is the joint's inboard frame in
// the parent's link frame; the pose of a link in its parent is place * J(q).
//   Rz  rotation about z          Tz  translation along z        Hz  screw: z += pitch_per_radian q
//   T3  translation x, y, z in inboard axes                      Q   unit quaternion (w, x, y, z)
//   Free  T3 then Q: velocities are (v in inboard axes, w in link axes)
#pragma once

#include <cstdint>

#include "takt/base/list.hpp"
#include "takt/linear/patterned.hpp"
#include "takt/spatial/frame.hpp"

namespace takt::mechanism {

enum class LinkKind : std::uint8_t { Rz, Tz, Hz, T3, Q, Free };

constexpr int nq_of(LinkKind k) noexcept {
  return k == LinkKind::Free ? 7 : k == LinkKind::Q ? 4 : k == LinkKind::T3 ? 3 : 1;
}
constexpr int nv_of(LinkKind k) noexcept {
  return k == LinkKind::Free ? 6 : k == LinkKind::Q || k == LinkKind::T3 ? 3 : 1;
}

constexpr bool has_quaternion(LinkKind k) noexcept {
  return k == LinkKind::Q || k == LinkKind::Free;
}
// Coordinates before the quaternion, whose increments are simply added.
constexpr int plain_of(LinkKind k) noexcept {
  return k == LinkKind::Q ? 0 : k == LinkKind::Free ? 3 : nv_of(k);
}

// Mass, first moment m c and inertia about the link's origin, in link axes.
struct LinkInertia {
  double m = 0;
  Vec3 h = Vec3::Zero();
  Mat3 I = Mat3::Zero();
};

struct Link {
  int parent = -1;  // -1: ground
  LinkKind kind = LinkKind::Rz;
  Frame place;
  double pitch_per_radian = 0;
  int q = 0, v = 0;  // indices of its first coordinate and velocity
  LinkInertia inertia;
};

struct Tree {
  List<Link> links;
  int nq = 0, nv = 0;
};

// The entries (i, j) where one link is above the other or both are the same. A full pattern if
// these are all entries.
linear::SharedPattern mass_pattern(const Tree&);

}  // namespace takt::mechanism
