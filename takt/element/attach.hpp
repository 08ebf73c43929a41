// How a force is attached to a mechanism.
#pragma once

namespace takt::element {

// This determines the measures of a force and the keys it has besides its own.
enum class Attach {
  points,       // from, to: frames; one measure, the distance
  axis,         // from, to: frames; one measure, d along the axis z of `from` (key `axis` turns it)
  joint,        // joint: its coordinate (component: which, when it has several)
  whole_joint,  // joint: all of its coordinates, one measure each; with component: that one
  two_joints,   // joints: two of them, one measure each
  three,        // from, to: frames; measures along x, y, z of `from`
  six,          // from, to: frames; measures along x, y, z of `from` and twist x, y, z
  all,          // joints: every coordinate of each of them, one after the other
  wheel_rail,  // contact: a wheel_rail constraint; every coordinate of its joint, and its multiplier
  vehicle,     // on: a frame; its position x, y and the components along x and y of its axis x
  axle,        // the same, and joints: two of them, one measure each
  body,        // on: a frame of a body; a body force
  frames,      // from, to: frames; a body force on `to`, seen from `from`
  any,         // as points, axis or joint, by the keys that are given; reads: other joints
};

}  // namespace takt::element
