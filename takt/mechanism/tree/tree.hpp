// The tree of a mechanism in joint coordinates: links in visiting order (a parent before its
// children, subtrees contiguous). One joint moves each link, about or along its own z.
//
// Terms used: a link's frame is its joint's outboard frame; `place` is the joint's inboard frame in
// the parent's link frame; the pose of a link in its parent is place * J(q).
//   Rz  rotation about z          Tz  translation along z        Hz  screw: z += pitch_per_radian q
//   T3  translation x, y, z in inboard axes                      Q   unit quaternion (w, x, y, z)
//   Free  T3 then Q: velocities are (v in inboard axes, w in link axes)
//   General  any other motion, with its own columns (element/joint/motion.hpp)
#pragma once

#include <cstdint>
#include <memory>

#include "takt/base/list.hpp"
#include "takt/element/joint/motion.hpp"
#include "takt/linear/patterned.hpp"
#include "takt/spatial/frame.hpp"

namespace takt::mechanism {

enum class LinkKind : std::uint8_t { Rz, Tz, Hz, T3, Q, Free, General };

constexpr bool has_quaternion(LinkKind k) noexcept {
  return k == LinkKind::Q || k == LinkKind::Free;
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
  // Of General; `backwards`: it gives the inboard frame in the outboard one.
  std::shared_ptr<const element::Motion> motion = nullptr;
  bool backwards = false;
  bool driven = false;  // its coordinate is a signal, and no unknown
};

inline int nq_of(const Link& l) noexcept {
  switch (l.kind) {
    case LinkKind::General: return l.motion->coordinates();
    case LinkKind::Free: return 7;
    case LinkKind::Q: return 4;
    case LinkKind::T3: return 3;
    default: return 1;
  }
}
inline int nv_of(const Link& l) noexcept {
  return l.kind == LinkKind::Free ? 6 : l.kind == LinkKind::Q ? 3 : nq_of(l);
}
// Coordinates before the quaternion, whose increments are simply added.
inline int plain_of(const Link& l) noexcept {
  return l.kind == LinkKind::Q ? 0 : l.kind == LinkKind::Free ? 3 : nv_of(l);
}

struct Tree {
  List<Link> links;
  int nq = 0, nv = 0;
};

// The entries (i, j) where one link is above the other or both are the same. A full pattern if
// these are all entries.
linear::SharedPattern mass_pattern(const Tree&);

}  // namespace takt::mechanism
