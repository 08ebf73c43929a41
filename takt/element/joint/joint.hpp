// The catalogue entry of a joint: how it moves as part of a tree, which rows close a loop through
// it, and what two bodies share at it in natural coordinates. To add a joint, write one file with
// one such entry and add one line to joint/catalogue.hpp.
//
// The joint has a frame on each of its bodies; with all coordinates zero they coincide.
//   tree      motions of the outboard frame relative to the inboard one, one after the other
//   cut       measures between the inboard frame a and the outboard frame b that must vanish
//   natural   the joint's point (and its axis z) are shared; `natural_rows` are the remaining rows
//
// Terms used: R rotation about, T translation along an axis of the frame as moved by the motions
// before. A joint that moves in another way gives a Motion (motion.hpp); then `tree` names its
// coordinates.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "takt/element/catalogue.hpp"
#include "takt/element/joint/motion.hpp"
#include "takt/element/measure.hpp"

namespace takt::element {

enum class MotionKind : std::uint8_t {
  Tx,
  Ty,
  Tz,  // translation along an axis
  Rx,
  Ry,
  Rz,  // rotation about an axis
  Hz,  // screw about z: translation pitch / 2 pi per radian
  T3,  // three translations in the axes of the inboard frame (velocities likewise)
  Q,   // unit quaternion, angular velocity in the axes of the outboard frame
  general_length,
  general_angle  // a coordinate of the joint's Motion: a length or an angle
};

struct JointMotion {
  MotionKind kind;
  std::string_view name;  // of the coordinate; "" where the joint has only this one;
                          // T3 and Q have names of their own: x y z; qw qx qy qz, wx wy wz
};

struct CutRow {
  MeasureKind kind;
  int i = 0, j = 0;
  std::string_view name;  // of the row
};

enum class RodEnd : std::uint8_t { none, ball, universal, hinge };

struct JointEntry {
  std::string_view name, summary;
  std::span<const JointMotion> tree;
  std::span<const JointMotion> cardan;  // instead of `tree` with `rotation: cardan`; may be empty
  std::span<const CutRow> cut;          // all rows of the loop closure
  bool shares_point = false, shares_axis = false;  // in natural coordinates
  std::span<const CutRow> natural_rows;            // in addition to what is shared
  bool has_pitch = false;
  // Which axes of the frame the keys `axis` and `axis2` of a model file give (2 = z, 0 = x, 1 = y).
  int axis = 2, axis2 = -1;
  // Forces and contacts are written in its coordinates, which a model in natural coordinates lacks.
  bool joint_coordinates_only = false;
  // How a massless body that ends in this joint is replaced by constraints (mechanism/topology.hpp).
  RodEnd rod_end = RodEnd::none;
  // Without `at` in a model file, it connects the frames of the bodies themselves.
  bool between_body_frames = false;
  // Of a joint whose motions are general: its keys in a model file, and its Motion from them.
  std::span<const Key> keys = {};
  std::shared_ptr<const Motion> (*motion)(const Values&) = nullptr;

  bool is_weld() const noexcept { return tree.empty(); }
  bool is_hinge() const noexcept {  // it only turns about z, as a wheel does
    return tree.size() == 1 && tree[0].kind == MotionKind::Rz;
  }
  bool is_ball() const noexcept { return rod_end == RodEnd::ball; }
  bool turns_about_x_then_y() const noexcept {
    return tree.size() == 2 && tree[0].kind == MotionKind::Rx && tree[1].kind == MotionKind::Ry;
  }
};

constexpr bool is_general(MotionKind k) noexcept {
  return k == MotionKind::general_length || k == MotionKind::general_angle;
}

// Numbers of coordinates and velocities: 3 and 3 for T3, 4 and 3 for Q, 1 and 1 for the others.
constexpr int coordinates_of(MotionKind k) noexcept {
  return k == MotionKind::T3 ? 3 : k == MotionKind::Q ? 4 : 1;
}
constexpr int velocities_of(MotionKind k) noexcept {
  return k == MotionKind::T3 || k == MotionKind::Q ? 3 : 1;
}

// The coordinate is a length (of T3: three lengths); that of a screw is its angle.
constexpr bool slides(MotionKind k) noexcept {
  return k == MotionKind::Tx || k == MotionKind::Ty || k == MotionKind::Tz || k == MotionKind::T3 ||
         k == MotionKind::general_length;
}
constexpr bool turns(MotionKind k) noexcept { return !slides(k); }
// The coordinate as a measure between the two frames, with i = 2; nothing if it is none about or
// along z.
constexpr std::optional<MeasureKind> measure_about_z(MotionKind k) noexcept {
  if (k == MotionKind::Tz) return MeasureKind::along;
  if (k == MotionKind::Rz || k == MotionKind::Hz) return MeasureKind::angle;
  return std::nullopt;
}

// The rows that make the origins of both frames coincide.
inline constexpr CutRow coincide_x{MeasureKind::difference, 0, 0, "x"};
inline constexpr CutRow coincide_y{MeasureKind::difference, 1, 0, "y"};
inline constexpr CutRow coincide_z{MeasureKind::difference, 2, 0, "z"};

}  // namespace takt::element
